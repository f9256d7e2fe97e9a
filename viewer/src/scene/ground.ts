/* scene/ground.ts -- what is around the model: background, a grid of nice numbers below it, and the axes in a corner.
 */
import {
  BufferGeometry,
  Float32BufferAttribute,
  Matrix4,
  Mesh,
  OrthographicCamera,
  PlaneGeometry,
  Quaternion,
  Scene,
  ShaderMaterial,
  Vector3,
  type WebGLRenderer,
} from "three";
import { setColor } from "./materials";
import type { SceneTheme } from "./types";

/** 1, 2 or 5 times a power of ten, next to x from below. */
export function niceNumber(x: number): number {
  const power = 10 ** Math.floor(Math.log10(x));
  const share = (x / power) * (1 + 1e-9);
  return power * (share >= 5 ? 5 : share >= 2 ? 2 : 1);
}

/** A picture behind everything: from the top colour to the bottom colour. */
export class Background {
  readonly mesh: Mesh;
  private readonly top = new Vector3();
  private readonly bottom = new Vector3();

  constructor() {
    const shape = new BufferGeometry();
    shape.setAttribute("position", new Float32BufferAttribute([-1, -1, 0, 3, -1, 0, -1, 3, 0], 3));
    const material = new ShaderMaterial({
      uniforms: { uTop: { value: this.top }, uBottom: { value: this.bottom } },
      vertexShader:
        "varying float vY; void main() { vY = position.y * 0.5 + 0.5; gl_Position = vec4(position.xy, 1.0, 1.0); }",
      // a little noise hides the steps of 8-bit colours
      fragmentShader: /* glsl */ `
        uniform vec3 uTop;
        uniform vec3 uBottom;
        varying float vY;
        void main() {
          float noise = fract(sin(dot(gl_FragCoord.xy, vec2(12.9898, 78.233))) * 43758.5453) - 0.5;
          gl_FragColor = vec4(mix(uBottom, uTop, smoothstep(0.0, 1.0, vY)) + noise / 255.0, 1.0);
        }`,
      depthTest: false,
      depthWrite: false,
    });
    this.mesh = new Mesh(shape, material);
    this.mesh.frustumCulled = false;
    this.mesh.renderOrder = -10;
  }

  setTheme(theme: SceneTheme): void {
    setColor(this.top, theme.top);
    setColor(this.bottom, theme.bottom);
  }

  dispose(): void {
    this.mesh.geometry.dispose();
    (this.mesh.material as ShaderMaterial).dispose();
  }
}

/** Grid perpendicular to `up` through a point; every tenth line is stronger. It fades out with the distance. */
export class Ground {
  readonly mesh: Mesh;
  private readonly uniforms = {
    uColor: { value: new Vector3() },
    uStep: { value: 1 },
    uRadius: { value: 1 },
    uCenter: { value: new Vector3() },
    uE1: { value: new Vector3() },
    uE2: { value: new Vector3() },
  };

  constructor() {
    const material = new ShaderMaterial({
      uniforms: this.uniforms,
      vertexShader: /* glsl */ `
        uniform float uRadius;
        uniform vec3 uCenter;
        uniform vec3 uE1;
        uniform vec3 uE2;
        varying vec2 vFromCenter;
        varying vec2 vPlane;
        void main() {
          vFromCenter = position.xy * 2.0;
          vec3 p = uCenter + uRadius * (vFromCenter.x * uE1 + vFromCenter.y * uE2);
          vPlane = vec2(dot(p, uE1), dot(p, uE2));
          gl_Position = projectionMatrix * modelViewMatrix * vec4(p, 1.0);
        }`,
      fragmentShader: /* glsl */ `
        uniform vec3 uColor;
        uniform float uStep;
        varying vec2 vFromCenter;
        varying vec2 vPlane;
        float lines(vec2 p, float width) {
          vec2 w = fwidth(p);
          vec2 d = abs(fract(p - 0.5) - 0.5) / max(w, vec2(1e-9));
          // lines closer than a few pixels fade instead of flickering
          vec2 seen = 1.0 - smoothstep(0.15, 0.5, w);
          vec2 on = clamp(width + 0.5 - d, 0.0, 1.0) * seen;
          return max(on.x, on.y);
        }
        void main() {
          float fade = 1.0 - smoothstep(0.2, 1.0, length(vFromCenter));
          float minor = lines(vPlane / uStep, 0.3);
          float major = lines(vPlane / (10.0 * uStep), 0.6);
          float alpha = max(0.28 * minor, 0.5 * major) * fade;
          if (alpha < 0.004) {
            discard;
          }
          gl_FragColor = vec4(uColor, alpha);
        }`,
      transparent: true,
      depthWrite: false,
      side: 2,
    });
    this.mesh = new Mesh(new PlaneGeometry(1, 1), material);
    this.mesh.frustumCulled = false;
    this.mesh.renderOrder = -5;
  }

