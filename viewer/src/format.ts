/* format.ts -- what a page shows: the contract between `sinew view` (src/show/page/page.c) and the viewer.
 *
 * A bundle is one block of bytes, little-endian:
 *   0..3   "SNEW"
 *   4..7   length of the head in bytes (u32), padded with spaces so that 8 + length is a multiple of 8
 *   8..    the head: JSON (UTF-8)
 *   then   the body: arrays, each at a multiple of 8 from the start of the body
 * A page holds it packed: "SNEZ", then the bundle as a zlib stream, its arrays as differences (src/show/page/pack.h).
 * In a page that stands alone the bundle is the base64 text of <script id="sinew-bundle">. In a live page (`--serve`) that
 * element is empty and <html data-live="TOKEN">: the viewer gets `bundle?token=TOKEN`, then `more?token=TOKEN&from=NEXT`
 * every second, which answers with a bundle whose head is `More`.
 * 410: the file holds another run now, load the page again; 503: it cannot be read just now, ask again.
 *
 * Everything is SI. Geometry is made in C, once for page, pictures and VTK: the viewer knows places, not kinds of parts.
 */

/** An array in the body. */
export interface ArrayRef {
  type: "f32" | "f64" | "u32" | "i32" | "u16";
  offset: number; // bytes from the start of the body
  length: number; // numbers
  columns?: number; // in a row, 1 without: matters if it is packed
}

/** A row is something that moves: a node, a moving frame, a fixed point. Offsets are into a frame; -1: it never changes. */
export interface Row {
  item: number; // whose it is; -1: ground
  position: number; // 3 numbers
  quaternion: number; // 4, scalar first
  velocity: number; // 3
  spin: number; // 3, ground axes
  /** values where the offset is -1, and for every row the values of the first frame */
  at: [number, number, number];
  turn: [number, number, number, number];
}

/** A frame fixed in a row: x = x_row + R_row position, axes = R_row R(quaternion). */
export interface Spot {
  row: number;
  position: [number, number, number];
  quaternion: [number, number, number, number];
}

/** Triangles in their own coordinates; ranges of `vertices`, `normals` (3 per vertex) and `triangles` (3 per triangle). */
export interface Geometry {
  name: string;
  firstVertex: number;
  vertices: number;
  firstTriangle: number;
  triangles: number; // indices count from the geometry's first vertex
}

export interface Item {
  name: string;
  kind: string; // "body", "revolute"
  class: "part" | "joint" | "force" | "other";
  color: string; // "#4477aa"
  opacity?: number; // 0 .. 1, solid without
  gloss?: number; // 0.05 (rubber) .. 3 (polished), 1 without
  place?: string; // what its place is: "centre of mass"; empty: of a line
  data: [string, string][]; // what the user gave, as text: ["mass", "2.5 kg"]
}

/** A geometry fixed in a row, scaled along its own axes. */
export interface Solid {
  item: number;
  geometry: number;
  at: Spot;
  scale: [number, number, number];
}

/** A geometry along x from 0 to 1 stretched from a to b; across: its scale in y and z. Springs, rods. */
export interface Between {
  item: number;
  geometry: number;
  a: Spot;
  b: Spot;
  across: number;
}

/** A section swept along the line through rows (cables, links). Round if `section` is -1. With a section, its axes
 *  are the second and third axis of the rows. `smooth`: the line is a curve through its rows, else it has corners.
 *  With an order it is made of elements (beams): order + 1 stations each, one element after the other, neighbours with the
 *  same station twice. A station is a spot on its row; between them places and axes are polynomials of that order. */
export interface Line {
  item: number;
  rows: number[];
  radius: number;
  section: number;
  order: number; // 0: no elements
  spots: number[][]; // per station 7 numbers: position and quaternion on its row; empty without order
  smooth: boolean;
}

/** A closed polygon in the plane of a section (y, z), counterclockwise; further loops are holes. */
export interface Section {
  loops: [number, number][][];
}

