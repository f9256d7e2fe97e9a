/* scene/solids.ts -- everything that is a geometry in a place: solids, betweens, joint symbols. One InstancedMesh per
 * geometry; the matrices of all instances are written in place when the time changes.
 */
import {
  BufferAttribute,
  BufferGeometry,
  DynamicDrawUsage,
  InstancedBufferAttribute,
  InstancedBufferGeometry,
  InstancedMesh,
  LineSegments,
} from "three";
import type { BundleData } from "../bundle";
import type { Between, Glyph, Solid, Spot } from "../format";
import { featureEdges } from "./edges";
import { type Hull, outermost } from "./hull";
import { Materials, modes } from "./materials";
import type { Hit } from "./ray";
import { Ray } from "./ray";
import { type Rows, spotMatrix } from "./rows";
import type { Piece } from "./surfaces";
import type { Range, Values } from "./values";

const unit: [number, number, number] = [1, 1, 1];
const p = new Float64Array(3);
const r = new Float64Array(3);
const corner = new Float64Array(3);
const local = new Ray();
const largestWithEdges = 60000; // triangles

export interface Group {
  solids: Solid[];
  betweens: Between[];
  glyphs: Glyph[];
}

/** Instances of one geometry, in the order solids, betweens, glyphs. */
export class Instances {
  readonly mesh: InstancedMesh;
  readonly edges: LineSegments | null;
  readonly shadow: InstancedMesh;
  readonly count: number;
  readonly items: Int32Array;
  private readonly rowsOf: Int32Array;
  private readonly spots: Float64Array; // per instance: matrix (9) and position (3) in its row
  private readonly box: Float32Array;
  private readonly corners: Float32Array; // of the box
  private outer: Float32Array | undefined;
  private readonly positions: Float32Array;
  private readonly index: Uint32Array;
  private readonly matrix: Float32Array;
  private readonly first: InstancedBufferAttribute;
  private readonly second: InstancedBufferAttribute;
  private readonly ends: { a: Spot; b: Spot; across: number }[];
  private readonly nSolids: number;
  private readonly nFixed: number; // solids and betweens; glyphs follow
  glyphSize = 1;

  constructor(data: BundleData, geometry: number, group: Group, materials: Materials, slot: (item: number) => number) {
    const g = data.head.geometries[geometry];
    this.positions = data.vertices.subarray(3 * g.firstVertex, 3 * (g.firstVertex + g.vertices));
    const normals = data.normals.subarray(3 * g.firstVertex, 3 * (g.firstVertex + g.vertices));
    this.index = data.triangles.subarray(3 * g.firstTriangle, 3 * (g.firstTriangle + g.triangles));
    this.box = boxOf(this.positions);
    this.corners = Float32Array.from([0, 1, 2, 3, 4, 5, 6, 7].flatMap((k) => cornerOf(this.box, k)));
    const { solids, betweens, glyphs } = group;
    this.nSolids = solids.length;
    this.nFixed = solids.length + betweens.length;
    this.count = this.nFixed + glyphs.length;
    this.ends = betweens;
    const spots = [...solids.map((s) => s.at), ...betweens.map((b) => b.a), ...glyphs.map((x) => x.a)];
    this.items = Int32Array.from([...solids, ...betweens, ...glyphs], (e) => e.item);
    this.rowsOf = Int32Array.from(spots, (s) => s.row);
    this.spots = new Float64Array(12 * this.count);
    spots.forEach((spot, i) => {
      spotMatrix(spot, i < this.nSolids ? solids[i].scale : unit, this.spots, 12 * i);
      this.spots.set(spot.position, 12 * i + 9);
    });

    const shape = new BufferGeometry();
    shape.setAttribute("position", new BufferAttribute(this.positions, 3));
    shape.setAttribute("normal", new BufferAttribute(normals, 3));
    shape.setIndex(new BufferAttribute(this.index, 1));
    const itemOf = new InstancedBufferAttribute(Float32Array.from(this.items, slot), 1);
    this.first = new InstancedBufferAttribute(new Float32Array(4 * this.count), 4).setUsage(DynamicDrawUsage);
    this.second = new InstancedBufferAttribute(new Float32Array(3 * this.count), 3).setUsage(DynamicDrawUsage);
    shape.setAttribute("aItem", itemOf);
    shape.setAttribute("aFirst", this.first);
    shape.setAttribute("aSecond", this.second);
    const round = g.name === "sphere" ? 2 : ["cylinder", "tube", "cone"].includes(g.name) ? 1 : 0;
    const turns = spots.map((s, i) => (i < this.nSolids && data.head.rows[s.row]!.quaternion >= 0 ? round : 0));
    shape.setAttribute("aRound", new InstancedBufferAttribute(Float32Array.from(turns), 1));
    this.mesh = new InstancedMesh(shape, materials.solid, this.count);
    this.mesh.instanceMatrix.setUsage(DynamicDrawUsage);
    this.mesh.frustumCulled = false;
    this.mesh.matrixAutoUpdate = false;
    this.matrix = this.mesh.instanceMatrix.array as Float32Array;
    this.shadow = new InstancedMesh(shape, materials.shadow, this.count);
    this.shadow.instanceMatrix = this.mesh.instanceMatrix;
    this.shadow.frustumCulled = false;
    this.shadow.matrixAutoUpdate = false;
    this.shadow.renderOrder = -4;

    const pairs =
      this.nFixed > 0 && g.triangles <= largestWithEdges
        ? featureEdges(this.positions, normals, this.index)
        : new Uint32Array(0);
    this.edges = null;
    if (pairs.length > 0) {
      const lines = new InstancedBufferGeometry();
      lines.instanceCount = this.count;
      lines.setAttribute("position", shape.getAttribute("position"));
      lines.setIndex(new BufferAttribute(pairs, 1));
      lines.setAttribute("aItem", itemOf);
      lines.setAttribute("aMatrix", this.mesh.instanceMatrix);
      this.edges = new LineSegments(lines, materials.edge);
      this.edges.frustumCulled = false;
      this.edges.matrixAutoUpdate = false;
    }
  }

