/* bundle.ts -- the data of a page: decoding of bundles (format.ts), growth in a live page, and reading at a time.
 * Arrays of frames and tables are views of growing stores: take them anew from the data after `append`.
 */
import type { ArrayRef, Head, More, TrackRef } from "./format";
import { numbersOf, undoDifferences } from "./unpack";

type Numbers = Float32Array | Float64Array | Uint32Array | Int32Array | Uint16Array;

const kinds = {
  f32: { size: 4, make: (b: ArrayBuffer, o: number, n: number) => new Float32Array(b, o, n) },
  f64: { size: 8, make: (b: ArrayBuffer, o: number, n: number) => new Float64Array(b, o, n) },
  u32: { size: 4, make: (b: ArrayBuffer, o: number, n: number) => new Uint32Array(b, o, n) },
  i32: { size: 4, make: (b: ArrayBuffer, o: number, n: number) => new Int32Array(b, o, n) },
  u16: { size: 2, make: (b: ArrayBuffer, o: number, n: number) => new Uint16Array(b, o, n) },
};

/** A bundle taken apart: its head as it was written, and a reader of its arrays. */
export interface Opened<H> {
  head: H;
  array(ref: ArrayRef): Numbers;
}

/** packed: its arrays are differences (unpack.ts). */
export function openBundle<H>(buffer: ArrayBuffer, packed = false): Opened<H> {
  const bytes = new Uint8Array(buffer);
  if (buffer.byteLength < 8 || String.fromCharCode(...bytes.subarray(0, 4)) !== "SNEW") {
    throw new Error("this is not a Sinew bundle: it does not begin with SNEW");
  }
  const length = new DataView(buffer).getUint32(4, true);
  if (8 + length > buffer.byteLength) {
    throw new Error("the bundle is cut short: its head is longer than the data");
  }
  const head = JSON.parse(new TextDecoder().decode(bytes.subarray(8, 8 + length))) as H;
  const body = 8 + length;
  return {
    head,
    array(ref) {
      const kind = kinds[ref.type];
      if (!kind) {
        throw new Error(`the bundle has an array of unknown type '${String(ref.type)}'`);
      }
      const from = body + ref.offset;
      if (ref.offset < 0 || ref.length < 0 || from + ref.length * kind.size > buffer.byteLength) {
        throw new Error("the bundle is cut short: an array ends after the data");
      }
      if (packed) {
        const bytes = new Uint8Array(buffer, from, ref.length * kind.size);
        return kind.make(undoDifferences(bytes, kind.size, ref.columns ?? 1), 0, ref.length);
      }
      return kind.make(buffer, from, ref.length);
    },
  };
}

/** Base64 (with any white space) to bytes. */
export function decodeBase64(text: string): ArrayBuffer {
  const binary = atob(text.replace(/\s+/g, ""));
  const bytes = new Uint8Array(binary.length);
  for (let i = 0; i < binary.length; i++) {
    bytes[i] = binary.charCodeAt(i);
  }
  return bytes.buffer;
}

/** Rows of `stride` numbers over time that can grow. */
export class Track {
  private timeStore: Float64Array;
  private valueStore: Float32Array;
  count: number;

  constructor(
    time: Float64Array,
    values: Float32Array,
    readonly stride: number,
  ) {
    if (values.length < time.length * stride) {
      throw new Error("the bundle has fewer values than times");
    }
    this.timeStore = time;
    this.valueStore = values;
    this.count = time.length;
  }

  /** Times of the rows; increasing. */
  get time(): Float64Array {
    return this.timeStore.length === this.count ? this.timeStore : this.timeStore.subarray(0, this.count);
  }

  /** Row by row, `stride` numbers each; may be longer than count*stride. */
  get values(): Float32Array {
    return this.valueStore;
  }

  get first(): number {
    return this.count > 0 ? this.timeStore[0] : 0;
  }

  get last(): number {
    return this.count > 0 ? this.timeStore[this.count - 1] : 0;
  }

  append(time: Float64Array, values: Float32Array): void {
    const total = this.count + time.length;
    if (values.length < time.length * this.stride) {
      throw new Error("the server sent fewer values than times");
    }
    if (total > this.timeStore.length) {
      const room = Math.max(total, 2 * this.timeStore.length, 64);
      const t = new Float64Array(room);
      t.set(this.timeStore.subarray(0, this.count));
      const v = new Float32Array(room * this.stride);
      v.set(this.valueStore.subarray(0, this.count * this.stride));
      this.timeStore = t;
      this.valueStore = v;
    }
    this.timeStore.set(time, this.count);
    this.valueStore.set(values.subarray(0, time.length * this.stride), this.count * this.stride);
    this.count = total;
  }

