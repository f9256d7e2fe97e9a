/* scene/surfaces.ts -- surfaces whose vertices move one by one: swept lines and sheets, all in one geometry each.
 * Arrays are made once; positions and normals are written in place when the time changes, values when colours need
 * them.
 */
import { BufferAttribute, BufferGeometry, DynamicDrawUsage, LineSegments, Mesh } from "three";
import type { BundleData, SheetData } from "../bundle";
import type { Field } from "../format";
import type { Hull } from "./hull";
import { type Materials, modes } from "./materials";
import { type Profile, roundProfile, sectionProfile } from "./profile";
import type { Hit, Ray } from "./ray";
import type { Rows } from "./rows";
import { Sweep } from "./sweep";
import type { Range, Values } from "./values";

const kind = { none: 1, smooth: 2, piece: 3 };
const dynamic = (array: Float32Array, size: number): BufferAttribute =>
  new BufferAttribute(array, size).setUsage(DynamicDrawUsage);

/** What lines and sheets have in common: one mesh, items by ranges of vertices, rows by vertex. */
export class Surface {
  readonly mesh: Mesh;
  readonly edges: LineSegments;
  readonly shadow: Mesh;
  readonly positions: Float32Array;
  readonly normals: Float32Array;
  readonly values: Float32Array; // value, kind
  readonly index: Uint32Array;
  readonly itemOf: Int32Array; // per vertex
  readonly rowOf: Int32Array; // per vertex: nearest
  readonly radiusOf: Float32Array; // per vertex of a round line; 0: it has a shape of its own
  /** Runs of vertices and triangles that belong together (a line, a sheet), each in a box: for the ray. */
  readonly runs: { firstVertex: number; vertices: number; firstTriangle: number; triangles: number }[] = [];
  private boxes = new Float64Array(0);
  private boxesOld = true;
  private readonly attributes: { position: BufferAttribute; normal: BufferAttribute; value: BufferAttribute };

  constructor(vertices: number, triangles: number, materials: Materials) {
    this.positions = new Float32Array(3 * vertices);
    this.normals = new Float32Array(3 * vertices);
    this.values = new Float32Array(2 * vertices);
    this.index = new Uint32Array(3 * triangles);
    this.itemOf = new Int32Array(vertices);
    this.rowOf = new Int32Array(vertices);
    this.radiusOf = new Float32Array(vertices);
    this.attributes = {
      position: dynamic(this.positions, 3),
      normal: dynamic(this.normals, 3),
      value: dynamic(this.values, 2),
    };
    const geometry = new BufferGeometry();
    geometry.setAttribute("position", this.attributes.position);
    geometry.setAttribute("normal", this.attributes.normal);
    geometry.setAttribute("aValue", this.attributes.value);
    this.mesh = new Mesh(geometry, materials.surface);
    this.mesh.frustumCulled = false;
    this.mesh.matrixAutoUpdate = false;
    this.shadow = new Mesh(geometry, materials.shadow);
    this.shadow.frustumCulled = false;
    this.shadow.matrixAutoUpdate = false;
    this.shadow.renderOrder = -4;
    this.edges = new LineSegments(new BufferGeometry(), materials.link);
    this.edges.frustumCulled = false;
    this.edges.matrixAutoUpdate = false;
  }

  /** After index and itemOf are filled. edges: pairs of vertices; they are drawn from the same positions. */
  finish(slot: (item: number) => number, edges: number[]): void {
    const itemOf = new BufferAttribute(Float32Array.from(this.itemOf, slot), 1);
    this.mesh.geometry.setIndex(new BufferAttribute(this.index, 1));
    this.mesh.geometry.setAttribute("aItem", itemOf);
    this.mesh.geometry.setAttribute("aRadius", new BufferAttribute(this.radiusOf, 1));
    this.edges.geometry.setIndex(new BufferAttribute(Uint32Array.from(edges), 1));
    this.edges.geometry.setAttribute("position", this.attributes.position);
    this.edges.geometry.setAttribute("aItem", itemOf);
  }

  get triangles(): number {
    return this.index.length / 3;
  }

  moved(): number {
    this.boxesOld = true;
    this.attributes.position.needsUpdate = true;
    this.attributes.normal.needsUpdate = true;
    return this.positions.byteLength + this.normals.byteLength;
  }

  colored(): number {
    this.attributes.value.needsUpdate = true;
    return this.values.byteLength;
  }

  /** Adds vertices; of very many only a sample, spread evenly. */
  outline(hull: Hull, only: (item: number) => boolean): void {
    const n = this.itemOf.length;
    const step = n > 4000 ? Math.floor(n / 4000) * 2 + 1 : 1; // odd, so that it does not keep to one side of a ring
    for (let i = 0; i < n; i += step) {
      if (only(this.itemOf[i])) {
        hull.add(this.positions[3 * i], this.positions[3 * i + 1], this.positions[3 * i + 2]);
      }
    }
  }