  get triangles(): number {
    return (this.index.length / 3) * this.count;
  }

  /** Writes all matrices; returns the bytes that go to the GPU. */
  place(rows: Rows): number {
    const { matrix: m, spots, rowsOf } = this;
    for (let i = 0; i < this.count; i++) {
      const o = 16 * i;
      const s = 12 * i;
      const row = rowsOf[i];
      const k = 9 * row;
      rows.point(row, spots, s + 9, m, o + 12);
      m[o + 15] = 1;
      if (i < this.nSolids || i >= this.nFixed) {
        const size = i < this.nSolids ? 1 : this.glyphSize;
        for (let c = 0; c < 3; c++) {
          for (let a = 0; a < 3; a++) {
            m[o + 4 * c + a] =
              size *
              (rows.m[k + 3 * a] * spots[s + c] +
                rows.m[k + 3 * a + 1] * spots[s + 3 + c] +
                rows.m[k + 3 * a + 2] * spots[s + 6 + c]);
          }
        }
      } else {
        this.stretch(rows, i, o, s, k);
      }
    }
    this.mesh.instanceMatrix.needsUpdate = true;
    return m.byteLength;
  }

  /** x axis from a to b; y as near to the y axis of spot a as it can be. */
  private stretch(rows: Rows, i: number, o: number, s: number, k: number): void {
    const m = this.matrix;
    const end = this.ends[i - this.nSolids];
    rows.point(end.b.row, end.b.position, 0, p, 0);
    const x = p[0] - m[o + 12];
    const y = p[1] - m[o + 13];
    const z = p[2] - m[o + 14];
    const length = Math.sqrt(x * x + y * y + z * z);
    const scale = length > 0 ? 1 / length : 0;
    const tx = length > 0 ? x * scale : 1;
    const ty = y * scale;
    const tz = z * scale;
    // columns of spot a's axes in ground axes: its y, or its z where y is along the line
    for (let c = 1; c <= 2; c++) {
      for (let a = 0; a < 3; a++) {
        r[a] =
          rows.m[k + 3 * a] * this.spots[s + c] +
          rows.m[k + 3 * a + 1] * this.spots[s + 3 + c] +
          rows.m[k + 3 * a + 2] * this.spots[s + 6 + c];
      }
      const d = r[0] * tx + r[1] * ty + r[2] * tz;
      r[0] -= d * tx;
      r[1] -= d * ty;
      r[2] -= d * tz;
      if (r[0] * r[0] + r[1] * r[1] + r[2] * r[2] > 0.1) {
        break;
      }
    }
    const across = end.across;
    const f = across / (Math.sqrt(r[0] * r[0] + r[1] * r[1] + r[2] * r[2]) || 1);
    m[o] = x;
    m[o + 1] = y;
    m[o + 2] = z;
    m[o + 4] = f * r[0];
    m[o + 5] = f * r[1];
    m[o + 6] = f * r[2];
    m[o + 8] = f * (ty * r[2] - tz * r[1]);
    m[o + 9] = f * (tz * r[0] - tx * r[2]);
    m[o + 10] = f * (tx * r[1] - ty * r[0]);
  }

