/* test/make_bundle.ts -- bundles of any size whose motion is known, in the format of src/format.ts. Bodies stand on a
 * square grid: body k swings as x = x0 + a sin(t + k) along x and turns about z at 1 rad/s. Cables and beams hang
 * along x behind them, sheets lie beside. Used by the unit tests and, in the browser, by test/browser.mjs.
 */
import type {
  ArrayRef,
  Field,
  Geometry,
  Glyph,
  Head,
  Item,
  Line,
  More,
  Row,
  Section,
  Series,
  Sheet,
  Solid,
  Spot,
} from "../src/format";

export interface Wanted {
  bodies?: number;
  springs?: number;
  joints?: number;
  cables?: number; // smooth round lines
  beams?: number; // I sections, with fields on nodes and on elements
  tubes?: number; // square hollow sections
  linePoints?: number; // rows per line
  sheets?: number;
  sheetSide?: number; // rows per side of a sheet
  arrows?: number;
  frames?: number;
  duration?: number;
  sphereRings?: number; // fineness of the sphere among the body shapes
  status?: string;
  brokenAfter?: number; // frames from this time on are not numbers
  live?: boolean;
}

export const swing = 0.3;

class Body {
  private parts: Uint8Array[] = [];
  private size = 0;

  add(type: ArrayRef["type"], numbers: ArrayLike<number>): ArrayRef {
    const array =
      type === "f32"
        ? Float32Array.from(numbers)
        : type === "f64"
          ? Float64Array.from(numbers)
          : type === "u32"
            ? Uint32Array.from(numbers)
            : Int32Array.from(numbers);
    const ref: ArrayRef = { type, offset: this.size, length: array.length };
    const bytes = new Uint8Array(8 * Math.ceil(array.byteLength / 8));
    bytes.set(new Uint8Array(array.buffer));
    this.parts.push(bytes);
    this.size += bytes.length;
    return ref;
  }

  close(head: object): ArrayBuffer {
    const text = new TextEncoder().encode(JSON.stringify(head));
    const length = 8 * Math.ceil((8 + text.length) / 8) - 8;
    const out = new Uint8Array(8 + length + this.size);
    out.fill(32, 8, 8 + length);
    out.set([83, 78, 69, 87]);
    new DataView(out.buffer).setUint32(4, length, true);
    out.set(text, 8);
    let o = 8 + length;
    for (const part of this.parts) {
      out.set(part, o);
      o += part.length;
    }
    return out.buffer;
  }
}

interface Shape {
  name: string;
  v: number[];
  n: number[];
  t: number[];
}

function box(): Shape {
  const s: Shape = { name: "box", v: [], n: [], t: [] };
  for (let axis = 0; axis < 3; axis++) {
    for (const side of [-1, 1]) {
      const base = s.v.length / 3;
      for (const [a, b] of [
        [-1, -1],
        [1, -1],
        [1, 1],
        [-1, 1],
      ]) {
        const p = [0, 0, 0];
        p[axis] = side / 2;
        p[(axis + 1) % 3] = (a * side) / 2;
        p[(axis + 2) % 3] = b / 2;
        const n = [0, 0, 0];
        n[axis] = side;
        s.v.push(...p);
        s.n.push(...n);
      }
      s.t.push(base, base + 1, base + 2, base, base + 2, base + 3);
    }
  }
  return s;
}

function sphere(rings: number): Shape {
  const s: Shape = { name: "sphere", v: [], n: [], t: [] };
  const around = 2 * rings;
  for (let i = 0; i <= rings; i++) {
    for (let j = 0; j <= around; j++) {
      const a = (Math.PI * i) / rings;
      const b = (2 * Math.PI * j) / around;
      const n = [Math.sin(a) * Math.cos(b), Math.sin(a) * Math.sin(b), Math.cos(a)];
      s.n.push(...n);
      s.v.push(...n.map((x) => x / 2));
      if (i > 0 && j > 0) {
        const k = i * (around + 1) + j;
        s.t.push(k - around - 2, k - 1, k, k - around - 2, k, k - around - 1);
      }
    }
  }
  return s;
}