  /** `size`: radius of what stands on it. */
  place(center: Vector3, e1: Vector3, e2: Vector3, size: number): void {
    this.uniforms.uStep.value = niceNumber(Math.max(size, 1e-12) / 4);
    this.uniforms.uRadius.value = 5 * size;
    this.uniforms.uCenter.value.copy(center);
    this.uniforms.uE1.value.copy(e1);
    this.uniforms.uE2.value.copy(e2);
  }

  setTheme(theme: SceneTheme): void {
    setColor(this.uniforms.uColor.value, theme.grid);
  }

  dispose(): void {
    this.mesh.geometry.dispose();
    (this.mesh.material as ShaderMaterial).dispose();
  }
}

/* Letters as strokes in a square of size 1 about the origin. */
const letters: Record<string, number[][]> = {
  x: [
    [-0.35, -0.5, 0.35, 0.5],
    [-0.35, 0.5, 0.35, -0.5],
  ],
  y: [
    [-0.35, 0.5, 0, 0],
    [0.35, 0.5, 0, 0],
    [0, 0, 0, -0.5],
  ],
  z: [
    [-0.35, 0.5, 0.35, 0.5],
    [0.35, 0.5, -0.35, -0.5],
    [-0.35, -0.5, 0.35, -0.5],
  ],
};

/** Directions of the ground axes, in the lower left corner. */
export class Triad {
  private readonly scene = new Scene();
  private readonly camera = new OrthographicCamera(-1.55, 1.55, 1.55, -1.55, -4, 4);
  private readonly text = new Vector3();
  private readonly axes: Mesh;
  private readonly names: Mesh;
  readonly size = 104; // CSS pixels

  constructor(arrow: BufferGeometry) {
    const colors = [
      [0.86, 0.25, 0.22],
      [0.24, 0.65, 0.25],
      [0.22, 0.45, 0.92],
    ];
    const positions: number[] = [];
    const normals: number[] = [];
    const color: number[] = [];
    const index: number[] = [];
    const from = new Vector3(1, 0, 0);
    const p = arrow.getAttribute("position");
    const n = arrow.getAttribute("normal");
    const v = new Vector3();
    [new Vector3(1, 0, 0), new Vector3(0, 1, 0), new Vector3(0, 0, 1)].forEach((axis, k) => {
      const turn = new Quaternion().setFromUnitVectors(from, axis);
      const base = positions.length / 3;
      for (let i = 0; i < p.count; i++) {
        v.set(p.getX(i), 1.9 * p.getY(i), 1.9 * p.getZ(i)).applyQuaternion(turn);
        positions.push(v.x, v.y, v.z);
        v.set(n.getX(i), n.getY(i), n.getZ(i)).applyQuaternion(turn);
        normals.push(v.x, v.y, v.z);
        color.push(...colors[k]);
      }
      const t = arrow.getIndex()!;
      for (let i = 0; i < t.count; i++) {
        index.push(base + t.getX(i));
      }
    });
    const shape = new BufferGeometry();
    shape.setAttribute("position", new Float32BufferAttribute(positions, 3));
    shape.setAttribute("normal", new Float32BufferAttribute(normals, 3));
    shape.setAttribute("aColor", new Float32BufferAttribute(color, 3));
    shape.setIndex(index);
    this.axes = new Mesh(
      shape,
      new ShaderMaterial({
        vertexShader: /* glsl */ `
          attribute vec3 aColor;
          varying vec3 vColor;
          void main() {
            vec3 n = normalize(mat3(modelViewMatrix) * normal);
            vColor = aColor * (0.72 + 0.38 * max(dot(n, normalize(vec3(0.4, 0.7, 0.6))), 0.0));
            gl_Position = projectionMatrix * modelViewMatrix * vec4(position, 1.0);
          }`,
        fragmentShader: "varying vec3 vColor; void main() { gl_FragColor = vec4(vColor, 1.0); }",
      }),
    );
    this.names = this.makeNames();
    this.scene.add(this.axes, this.names);
    for (const mesh of [this.axes, this.names]) {
      mesh.frustumCulled = false;
      mesh.matrixAutoUpdate = false;
    }
  }

