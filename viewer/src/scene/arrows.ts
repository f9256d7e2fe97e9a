/* scene/arrows.ts -- forces and moments as arrows (moments have two heads), all of a kind in one InstancedMesh.
 * The longest of the whole run is a quarter of the model's extent, times the user's scale; or all are equally long.
 */
import { BufferAttribute, BufferGeometry, DynamicDrawUsage, InstancedBufferAttribute, InstancedMesh } from "three";
import type { BundleData } from "../bundle";
import type { Arrow } from "../format";
import { roundOff } from "../plots/channels";
import type { Materials } from "./materials";
import type { Hit, Ray } from "./ray";
import type { Rows } from "./rows";

/** Outline (radius along x) turned about x; the arrow is one long, its tip at 1. */
function turnedShape(outline: readonly (readonly [number, number])[], sides: number): BufferGeometry {
  const positions: number[] = [];
  const normals: number[] = [];
  const index: number[] = [];
  for (let k = 0; k + 1 < outline.length; k++) {
    const [x0, r0] = outline[k];
    const [x1, r1] = outline[k + 1];
    const size = Math.hypot(x1 - x0, r1 - r0) || 1;
    const base = positions.length / 3;
    for (let i = 0; i <= sides; i++) {
      const a = (2 * Math.PI * i) / sides;
      for (const [x, r] of [outline[k], outline[k + 1]]) {
        positions.push(x, r * Math.cos(a), r * Math.sin(a));
        normals.push((r0 - r1) / size, ((x1 - x0) / size) * Math.cos(a), ((x1 - x0) / size) * Math.sin(a));
      }
      if (i > 0) {
        const o = base + 2 * i;
        index.push(o - 2, o - 1, o, o, o - 1, o + 1);
      }
    }
  }
  const shape = new BufferGeometry();
  shape.setAttribute("position", new BufferAttribute(Float32Array.from(positions), 3));
  shape.setAttribute("normal", new BufferAttribute(Float32Array.from(normals), 3));
  shape.setIndex(new BufferAttribute(Uint32Array.from(index), 1));
  return shape;
}

const shaft = 0.028;
const head = 0.08;
export const arrowShapes = {
  force: [
    [0, 0],
    [0, shaft],
    [0.78, shaft],
    [0.78, head],
    [1, 0],
  ],
  moment: [
    [0, 0],
    [0, shaft],
    [0.62, shaft],
    [0.62, head],
    [0.8, 0.02],
    [0.8, head],
    [1, 0],
  ],
} as const;

export const arrowGeometry = (quantity: "force" | "moment"): BufferGeometry => turnedShape(arrowShapes[quantity], 16);

const at = new Float64Array(3);
const equalPart = 0.6; // length of arrows that are all alike, of the longest

export class Arrows {
  readonly mesh: InstancedMesh;
  scale = 1;
  scaled = true;
  private readonly arrows: Arrow[];
  private readonly matrix: Float32Array;
  private largest = 0;
  private counted = 0; // rows of the table looked at for `largest`

  constructor(
    private readonly data: BundleData,
    quantity: "force" | "moment",
    materials: Materials,
    slot: (item: number) => number,
  ) {
    this.arrows = data.head.arrows.filter((a) => a.quantity === quantity);
    const n = this.arrows.length;
    const shape = arrowGeometry(quantity);
    const first = new Float32Array(4 * n);
    for (let i = 0; i < n; i++) {
      first[4 * i + 3] = -1; // no value: grey when colours show one
    }
    shape.setAttribute(
      "aItem",
      new InstancedBufferAttribute(
        Float32Array.from(this.arrows, (a) => slot(a.item)),
        1,
      ),
    );
    shape.setAttribute("aFirst", new InstancedBufferAttribute(first, 4));
    shape.setAttribute("aSecond", new InstancedBufferAttribute(new Float32Array(3 * n), 3));
    this.mesh = new InstancedMesh(shape, materials.solid, n);
    this.mesh.instanceMatrix.setUsage(DynamicDrawUsage);
    this.mesh.frustumCulled = false;
    this.mesh.matrixAutoUpdate = false;
    this.matrix = this.mesh.instanceMatrix.array as Float32Array;
    this.measure();
  }

  get count(): number {
    return this.arrows.length;
  }

  get triangles(): number {
    return (this.mesh.geometry.getIndex()!.count / 3) * this.count;
  }