  /** Writes what the colours need. Call after `place`. */
  /** The middle of every spring, rod and arm, as placed. */
  middles(rows: Rows, seen: (item: number) => boolean, piece: Piece): void {
    this.ends.forEach(({ a, b }, i) => {
      if (seen(this.items[this.nSolids + i])) {
        rows.point(a.row, a.position, 0, p, 0);
        rows.point(b.row, b.position, 0, corner, 0);
        piece(p, 0, corner, 0);
      }
    });
  }

  color(rows: Rows, values: Values): number {
    if (values.mode === modes.item) {
      return 0;
    }
    const first = this.first.array as Float32Array;
    const second = this.second.array as Float32Array;
    for (let i = 0; i < this.count; i++) {
      const o = 4 * i;
      const between = i >= this.nSolids && i < this.nFixed;
      first[o + 3] = i >= this.nFixed ? -1 : between ? 1 : 0;
      if (i >= this.nFixed) {
        continue;
      }
      if (values.mode === modes.field) {
        // what is beside a line has none of its numbers: arms
        const field = values.of(this.items[i]);
        const whole = field !== null && field.on === "part";
        first[o + 3] = whole ? 0 : -1;
        first[o] = whole ? values.get(field, 0) : 0;
      } else if (!values.has(this.items[i])) {
        first[o + 3] = -1;
      } else {
        const speed = values.mode === modes.speed;
        const row = this.rowsOf[i];
        motion(rows, speed, row, this.spots, 12 * i + 9, first, o);
        if (between) {
          const b = this.ends[i - this.nSolids].b;
          motion(rows, speed, b.row, b.position, 0, p, 0);
          for (let c = 0; c < 3; c++) {
            second[3 * i + c] = p[c] - first[o + c];
          }
        } else {
          const turn = speed ? rows.spin : rows.theta;
          for (let c = 0; c < 3; c++) {
            second[3 * i + c] = turn[3 * row + c];
          }
        }
      }
    }
    this.first.needsUpdate = true;
    this.second.needsUpdate = true;
    return this.first.array.byteLength + this.second.array.byteLength;
  }

  /** Speeds or displacements of the ends of betweens, and of solids: theirs are largest in an outermost point. Whether
   *  a solid can have more than the range knows already is told by the corners of its box. */
  extremes(rows: Rows, values: Values, range: Range): void {
    const speed = values.mode === modes.speed;
    this.outer ??= outermost(this.positions);
    for (let i = 0; i < this.nFixed; i++) {
      if (!values.has(this.items[i])) {
        continue;
      }
      if (i >= this.nSolids) {
        const { a, b } = this.ends[i - this.nSolids];
        range.add(sizeAt(rows, speed, a.row, a.position));
        range.add(sizeAt(rows, speed, b.row, b.position));
      } else if (this.largest(rows, speed, i, this.corners) > range.max) {
        range.add(this.largest(rows, speed, i, this.outer));
      }
    }
  }

  /** The largest speed or displacement of these points of solid i. */
  private largest(rows: Rows, speed: boolean, i: number, points: Float32Array): number {
    const { spots } = this;
    const s = 12 * i;
    let most = 0;
    for (let k = 0; k < points.length; k += 3) {
      for (let a = 0; a < 3; a++) {
        corner[a] =
          spots[s + 9 + a] +
          spots[s + 3 * a] * points[k] +
          spots[s + 3 * a + 1] * points[k + 1] +
          spots[s + 3 * a + 2] * points[k + 2];
      }
      most = Math.max(most, sizeAt(rows, speed, this.rowsOf[i], corner));
    }
    return most;
  }