  /** Index of the last row at or before t (0 before the first, count-1 after the last). */
  indexAt(t: number): number {
    let low = 0;
    let high = this.count - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.timeStore[middle] <= t) {
        low = middle;
      } else {
        high = middle - 1;
      }
    }
    return low;
  }

  /** Share of the way from row i to row i+1 at t, within [0, 1]. */
  shareAt(i: number, t: number): number {
    if (i + 1 >= this.count) {
      return 0;
    }
    const a = this.timeStore[i];
    const b = this.timeStore[i + 1];
    return b > a ? Math.min(1, Math.max(0, (t - a) / (b - a))) : 0;
  }

  /** Index of the row nearest to t. */
  nearest(t: number): number {
    const i = this.indexAt(t);
    return this.shareAt(i, t) > 0.5 ? i + 1 : i;
  }

  /** The number at `offset` of the row, on the straight line between rows. */
  valueAt(offset: number, t: number): number {
    if (this.count === 0) {
      return NaN;
    }
    const i = this.indexAt(t);
    const s = this.shareAt(i, t);
    const a = this.valueStore[i * this.stride + offset];
    return s > 0 ? a + s * (this.valueStore[(i + 1) * this.stride + offset] - a) : a;
  }

  /** One column as an array of its own, for plots. */
  column(offset: number): Float32Array {
    const out = new Float32Array(this.count);
    for (let i = 0; i < this.count; i++) {
      out[i] = this.valueStore[i * this.stride + offset];
    }
    return out;
  }
}

/** Corners of triangles by rows; null where a corner is its row. */
export interface SheetData {
  rows: Int32Array;
  turns: Int32Array | null;
  beside: Float64Array | null;
  nodes: Int32Array | null;
  elements: Int32Array | null;
  triangles: Uint32Array;
}

/** Rows of a bundle; codes of 16 bits become numbers. */
function trackOf(opened: Opened<Head>, ref: TrackRef): Track {
  const values = opened.array(ref.values);
  const numbers =
    values instanceof Uint16Array ? numbersOf(values, opened.array(ref.low!), opened.array(ref.step!)) : values;
  return new Track(opened.array(ref.time) as Float64Array, numbers as Float32Array, ref.stride);
}

/** Everything a page shows. `head` keeps what does not grow; status, summary and log are replaced by `append`. */
export class BundleData {
  readonly head: Head;
  readonly vertices: Float32Array;
  readonly normals: Float32Array;
  readonly triangles: Uint32Array;
  readonly frames: Track;
  readonly tables: Track[];
  readonly sheets: SheetData[];

  constructor(opened: Opened<Head>) {
    const h = opened.head;
    if (h.format !== "sinew page" || h.version !== 1) {
      throw new Error(`this viewer reads 'sinew page' version 1, not '${h.format}' version ${h.version}`);
    }
    this.head = h;
    this.vertices = opened.array(h.vertices) as Float32Array;
    this.normals = opened.array(h.normals) as Float32Array;
    this.triangles = opened.array(h.triangles) as Uint32Array;
    this.frames = trackOf(opened, h.frames);
    this.tables = h.tables.map((t) => trackOf(opened, t));
    this.sheets = h.sheets.map((s) => ({
      rows: opened.array(s.rows) as Int32Array,
      turns: s.turns ? (opened.array(s.turns) as Int32Array) : null,
      beside: s.beside ? (opened.array(s.beside) as Float64Array) : null,
      nodes: s.nodes ? (opened.array(s.nodes) as Int32Array) : null,
      elements: s.elements ? (opened.array(s.elements) as Int32Array) : null,
      triangles: opened.array(s.triangles) as Uint32Array,
    }));
  }

  /** New frames and rows of a live run. */
  append(more: Opened<More>): void {
    const m = more.head;
    this.frames.append(more.array(m.frames.time) as Float64Array, more.array(m.frames.values) as Float32Array);
    m.tables.forEach((t, i) => {
      this.tables[i]?.append(more.array(t.time) as Float64Array, more.array(t.values) as Float32Array);
    });
    this.head.status = m.status;
    this.head.summary = m.summary;
    this.head.warnings = m.warnings;
    this.head.log = m.log;
    if (this.head.live) {
      this.head.live.next = m.next;
    }
  }

  /** Component of a series at a time. */
  seriesAt(series: number, component: number, t: number): number {
    const s = this.head.series[series];
    const table = s && this.tables[s.table];
    return s && table ? table.valueAt(s.offset + component, t) : NaN;
  }
}

export const decodeBundle = (buffer: ArrayBuffer, packed = false): BundleData =>
  new BundleData(openBundle<Head>(buffer, packed));
export const decodeMore = (buffer: ArrayBuffer): Opened<More> => openBundle<More>(buffer);