/** Triangles whose corners are rows, or beside them (shells and faces of solids). */
export interface Sheet {
  item: number;
  rows: ArrayRef; // i32: row of each corner
  turns?: ArrayRef; // i32: row whose axes `beside` is in
  beside?: ArrayRef; // f64: 3 per corner, from its row
  nodes?: ArrayRef; // i32: number of each corner in fields "nodes"
  elements?: ArrayRef; // i32: number of each triangle in fields "elements"
  triangles: ArrayRef; // u32: 3 per triangle, into `rows`
}

/** A joint's symbol; its size follows the model and the user's slider. a on the first part, b on the second. */
export interface Glyph {
  item: number;
  geometry: number;
  a: Spot;
  b: Spot;
}

/** A force or moment drawn as an arrow; the vector is a series of width 3 in ground axes. */
export interface Arrow {
  item: number;
  at: Spot;
  quantity: "force" | "moment";
  series: number;
}

/** A number per part, per row of its line or per element of its line (evenly along it), in every frame: for colours. */
export interface Field {
  item: number;
  name: string; // "tension"
  unit: string;
  on: "part" | "nodes" | "elements";
  count: number;
  offset: number; // into a frame
}

/** Rows over time. Codes of 16 bits stand for low + step * code, column by column; 65535 for what is not a number. */
export interface TrackRef {
  time: ArrayRef; // f64
  values: ArrayRef; // f32 or u16, row by row, `stride` numbers each
  stride: number;
  low?: ArrayRef; // f32, one per column
  step?: ArrayRef;
}

/** Columns over time: `rows` (channels, energies), `steps` (size, iterations, defect) and `details` (joints, parts, forces). */
export interface Table extends TrackRef {
  name: "rows" | "steps" | "details";
}

export interface Series {
  table: number;
  path: string; // "channels/tip", "energy/kinetic", "joints/pivot/angle", "steps/iterations"
  unit: string;
  width: number;
  offset: number; // into a row of the table
  item: number; // -1: of the whole model
  base?: number; // to be added to every number: energies are kept as changes from their first value
  components?: string[]; // names of its components, where they are not x, y, z: ["N", "V2", "V3"]
}

/** A mode of vibration or buckling, shown by the frames of a part of the time: one period. */
export interface Mode {
  name: string; // "3.516 Hz", "factor 1.27"
  moves: string; // what moves most
  start: number;
  end: number;
}

/** `from`: a name ("front"), or azimuth and elevation in degrees ("30,20"); aim: what is in the middle. */
export interface View {
  from: string;
  zoom: number;
  aim?: [number, number, number];
}

export interface Head {
  format: "sinew page";
  version: 1;
  model: string;
  file: string;
  creator: string;
  status: string; // "completed", "failed", "stopped" (by the model), "interrupted", "running"
  summary: [string, string][]; // ["steps", "2000"]
  parameters: Record<string, number | string | boolean>;
  warnings: string[]; // of the model and of the run, each with its place and its advice
  log: string[];
  text: string; // the model, as run
  up: [number, number, number]; // against gravity; z without it
  extent: number; // size of the model, m
  center: [number, number, number]; // of the box around the whole motion
  radius: number; // of a sphere around it
  duration: number; // asked for; the last frame's time may be less
  modes?: Mode[]; // results of `sinew modes`; else a run
  clock?: { quantity: string; series: number }; // what stands in place of the time: "load factor" of equilibria
  view?: View; // where the model wants to be seen from
  storedFrames: number; // rows in the result; frames.count of them are here
  vertices: ArrayRef;
  normals: ArrayRef;
  triangles: ArrayRef;
  geometries: Geometry[];
  items: Item[];
  rows: Row[];
  solids: Solid[];
  betweens: Between[];
  lines: Line[];
  sections: Section[];
  sheets: Sheet[];
  glyphs: Glyph[];
  jointSize: number; // m: the glyphs' geometries have size 1
  arrows: Arrow[];
  fields: Field[];
  frames: TrackRef;
  tables: Table[];
  series: Series[];
  live?: { next: number };
}

/** What has come since: the arrays hold only new frames and rows, in the layout of the head. */
export interface More {
  next: number;
  status: string;
  summary: [string, string][];
  warnings: string[];
  log: string[];
  frames: { time: ArrayRef; values: ArrayRef };
  tables: { time: ArrayRef; values: ArrayRef }[];
}