  private box(run: number): void {
    const box = this.boxes.subarray(6 * run, 6 * run + 6);
    box.fill(Infinity, 0, 3);
    box.fill(-Infinity, 3, 6);
    const { firstVertex, vertices } = this.runs[run];
    for (let i = 3 * firstVertex; i < 3 * (firstVertex + vertices); i++) {
      const c = i % 3;
      box[c] = Math.min(box[c], this.positions[i]);
      box[c + 3] = Math.max(box[c + 3], this.positions[i]);
    }
  }

  raycast(ray: Ray, hit: Hit, seen: (item: number) => boolean): void {
    const { index, positions } = this;
    if (this.boxesOld) {
      this.boxes = this.boxes.length > 0 ? this.boxes : new Float64Array(6 * this.runs.length);
      this.runs.forEach((_, i) => this.box(i));
      this.boxesOld = false;
    }
    this.runs.forEach((run, i) => {
      if (!seen(this.itemOf[run.firstVertex]) || !ray.meetsBox(this.boxes.subarray(6 * i, 6 * i + 6), hit.distance)) {
        return;
      }
      for (let t = 3 * run.firstTriangle; t < 3 * (run.firstTriangle + run.triangles); t += 3) {
        const distance = ray.meetsTriangle(positions, index[t], index[t + 1], index[t + 2]);
        if (distance < hit.distance) {
          hit.distance = distance;
          hit.item = this.itemOf[index[t]];
          hit.row = this.rowOf[index[t]];
        }
      }
    });
  }

  dispose(): void {
    this.mesh.geometry.dispose();
    this.edges.geometry.dispose();
  }
}

/** Size of a motion of row i: speed or displacement. */
function sizeOf(rows: Rows, mode: number, row: number): number {
  const a = mode === modes.speed ? rows.v : rows.moved;
  return Math.sqrt(a[3 * row] * a[3 * row] + a[3 * row + 1] * a[3 * row + 1] + a[3 * row + 2] * a[3 * row + 2]);
}

/** Rings per piece of a smooth line and sides of a round one: fine for a few lines, coarser for many. */
export function fineness(rows: number): { pieces: number; sides: number } {
  return rows < 400
    ? { pieces: 6, sides: 20 }
    : rows < 2000
      ? { pieces: 3, sides: 14 }
      : rows < 8000
        ? { pieces: 2, sides: 10 }
        : { pieces: 1, sides: 8 };
}

/** A straight piece from three numbers of a from i on to three of b from k on. */
export type Piece = (a: ArrayLike<number>, i: number, b: ArrayLike<number>, k: number) => void;

export class Lines {
  readonly surface: Surface;
  private readonly sweeps: { sweep: Sweep; item: number; first: number; ring: Float32Array; radius: number }[] = [];

  constructor(data: BundleData, materials: Materials, slot: (item: number) => number) {
    const { lines, sections } = data.head;
    const total = lines.reduce((sum, l) => sum + l.rows.length, 0);
    const { pieces, sides } = fineness(total);
    const profiles = new Map<string, Profile>();
    let vertices = 0;
    let triangles = 0;
    for (const line of lines) {
      if (line.rows.length < 2) {
        continue;
      }
      const section = line.section >= 0 ? sections[line.section] : undefined;
      const key = section ? `section ${line.section}` : `round ${line.radius}`;
      let profile = profiles.get(key);
      if (!profile) {
        profiles.set(key, (profile = section ? sectionProfile(section) : roundProfile(line.radius, sides)));
      }
      const { rows, smooth, order, spots } = line;
      const fine = order > 0 ? Math.max(2, pieces) * order : smooth ? pieces : 1;
      const sweep = new Sweep(rows, profile, !section, fine, smooth, order, spots.flat());
      this.sweeps.push({ sweep, item: line.item, first: vertices, ring: new Float32Array(2 * sweep.rings), radius: section ? 0 : line.radius });
      vertices += sweep.vertices;
      triangles += sweep.triangles;
    }
    const surface = new Surface(vertices, triangles, materials);
    this.surface = surface;
    let o = 0;
    const edges: number[][] = [];
    for (const { sweep, item, first, radius } of this.sweeps) {
      edges.push(sweep.edges(first));
      surface.runs.push({
        firstVertex: first,
        vertices: sweep.vertices,
        firstTriangle: o / 3,
        triangles: sweep.triangles,
      });
      o = sweep.writeIndex(surface.index, o, first);
      sweep.forEachVertex((v, ring) => {
        surface.itemOf[first + v] = item;
        surface.radiusOf[first + v] = radius;
        const { i, share } = sweep.between(ring);
        surface.rowOf[first + v] = sweep.rows[i + Math.round(share)];
      });
    }
    surface.finish(slot, edges.flat());
  }