/** Cylinder about z, or a spring along x from 0 to 1, or a ring: a tube along a curve, or turned outline. */
function tube(
  name: string,
  pieces: number,
  radius: number,
  at: (u: number) => number[],
  along: (u: number) => number[],
): Shape {
  const s: Shape = { name, v: [], n: [], t: [] };
  const sides = 8;
  for (let i = 0; i <= pieces; i++) {
    const p = at(i / pieces);
    const d = along(i / pieces);
    const size = Math.hypot(...d);
    const t = d.map((x) => x / size);
    const u0 = Math.abs(t[0]) > 0.9 ? [0, 1, 0] : [1, 0, 0];
    const k = u0[0] * t[0] + u0[1] * t[1] + u0[2] * t[2];
    let u = u0.map((x, c) => x - k * t[c]);
    const us = Math.hypot(...u);
    u = u.map((x) => x / us);
    const w = [t[1] * u[2] - t[2] * u[1], t[2] * u[0] - t[0] * u[2], t[0] * u[1] - t[1] * u[0]];
    for (let j = 0; j < sides; j++) {
      const a = (2 * Math.PI * j) / sides;
      const n = u.map((x, c) => x * Math.cos(a) + w[c] * Math.sin(a));
      s.n.push(...n);
      const thin = name === "spring" ? 0.07 : 1; // springs are stretched along x
      s.v.push(...n.map((x, c) => p[c] + radius * x * (c === 0 ? thin : 1)));
      if (i > 0) {
        const b = i * sides;
        const j2 = (j + 1) % sides;
        s.t.push(b - sides + j, b - sides + j2, b + j2, b - sides + j, b + j2, b + j);
      }
    }
  }
  return s;
}

function cylinder(): Shape {
  const s: Shape = { name: "cylinder", v: [], n: [], t: [] };
  const sides = 32;
  for (let j = 0; j <= sides; j++) {
    const a = (2 * Math.PI * j) / sides;
    for (const z of [-0.5, 0.5]) {
      s.v.push(0.5 * Math.cos(a), 0.5 * Math.sin(a), z);
      s.n.push(Math.cos(a), Math.sin(a), 0);
    }
    if (j > 0) {
      const k = 2 * j;
      s.t.push(k - 2, k, k + 1, k - 2, k + 1, k - 1);
    }
  }
  for (const z of [-1, 1]) {
    const base = s.v.length / 3;
    for (let j = 0; j < sides; j++) {
      const a = (2 * Math.PI * j) / sides;
      s.v.push(0.5 * Math.cos(a), 0.5 * Math.sin(a), z / 2);
      s.n.push(0, 0, z);
      if (j > 1) {
        s.t.push(base, base + (z > 0 ? j - 1 : j), base + (z > 0 ? j : j - 1));
      }
    }
  }
  return s;
}

const turns = 8;
const spring = (): Shape =>
  tube(
    "spring",
    turns * 16,
    0.2,
    (u) => [u, Math.cos(2 * Math.PI * turns * u), Math.sin(2 * Math.PI * turns * u)],
    (u) => [0.04, -Math.sin(2 * Math.PI * turns * u), Math.cos(2 * Math.PI * turns * u)],
  );
const ring = (): Shape =>
  tube(
    "revolute",
    32,
    0.25,
    (u) => [Math.cos(2 * Math.PI * u), Math.sin(2 * Math.PI * u), 0],
    (u) => [-Math.sin(2 * Math.PI * u), Math.cos(2 * Math.PI * u), 0],
  );

const iSection: Section = {
  loops: [
    [
      [-0.06, -0.08],
      [0.06, -0.08],
      [0.06, -0.06],
      [0.01, -0.06],
      [0.01, 0.06],
      [0.06, 0.06],
      [0.06, 0.08],
      [-0.06, 0.08],
      [-0.06, 0.06],
      [-0.01, 0.06],
      [-0.01, -0.06],
      [-0.06, -0.06],
    ],
  ],
};
const hollow: Section = {
  loops: [
    [
      [-0.06, -0.06],
      [0.06, -0.06],
      [0.06, 0.06],
      [-0.06, 0.06],
    ],
    [
      [-0.045, -0.045],
      [-0.045, 0.045],
      [0.045, 0.045],
      [0.045, -0.045],
    ],
  ],
};