  /** Looks at rows that have come since for the largest force. */
  measure(): void {
    let to = this.counted;
    for (const a of this.arrows) {
      const s = this.data.head.series[a.series];
      const table = s && this.data.tables[s.table];
      if (!s || !table) {
        continue;
      }
      to = Math.max(to, table.count);
      for (let i = this.counted; i < table.count; i++) {
        const o = i * table.stride + s.offset;
        const size = Math.hypot(table.values[o], table.values[o + 1], table.values[o + 2]);
        if (size > this.largest && size < Infinity) {
          this.largest = size;
        }
      }
    }
    this.counted = to;
  }

  place(rows: Rows, t: number): number {
    const m = this.matrix;
    const longest = 0.25 * this.data.head.extent * this.scale;
    const perUnit = this.largest > 0 ? longest / this.largest : 0;
    for (let i = 0; i < this.arrows.length; i++) {
      const arrow = this.arrows[i];
      const o = 16 * i;
      rows.point(arrow.at.row, arrow.at.position, 0, at, 0);
      let x = perUnit * this.data.seriesAt(arrow.series, 0, t);
      let y = perUnit * this.data.seriesAt(arrow.series, 1, t);
      let z = perUnit * this.data.seriesAt(arrow.series, 2, t);
      let length = Math.sqrt(x * x + y * y + z * z);
      if (!this.scaled && length > roundOff * longest && length < Infinity) {
        const f = (equalPart * longest) / length;
        x *= f;
        y *= f;
        z *= f;
        length *= f;
      }
      if (!(length > 0) || length === Infinity) {
        m.fill(0, o, o + 16);
        continue;
      }
      // a thin arrow must still be seen: its thickness follows the length only down to a third of the longest
      const thick = Math.min(length, Math.max(length * 0.3, 0.07 * this.data.head.extent * this.scale)) / length;
      let ux = Math.abs(x) < 0.8 * length ? 1 : 0;
      let uy = 1 - ux;
      let uz = 0;
      const d = (ux * x + uy * y) / (length * length);
      ux -= d * x;
      uy -= d * y;
      uz -= d * z;
      const f = (thick * length) / Math.sqrt(ux * ux + uy * uy + uz * uz);
      m[o] = x;
      m[o + 1] = y;
      m[o + 2] = z;
      m[o + 4] = f * ux;
      m[o + 5] = f * uy;
      m[o + 6] = f * uz;
      m[o + 8] = (f * (y * uz - z * uy)) / length;
      m[o + 9] = (f * (z * ux - x * uz)) / length;
      m[o + 10] = (f * (x * uy - y * ux)) / length;
      m[o + 12] = at[0];
      m[o + 13] = at[1];
      m[o + 14] = at[2];
      m[o + 15] = 1;
    }
    this.mesh.instanceMatrix.needsUpdate = true;
    return m.byteLength;
  }

  /** Arrows are picked by their axis: the ray passes within a head's width. */
  raycast(ray: Ray, hit: Hit, seen: (item: number) => boolean): void {
    const m = this.matrix;
    for (let i = 0; i < this.arrows.length; i++) {
      const o = 16 * i;
      if (m[o + 15] !== 1 || !seen(this.arrows[i].item)) {
        continue;
      }
      const ax = m[o];
      const ay = m[o + 1];
      const az = m[o + 2];
      const wx = m[o + 12] - ray.ox;
      const wy = m[o + 13] - ray.oy;
      const wz = m[o + 14] - ray.oz;
      // nearest points of the ray o + t d and the axis p + s a
      const dd = ray.dx * ray.dx + ray.dy * ray.dy + ray.dz * ray.dz;
      const aa = ax * ax + ay * ay + az * az;
      const ad = ax * ray.dx + ay * ray.dy + az * ray.dz;
      const wd = wx * ray.dx + wy * ray.dy + wz * ray.dz;
      const wa = wx * ax + wy * ay + wz * az;
      const det = aa * dd - ad * ad;
      const s = Math.min(1, Math.max(0, det > 1e-12 * aa * dd ? (ad * wd - dd * wa) / det : 0));
      const t = (wd + s * ad) / dd;
      const x = wx + s * ax - t * ray.dx;
      const y = wy + s * ay - t * ray.dy;
      const z = wz + s * az - t * ray.dz;
      const width = head * Math.sqrt(m[o + 4] * m[o + 4] + m[o + 5] * m[o + 5] + m[o + 6] * m[o + 6]);
      if (t >= 0 && t < hit.distance && x * x + y * y + z * z < width * width) {
        hit.distance = t;
        hit.item = this.arrows[i].item;
        hit.row = this.arrows[i].at.row;
      }
    }
  }

  dispose(): void {
    this.mesh.geometry.dispose();
    this.mesh.dispose();
  }
}