  place(rows: Rows): number {
    for (const { sweep, first } of this.sweeps) {
      sweep.write(rows.x, rows.q, this.surface.positions, this.surface.normals, first);
    }
    return this.surface.moved();
  }

  color(rows: Rows, values: Values): number {
    if (values.mode === modes.item) {
      return 0;
    }
    for (const { sweep, item, first, ring } of this.sweeps) {
      const field = values.of(item);
      for (let i = 0; i < sweep.rings; i++) {
        if (values.mode === modes.field) {
          alongLine(values, field, i, sweep, ring);
        } else if (!values.has(item)) {
          ring[2 * i + 1] = kind.none;
        } else {
          const { i: k, share: s } = sweep.between(i);
          const a = sizeOf(rows, values.mode, sweep.rows[k]);
          ring[2 * i] = s > 0 ? a + s * (sizeOf(rows, values.mode, sweep.rows[k + 1]) - a) : a;
          ring[2 * i + 1] = kind.smooth;
        }
      }
      this.spread(sweep, first, ring);
    }
    return this.surface.colored();
  }

  /** The middle of every line, piece by piece, as placed. */
  middles(seen: (item: number) => boolean, piece: Piece): void {
    for (const { sweep, item } of this.sweeps) {
      for (let i = 0; i + 1 < sweep.rings && seen(item); i++) {
        piece(sweep.center, 3 * i, sweep.center, 3 * i + 3);
      }
    }
  }

  private spread(sweep: Sweep, first: number, ring: Float32Array): void {
    const out = this.surface.values;
    const { count } = sweep.profile;
    let o = 2 * first;
    for (let i = 0; i < sweep.rings; i++) {
      for (let j = 0; j < count; j++, o += 2) {
        out[o] = ring[2 * i];
        out[o + 1] = ring[2 * i + 1];
      }
    }
    const end = 2 * (first + sweep.vertices);
    const middle = (o + end) / 2;
    for (; o < end; o += 2) {
      const i = o < middle ? 0 : sweep.rings - 1;
      out[o] = ring[2 * i];
      out[o + 1] = ring[2 * i + 1];
    }
  }

  extremes(rows: Rows, values: Values, range: Range): void {
    for (const { sweep, item } of this.sweeps) {
      for (let i = 0; i < sweep.rows.length && values.has(item); i++) {
        range.add(sizeOf(rows, values.mode, sweep.rows[i]));
      }
    }
  }
}

/** Value of ring i of a line. Elements lie evenly along it: a ring has the value of the piece that begins there, the last
 *  ring of an element that of the next one. */
function alongLine(values: Values, field: Field | null, i: number, sweep: Sweep, out: Float32Array): void {
  out[2 * i] = 0;
  out[2 * i + 1] = kind.none;
  if (field === null) {
    return;
  }
  const along = sweep.along(i);
  if (field.on === "nodes" && field.count > 1) {
    const u = along * (field.count - 1);
    const k = Math.min(Math.floor(u), field.count - 2);
    const a = values.get(field, k);
    out[2 * i] = a + (u - k) * (values.get(field, k + 1) - a);
    out[2 * i + 1] = kind.smooth;
  } else if (field.on === "elements") {
    const middle = (Math.min(i, sweep.rings - 2) + 0.5) / (sweep.rings - 1);
    out[2 * i] = values.get(field, Math.floor((sweep.order > 0 ? along + 1e-9 : middle) * field.count));
    out[2 * i + 1] = kind.piece;
  } else {
    out[2 * i] = values.get(field, 0);
    out[2 * i + 1] = kind.smooth;
  }
}

/** Edges that only one triangle has. */
function outline(index: Uint32Array): number[] {
  const open = new Map<string, [number, number]>();
  for (let i = 0; i < index.length; i++) {
    const a = index[i];
    const b = index[i % 3 === 2 ? i - 2 : i + 1];
    const key = a < b ? `${a} ${b}` : `${b} ${a}`;
    if (!open.delete(key)) {
      open.set(key, [a, b]);
    }
  }
  return [...open.values()].flat();
}

export class Sheets {
  readonly surface: Surface;
  private readonly sheets: { item: number; first: number; count: number; data: SheetData; elementOf: Int32Array }[] = [];