const colors = ["#4477aa", "#ee6677", "#228833", "#ccbb44", "#66ccee", "#aa3377", "#8899aa"];
const unturned: [number, number, number, number] = [1, 0, 0, 0];

/** Everything that frames and tables hold at a time; offsets as in the head. */
interface Plan {
  head: Head;
  body: Body;
  stride: number;
  frame(t: number, out: Float32Array, o: number): void;
  row(t: number): number[];
  step(t: number): number[];
}

function plan(w: Wanted): Plan {
  const bodies = w.bodies ?? 4;
  const side = Math.max(1, Math.ceil(Math.sqrt(bodies)));
  const linePoints = w.linePoints ?? 9;
  const sheetSide = w.sheetSide ?? 8;
  const body = new Body();
  const shapes = [box(), sphere(w.sphereRings ?? 12), cylinder(), spring(), ring()];
  const geometries: Geometry[] = [];
  const v: number[] = [];
  const n: number[] = [];
  const tri: number[] = [];
  for (const s of shapes) {
    geometries.push({
      name: s.name,
      firstVertex: v.length / 3,
      vertices: s.v.length / 3,
      firstTriangle: tri.length / 3,
      triangles: s.t.length / 3,
    });
    for (const x of s.v) v.push(x);
    for (const x of s.n) n.push(x);
    for (const x of s.t) tri.push(x);
  }
  const items: Item[] = [];
  const rows: Row[] = [];
  const movers: ((t: number, out: Float32Array, o: number) => void)[] = [];
  let stride = 0;
  const item = (name: string, kind: string, cls: Item["class"], data: [string, string][]): number =>
    items.push({
      name,
      kind,
      class: cls,
      color: cls === "joint" ? "#777788" : colors[items.length % colors.length],
      data,
    }) - 1;
  const spot = (row: number, position: [number, number, number] = [0, 0, 0]): Spot => ({
    row,
    position,
    quaternion: unturned,
  });

  rows.push({ item: -1, position: -1, quaternion: -1, velocity: -1, spin: -1, at: [0, 0, 0], turn: unturned });
  /** x = x0 + a (sin(t + phase) - sin(phase)) d; with `turns`, about z at 1 rad/s. */
  const moving = (
    of: number,
    x0: [number, number, number],
    d: [number, number, number],
    phase: number,
    turning: boolean,
  ): number => {
    const position = stride;
    stride += turning ? 13 : 6;
    rows.push({
      item: of,
      position,
      quaternion: turning ? position + 6 : -1,
      velocity: position + 3,
      spin: turning ? position + 10 : -1,
      at: x0,
      turn: unturned,
    });
    movers.push((t, out, o) => {
      for (let c = 0; c < 3; c++) {
        out[o + position + c] = x0[c] + d[c] * (Math.sin(t + phase) - Math.sin(phase));
        out[o + position + 3 + c] = d[c] * Math.cos(t + phase);
      }
      if (turning) {
        out.set([Math.cos(t / 2), 0, 0, Math.sin(t / 2), 0, 0, 1], o + position + 6);
      }
    });
    return rows.length - 1;
  };
  const field = (f: Omit<Field, "offset">, value: (t: number, k: number) => number): void => {
    const offset = stride;
    stride += f.count;
    fields.push({ ...f, offset });
    movers.push((t, out, o) => {
      for (let k = 0; k < f.count; k++) {
        out[o + offset + k] = value(t, k);
      }
    });
  };

  const fields: Field[] = [];
  const solids: Solid[] = [];
  for (let k = 0; k < bodies; k++) {
    const i = item(`body${k + 1}`, "body", "part", [["mass", `${k + 1} kg`]]);
    const row = moving(i, [k % side, Math.floor(k / side), 0], [swing, 0, 0], k, true);
    solids.push({ item: i, geometry: k % 3, at: spot(row), scale: [0.5, 0.4, 0.3] });
    field({ item: i, name: "energy", unit: "J", on: "part", count: 1 }, (t) => k + Math.sin(t));
  }
  const bodyRow = (k: number): number => 1 + (k % Math.max(1, bodies));
  const betweens = Array.from({ length: w.springs ?? 0 }, (_, k) => ({
    item: item(`spring${k + 1}`, "spring", "force", [["stiffness", "100 N/m"]]),
    geometry: 3,
    a: spot(0, [k % side, Math.floor(k / side), 1.5]),
    b: spot(bodyRow(k), [0, 0, 0.15]),
    across: 0.08,
  }));
  const glyphs: Glyph[] = Array.from({ length: w.joints ?? 0 }, (_, k) => ({
    item: item(`joint${k + 1}`, "revolute", "joint", []),
    geometry: 4,
    a: spot(bodyRow(k), [0, 0, 0.2]),
    b: spot(bodyRow(k), [0, 0, 0.2]),
  }));

  const sections = [iSection, hollow];
  const lines: Line[] = [];
  const kinds: [string, number, number][] = [
    ["cable", w.cables ?? 0, -1],
    ["beam", w.beams ?? 0, 0],
    ["tube", w.tubes ?? 0, 1],
  ];
  kinds.forEach(([kind, count, section], which) => {
    for (let k = 0; k < count; k++) {
      const i = item(`${kind}${k + 1}`, kind, "part", [["length", `${side} m`]]);
      const own = Array.from({ length: linePoints }, (_, j) => {
        const u = j / (linePoints - 1);
        const sag = 0.25 * Math.sin(Math.PI * u);
        return moving(
          i,
          [u * Math.max(side - 1, 2), -1 - 0.6 * k - 8 * which * 0.3, 0.4 - sag],
          [0, 0.05 * sag, sag],
          k + 2 * u,
          false,
        );
      });
      lines.push({ item: i, rows: own, radius: 0.03, section, smooth: true, order: 0, spots: [] });
      field(
        { item: i, name: "tension", unit: "N", on: "elements", count: linePoints - 1 },
        (t, j) => 100 * Math.cos(j - t),
      );
      field({ item: i, name: "curvature", unit: "1/m", on: "nodes", count: linePoints }, (t, j) => Math.sin(j + t));
    }
  });
  const sheets: Sheet[] = [];
  for (let k = 0; k < (w.sheets ?? 0); k++) {
    const i = item(`shell${k + 1}`, "shell", "part", []);
    const own: number[] = [];
    const triangles: number[] = [];
    for (let a = 0; a < sheetSide; a++) {
      for (let b = 0; b < sheetSide; b++) {
        const [x, y] = [a / (sheetSide - 1), b / (sheetSide - 1)];
        own.push(
          moving(
            i,
            [side + 0.5 + 2 * x, 2.2 * k + 2 * y, 0],
            [0, 0, 0.25 * Math.sin(3 * x) * Math.cos(3 * y)],
            0,
            false,
          ),
        );
        if (a > 0 && b > 0) {
          const c = a * sheetSide + b;
          triangles.push(c - sheetSide - 1, c - 1, c, c - sheetSide - 1, c, c - sheetSide);
        }
      }
    }
    sheets.push({ item: i, rows: body.add("i32", own), triangles: body.add("u32", triangles) });
    field({ item: i, name: "curvature", unit: "1/m", on: "nodes", count: own.length }, (t, j) => Math.sin(0.1 * j + t));
  }

  const series: Series[] = [
    { table: 0, path: "channels/tip", unit: "m", width: 1, offset: 0, item: -1 },
    { table: 0, path: "energy/kinetic", unit: "J", width: 1, offset: 1, item: -1 },
    { table: 0, path: "energy/potential", unit: "J", width: 1, offset: 2, item: -1 },
    { table: 0, path: "energy/total", unit: "J", width: 1, offset: 3, item: -1 },
    { table: 0, path: "forces/pull", unit: "N", width: 3, offset: 4, item: -1 },
    { table: 1, path: "steps/size", unit: "s", width: 1, offset: 0, item: -1 },
    { table: 1, path: "steps/iterations", unit: "", width: 1, offset: 1, item: -1 },
  ];
  const arrows = Array.from({ length: w.arrows ?? 0 }, (_, k) => ({
    item: item(`pull${k + 1}`, "force", "force", []),
    at: spot(bodyRow(k)),
    quantity: k % 2 === 0 ? ("force" as const) : ("moment" as const),
    series: 4,
  }));
  const none: ArrayRef = { type: "f32", offset: 0, length: 0 };
  const head: Head = {
    format: "sinew page",
    version: 1,
    model: "synthetic",
    file: "synthetic.h5",
    creator: "test/make_bundle.ts",
    status: w.status ?? "completed",
    summary: [["bodies", String(bodies)]],
    parameters: { bodies },
    warnings: [],
    log: ["made for a test"],
    text: "# no model",
    up: [0, 0, 1],
    jointSize: 0.08,
    extent: Math.max(side, 2),
    center: [side / 2, side / 2, 0],
    radius: side,
    duration: w.duration ?? 10,
    storedFrames: w.frames ?? 11,
    vertices: body.add("f32", v),
    normals: body.add("f32", n),
    triangles: body.add("u32", tri),
    geometries,
    items,
    rows,
    solids,
    betweens,
    lines,
    sections,
    sheets,
    glyphs,
    arrows,
    fields,
    frames: { time: none, values: none, stride },
    tables: [],
    series,
  };
  return {
    head,
    body,
    stride,
    frame: (t, out, o) =>
      t >= (w.brokenAfter ?? Infinity) ? out.fill(NaN, o, o + stride) : movers.forEach((move) => move(t, out, o)),
    row: (t) => [Math.sin(t), Math.cos(t) ** 2, Math.sin(t) ** 2, 1, 10 * Math.cos(t), 0, 10 * Math.sin(t)],
    step: (t) => [0.01, 2 + Math.round(Math.sin(t))],
  };
}