  /** Adds the corners of the boxes around instances, as placed. */
  outline(hull: Hull, only: (item: number) => boolean): void {
    const m = this.matrix;
    for (let i = 0; i < this.count; i++) {
      const o = 16 * i;
      for (let k = 0; k < 8 && only(this.items[i]); k++) {
        const x = this.corners[3 * k];
        const y = this.corners[3 * k + 1];
        const z = this.corners[3 * k + 2];
        hull.add(
          m[o] * x + m[o + 4] * y + m[o + 8] * z + m[o + 12],
          m[o + 1] * x + m[o + 5] * y + m[o + 9] * z + m[o + 13],
          m[o + 2] * x + m[o + 6] * y + m[o + 10] * z + m[o + 14],
        );
      }
    }
  }

  /** The first instance that the ray meets before hit.distance. The columns of a matrix are at right angles. */
  raycast(ray: Ray, hit: Hit, seen: (item: number) => boolean): void {
    const m = this.matrix;
    for (let i = 0; i < this.count; i++) {
      if (!seen(this.items[i])) {
        continue;
      }
      const o = 16 * i;
      for (let c = 0; c < 3; c++) {
        const k = o + 4 * c;
        const size = m[k] * m[k] + m[k + 1] * m[k + 1] + m[k + 2] * m[k + 2] || 1e-30;
        corner[c] =
          ((ray.ox - m[o + 12]) * m[k] + (ray.oy - m[o + 13]) * m[k + 1] + (ray.oz - m[o + 14]) * m[k + 2]) / size;
        p[c] = (ray.dx * m[k] + ray.dy * m[k + 1] + ray.dz * m[k + 2]) / size;
      }
      local.set(corner[0], corner[1], corner[2], p[0], p[1], p[2]);
      if (!local.meetsBox(this.box, hit.distance)) {
        continue;
      }
      for (let t = 0; t < this.index.length; t += 3) {
        const distance = local.meetsTriangle(this.positions, this.index[t], this.index[t + 1], this.index[t + 2]);
        if (distance < hit.distance) {
          hit.distance = distance;
          hit.item = this.items[i];
          hit.row = this.rowsOf[i];
        }
      }
    }
  }

  dispose(): void {
    this.mesh.geometry.dispose();
    this.mesh.dispose();
    this.edges?.geometry.dispose();
  }
}

function motion(
  rows: Rows,
  speed: boolean,
  row: number,
  at: ArrayLike<number>,
  i: number,
  out: Float32Array | Float64Array | number[],
  o: number,
): void {
  if (speed) {
    rows.velocity(row, at, i, out, o);
  } else {
    rows.displacement(row, at, i, out, o);
  }
}

/** Size of the velocity or displacement of a point fixed in a row. */
function sizeAt(rows: Rows, speed: boolean, row: number, at: ArrayLike<number>): number {
  motion(rows, speed, row, at, 0, p, 0);
  return Math.sqrt(p[0] * p[0] + p[1] * p[1] + p[2] * p[2]);
}

function boxOf(positions: ArrayLike<number>): Float32Array {
  const box = new Float32Array([Infinity, Infinity, Infinity, -Infinity, -Infinity, -Infinity]);
  for (let i = 0; i < positions.length; i++) {
    box[i % 3] = Math.min(box[i % 3], positions[i]);
    box[(i % 3) + 3] = Math.max(box[(i % 3) + 3], positions[i]);
  }
  return box;
}

function cornerOf(box: Float32Array, k: number): number[] {
  return [box[k & 1 ? 3 : 0], box[k & 2 ? 4 : 1], box[k & 4 ? 5 : 2]];
}

/** Sorts solids, betweens by geometry, and joint symbols apart from them: they are hidden and scaled on their own. */
export function groupByGeometry(data: BundleData): { geometry: number; group: Group; glyphs: boolean }[] {
  const { solids, betweens, glyphs } = data.head;
  const out = new Map<string, { geometry: number; group: Group; glyphs: boolean }>();
  const of = (geometry: number, glyph: boolean): Group => {
    const key = `${geometry} ${glyph}`;
    let entry = out.get(key);
    if (!entry) {
      out.set(key, (entry = { geometry, glyphs: glyph, group: { solids: [], betweens: [], glyphs: [] } }));
    }
    return entry.group;
  };
  solids.forEach((s) => of(s.geometry, false).solids.push(s));
  betweens.forEach((b) => of(b.geometry, false).betweens.push(b));
  glyphs.forEach((g) => of(g.geometry, true).glyphs.push(g));
  return [...out.values()];
}