  /** Every stroke is a thin rectangle beside the end of its axis, in the plane of the screen. */
  private makeNames(): Mesh {
    const anchor: number[] = [];
    const offset: number[] = [];
    const index: number[] = [];
    const size = 0.26;
    const half = 0.024;
    ["x", "y", "z"].forEach((name, k) => {
      for (const [ax, ay, bx, by] of letters[name]) {
        const length = Math.hypot(bx - ax, by - ay);
        const [dx, dy] = [(bx - ax) / length, (by - ay) / length];
        const base = anchor.length / 3;
        for (const [s, side] of [
          [0, -1],
          [1, -1],
          [1, 1],
          [0, 1],
        ]) {
          const end = (2 * s - 1) * half * 0.6;
          anchor.push(k === 0 ? 1.24 : 0, k === 1 ? 1.24 : 0, k === 2 ? 1.24 : 0);
          offset.push(
            size * (ax + s * (bx - ax)) + end * dx - side * half * dy,
            size * (ay + s * (by - ay)) + end * dy + side * half * dx,
          );
        }
        index.push(base, base + 1, base + 2, base, base + 2, base + 3);
      }
    });
    const shape = new BufferGeometry();
    shape.setAttribute("position", new Float32BufferAttribute(anchor, 3));
    shape.setAttribute("aOffset", new Float32BufferAttribute(offset, 2));
    shape.setIndex(index);
    return new Mesh(
      shape,
      new ShaderMaterial({
        uniforms: { uColor: { value: this.text } },
        vertexShader: /* glsl */ `
          attribute vec2 aOffset;
          void main() {
            vec4 p = modelViewMatrix * vec4(position, 1.0);
            p.xy += aOffset;
            gl_Position = projectionMatrix * p;
          }`,
        fragmentShader: "uniform vec3 uColor; void main() { gl_FragColor = vec4(uColor, 1.0); }",
        side: 2,
      }),
    );
  }

  /** Turns as the main camera sees the ground axes. */
  render(renderer: WebGLRenderer, view: Matrix4): void {
    this.camera.matrixAutoUpdate = false;
    this.camera.matrixWorldAutoUpdate = false;
    this.camera.matrixWorldInverse.extractRotation(view);
    this.camera.matrixWorld.copy(this.camera.matrixWorldInverse).invert();
    renderer.setScissorTest(true);
    renderer.setViewport(6, 6, this.size, this.size);
    renderer.setScissor(6, 6, this.size, this.size);
    renderer.clearDepth();
    renderer.render(this.scene, this.camera);
    renderer.setScissorTest(false);
  }

  setTheme(theme: SceneTheme): void {
    setColor(this.text, theme.text);
  }

  dispose(): void {
    for (const mesh of [this.axes, this.names]) {
      mesh.geometry.dispose();
      (mesh.material as ShaderMaterial).dispose();
    }
  }
}