function fill(
  p: Plan,
  times: number[],
  body: Body,
): { frames: { time: ArrayRef; values: ArrayRef }; tables: { time: ArrayRef; values: ArrayRef }[] } {
  const values = new Float32Array(times.length * p.stride);
  times.forEach((t, i) => p.frame(t, values, i * p.stride));
  const table = (row: (t: number) => number[]): { time: ArrayRef; values: ArrayRef } => ({
    time: body.add("f64", times),
    values: body.add("f32", times.flatMap(row)),
  });
  return {
    frames: { time: body.add("f64", times), values: body.add("f32", values) },
    tables: [table(p.row), table(p.step)],
  };
}

export function makeBundle(w: Wanted = {}): ArrayBuffer {
  const p = plan(w);
  const n = w.frames ?? 11;
  const duration = w.duration ?? 10;
  const times = Array.from({ length: n }, (_, i) => (duration * i) / Math.max(1, n - 1));
  const filled = fill(p, times, p.body);
  p.head.frames = { ...filled.frames, stride: p.stride };
  p.head.tables = [
    { name: "rows", ...filled.tables[0], stride: 7 },
    { name: "steps", ...filled.tables[1], stride: 2 },
  ];
  if (w.live) {
    p.head.live = { next: n };
    p.head.status = "running";
  }
  return p.body.close(p.head);
}

/** Frames at further times of the same model, as a live server sends them. */
export function makeMore(w: Wanted, times: number[], status = "running", next = times.length): ArrayBuffer {
  const p = plan(w);
  const body = new Body();
  const more: More = {
    next,
    status,
    summary: [["bodies", String(w.bodies ?? 4)]],
    warnings: ["something was noticed"],
    log: ["more"],
    ...fill(p, times, body),
  };
  return body.close(more);
}

export function toBase64(buffer: ArrayBuffer): string {
  const bytes = new Uint8Array(buffer);
  let binary = "";
  for (let i = 0; i < bytes.length; i += 0x8000) {
    binary += String.fromCharCode(...bytes.subarray(i, i + 0x8000));
  }
  return btoa(binary);
}