  constructor(data: BundleData, materials: Materials, slot: (item: number) => number) {
    let vertices = 0;
    let triangles = 0;
    data.sheets.forEach((s, i) => {
      const elementOf = new Int32Array(s.rows.length).fill(-1);
      s.triangles.forEach((corner, k) => {
        elementOf[corner] = s.elements ? s.elements[Math.floor(k / 3)] : -1;
      });
      this.sheets.push({ item: data.head.sheets[i].item, first: vertices, count: s.rows.length, data: s, elementOf });
      vertices += s.rows.length;
      triangles += s.triangles.length / 3;
    });
    const surface = new Surface(vertices, triangles, materials);
    this.surface = surface;
    let o = 0;
    data.sheets.forEach((s, i) => {
      const { first, item } = this.sheets[i];
      surface.runs.push({
        firstVertex: first,
        vertices: s.rows.length,
        firstTriangle: o / 3,
        triangles: s.triangles.length / 3,
      });
      surface.rowOf.set(s.rows, first);
      surface.itemOf.fill(item, first, first + s.rows.length);
      for (let k = 0; k < s.triangles.length; k++) {
        surface.index[o++] = first + s.triangles[k];
      }
    });
    surface.finish(slot, outline(surface.index));
  }

  /** Normals of the corners: sum over their triangles, weighted with the areas. */
  place(rows: Rows): number {
    const { positions: x, normals: n, index, rowOf } = this.surface;
    for (let i = 0; i < rowOf.length; i++) {
      const r = 3 * rowOf[i];
      x[3 * i] = rows.x[r];
      x[3 * i + 1] = rows.x[r + 1];
      x[3 * i + 2] = rows.x[r + 2];
    }
    for (const { first, count, data } of this.sheets) {
      for (let i = 0; i < count && data.turns && data.beside; i++) {
        const m = 9 * data.turns[i];
        for (let k = 0; k < 3; k++) {
          x[3 * (first + i) + k] +=
            rows.m[m + 3 * k] * data.beside[3 * i] +
            rows.m[m + 3 * k + 1] * data.beside[3 * i + 1] +
            rows.m[m + 3 * k + 2] * data.beside[3 * i + 2];
        }
      }
    }
    n.fill(0);
    for (let t = 0; t < index.length; t += 3) {
      const a = 3 * index[t];
      const b = 3 * index[t + 1];
      const c = 3 * index[t + 2];
      const ux = x[b] - x[a];
      const uy = x[b + 1] - x[a + 1];
      const uz = x[b + 2] - x[a + 2];
      const vx = x[c] - x[a];
      const vy = x[c + 1] - x[a + 1];
      const vz = x[c + 2] - x[a + 2];
      const nx = uy * vz - uz * vy;
      const ny = uz * vx - ux * vz;
      const nz = ux * vy - uy * vx;
      for (let k = 0; k < 3; k++) {
        const o = k === 0 ? a : k === 1 ? b : c;
        n[o] += nx;
        n[o + 1] += ny;
        n[o + 2] += nz;
      }
    }
    for (let i = 0; i < n.length; i += 3) {
      const size = 1 / (Math.sqrt(n[i] * n[i] + n[i + 1] * n[i + 1] + n[i + 2] * n[i + 2]) || 1);
      n[i] *= size;
      n[i + 1] *= size;
      n[i + 2] *= size;
    }
    return this.surface.moved();
  }

  /** Fields: one number for the sheet, one per corner or node, or one per element (smooth between, as corners are shared). */
  color(rows: Rows, values: Values): number {
    if (values.mode === modes.item) {
      return 0;
    }
    const { rowOf, values: out } = this.surface;
    for (const { item, first, count, data, elementOf } of this.sheets) {
      const field = values.of(item);
      for (let i = 0; i < count; i++) {
        const o = 2 * (first + i);
        out[o + 1] = kind.smooth;
        if (values.mode !== modes.field && !values.has(item)) {
          out[o + 1] = kind.none;
        } else if (values.mode !== modes.field) {
          out[o] = sizeOf(rows, values.mode, rowOf[first + i]);
        } else if (field !== null && field.on === "part") {
          out[o] = values.get(field, 0);
        } else if (field !== null && field.on === "elements" && elementOf[i] >= 0) {
          out[o] = values.get(field, elementOf[i]);
        } else if (field !== null && field.on === "nodes" && (data.nodes || field.count === count)) {
          out[o] = values.get(field, data.nodes ? data.nodes[i] : i);
        } else {
          out[o] = 0;
          out[o + 1] = kind.none;
        }
      }
    }
    return this.surface.colored();
  }

  extremes(rows: Rows, values: Values, range: Range): void {
    for (const { data, item } of this.sheets) {
      for (let i = 0; i < data.rows.length && values.has(item); i++) {
        range.add(sizeOf(rows, values.mode, data.rows[i]));
      }
    }
  }
}
