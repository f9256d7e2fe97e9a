/* scene/trails.ts -- paths of chosen points up to the current time, as ribbons of constant width on the screen.
 * The path over all frames is worked out once; drawing up to a time draws fewer pieces and moves the end of the last.
 */
import {
  DynamicDrawUsage,
  Float32BufferAttribute,
  InstancedBufferGeometry,
  InstancedInterleavedBuffer,
  InterleavedBufferAttribute,
  Mesh,
  ShaderMaterial,
  Vector2,
  Vector3,
} from "three";
import type { Track } from "../bundle";
import { setColor } from "./materials";
import type { Rows } from "./rows";
import type { Trail } from "./types";

/* A piece from aFrom to aTo; position.x: 0 at its start, 1 at its end; position.y: side. */
export const ribbonVertex = /* glsl */ `
attribute vec3 aFrom;
attribute vec3 aTo;
uniform vec2 uScreen; // pixels
uniform float uWidth;
varying float vSide;
varying float vWidth;
void main() {
  vec4 a = projectionMatrix * modelViewMatrix * vec4(aFrom, 1.0);
  vec4 b = projectionMatrix * modelViewMatrix * vec4(aTo, 1.0);
  float near = 1e-4;
  if (a.w < near && b.w < near) {
    gl_Position = vec4(2.0, 2.0, 2.0, 1.0);
    return;
  }
  if (a.w < near) { a = mix(b, a, (b.w - near) / (b.w - a.w)); }
  if (b.w < near) { b = mix(a, b, (a.w - near) / (a.w - b.w)); }
  vec2 d = (b.xy / b.w - a.xy / a.w) * uScreen;
  float size = length(d);
  d = size > 1e-6 ? d / size : vec2(1.0, 0.0);
  vec4 p = mix(a, b, position.x);
  vWidth = uWidth + 1.0;
  // half a width longer at both ends, so that pieces overlap at corners
  vec2 shift = vec2(-d.y, d.x) * position.y + d * (position.x * 2.0 - 1.0) * 0.4;
  p.xy += shift * vWidth / uScreen * p.w;
  vSide = position.y * vWidth;
  gl_Position = p;
}
`;

export const ribbonFragment = /* glsl */ `
uniform vec3 uColor;
uniform float uOpacity;
varying float vSide;
varying float vWidth;
void main() {
  float alpha = clamp((vWidth - abs(vSide)) * 0.5 + 0.25, 0.0, 1.0);
  gl_FragColor = vec4(uColor, alpha * uOpacity);
}
`;

const spot = new Float64Array(3);

export class TrailLine {
  readonly mesh: Mesh;
  private readonly material: ShaderMaterial;
  private readonly buffer: InstancedInterleavedBuffer;
  private readonly points: Float32Array; // of the frames, then room for one more
  private readonly path: Float32Array;
  private readonly geometry: InstancedBufferGeometry;

  /** The row of the trail is moved through all frames and must be placed again by the caller. */
  constructor(
    readonly trail: Trail,
    rows: Rows,
    private readonly frames: Track,
    screen: Vector2,
    color: string,
  ) {
    const n = frames.count;
    this.path = new Float32Array(3 * n);
    this.points = new Float32Array(3 * (n + 1));
    const { time } = frames;
    for (let i = 0; i < n; i++) {
      rows.updateRow(frames, time[i], trail.row);
      rows.point(trail.row, trail.local, 0, this.path, 3 * i);
    }
    this.points.set(this.path);
    this.geometry = new InstancedBufferGeometry();
    this.geometry.setAttribute("position", new Float32BufferAttribute([0, -1, 0, 1, -1, 0, 1, 1, 0, 0, 1, 0], 3));
    this.geometry.setIndex([0, 1, 2, 0, 2, 3]);
    this.buffer = new InstancedInterleavedBuffer(this.points, 3).setUsage(DynamicDrawUsage);
    this.geometry.setAttribute("aFrom", new InterleavedBufferAttribute(this.buffer, 3, 0));
    this.geometry.setAttribute("aTo", new InterleavedBufferAttribute(this.buffer, 3, 3));
    this.material = new ShaderMaterial({
      uniforms: {
        uScreen: { value: screen },
        uWidth: { value: 1.6 },
        uOpacity: { value: 0.95 },
        uColor: { value: new Vector3() },
      },
      vertexShader: ribbonVertex,
      fragmentShader: ribbonFragment,
      transparent: true,
      depthWrite: false,
    });
    setColor(this.material.uniforms.uColor.value as Vector3, color);
    this.mesh = new Mesh(this.geometry, this.material);
    this.mesh.frustumCulled = false;
    this.mesh.matrixAutoUpdate = false;
    this.mesh.renderOrder = 3;
  }

  /** Up to t; the point after the last frame before t is where the point is now. Returns bytes written. */
  place(rows: Rows, t: number): number {
    const i = this.frames.indexAt(t);
    const { points, path } = this;
    if (3 * (i + 1) > path.length) {
      return 0;
    }
    points.set(path);
    rows.point(this.trail.row, this.trail.local, 0, spot, 0);
    points.set(spot, 3 * (i + 1));
    this.geometry.instanceCount = i + 1;
    this.buffer.needsUpdate = true;
    return points.byteLength;
  }

  dispose(): void {
    this.geometry.dispose();
    this.material.dispose();
  }
}

const trailColors = ["#e5484d", "#2f80ed", "#27a35a", "#a35bd6", "#e08a00", "#0aa5a5"];

/** The lines of trails whose rows there are. */
export function trailLines(trails: readonly Trail[], rows: Rows, frames: Track, screen: Vector2): TrailLine[] {
  return trails
    .filter((t) => t.row >= 0 && t.row < rows.count && frames.count > 0)
    .map((t, i) => new TrailLine(t, rows, frames, screen, t.color ?? trailColors[i % trailColors.length]));
}
