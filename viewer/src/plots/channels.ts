/* channels.ts -- numbers over time: which there are, their names for people, and their value at any time.
 *
 * A channel is a component of a series: "energy/kinetic", "channels/tip.x", "joints/pivot/reaction.norm".
 * Between rows values are interpolated linearly; in the table of steps a value holds for the step that ends in its row.
 */
import type { Head, Series } from "../format";
import { type Scale, scaleFor } from "../ui/units";

/** Rows over time as the bundle keeps them; `count` grows in a live run. */
export interface TableData {
  readonly time: ArrayLike<number>;
  readonly values: ArrayLike<number>;
  readonly stride: number;
  readonly count: number;
}

export interface Channel {
  id: string;
  series: number;
  component: number; // -1: length of the vector
  table: number;
  unit: string;
  item: number;
  label: string; // "tip x"
  group: string; // "channels"
}

const letters: Record<number, string[]> = { 2: ["x", "y"], 3: ["x", "y", "z"], 4: ["w", "x", "y", "z"] };

export function componentNames(width: number, named?: readonly string[]): string[] {
  if (width <= 1) {
    return [""];
  }
  if (named && named.length === width) {
    return [...named];
  }
  return letters[width] ?? Array.from({ length: width }, (_, i) => String(i + 1));
}

/** The last row whose time is not after t, in [0, count - 1]; 0 before the first. -1 if there is none. */
export function rowAt(time: ArrayLike<number>, count: number, t: number): number {
  if (count === 0) {
    return -1;
  }
  let low = 0;
  let high = count - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (time[middle]! <= t) {
      low = middle;
    } else {
      high = middle - 1;
    }
  }
  return low;
}

/** Value of one column at time t; the ends are held. A missing neighbour (NaN) does not spoil a row that is there. */
export function interpolate(table: TableData, offset: number, t: number, hold = false): number {
  const i = rowAt(table.time, table.count, t);
  if (i < 0) {
    return NaN;
  }
  const t0 = table.time[i]!;
  const a = table.values[i * table.stride + offset]!;
  if (t <= t0 || i + 1 >= table.count) {
    return a;
  }
  const b = table.values[(i + 1) * table.stride + offset]!;
  if (hold) {
    return b;
  }
  const w = (t - t0) / (table.time[i + 1]! - t0);
  return a + w * (b - a);
}

/** Beside numbers of the same kind, what is this much smaller is what rounding leaves. */
export const roundOff = 1e-9;

export function clean(value: number, noise: number): number {
  return Math.abs(value) < noise ? 0 : value;
}

/** All channels of a head, found by id, and their columns. */
export class Channels {
  readonly list: Channel[] = [];
  private readonly byId = new Map<string, Channel>();
  private readonly bySeries = new Map<number, Channel[]>();
  private columns = new Map<string, (number | null)[]>();
  private noises = new Map<number, number>();
  private sizes = new Map<number, number>();

  constructor(
    readonly head: Pick<Head, "series" | "items" | "tables">,
    readonly tables: readonly TableData[],
  ) {
    head.series.forEach((series, index) => this.add(series, index));
  }

  private add(series: Series, index: number): void {
    const cut = series.path.indexOf("/");
    const group = cut < 0 ? "" : series.path.slice(0, cut);
    const name = series.path.slice(cut + 1);
    const names = componentNames(series.width, series.components);
    const components = series.width > 1 ? [...names.keys(), -1] : [0];
    for (const component of components) {
      const suffix = component < 0 ? "norm" : names[component]!;
      const id = suffix ? `${series.path}.${suffix}` : series.path;
      const label = suffix === "" ? name : component < 0 ? `|${name}|` : `${name} ${suffix}`;
      const channel = {
        id,
        series: index,
        component,
        table: series.table,
        unit: series.unit,
        item: series.item,
        label,
        group,
      };
      if (!this.byId.has(id)) {
        this.byId.set(id, channel);
        this.list.push(channel);
        this.bySeries.set(index, [...(this.bySeries.get(index) ?? []), channel]);
      }
    }
  }

  /** What is smaller is round-off: a small part of the largest number of the same unit of that item (of the series itself,
   *  if it belongs to none). Defects and sizes of steps are small by nature. */
  noise(index: number): number {
    let noise = this.noises.get(index);
    if (noise === undefined) {
      const { path, item, unit } = this.head.series[index]!;
      const family = item < 0 ? [index] : this.head.series.flatMap((s, i) => (s.item === item && s.unit === unit ? [i] : []));
      const small = path.startsWith("steps/") || path.startsWith("energy/");
      noise = small ? 0 : roundOff * Math.max(0, ...family.map((i) => this.largest(i)));
      this.noises.set(index, noise);
    }
    return noise;
  }

  /** The largest magnitude in a series, whatever its component. */
  largest(index: number): number {
    const { table, offset, width } = this.head.series[index]!;
    const { values, stride, count } = this.tables[table] ?? { values: [], stride: 0, count: 0 };
    const known = this.sizes.get(index);
    if (known !== undefined) {
      return known;
    }
    let most = 0;
    for (let i = 0; i < count; i++) {
      for (let k = 0; k < width; k++) {
        const size = Math.abs(values[i * stride + offset + k]!);
        most = size > most && size < Infinity ? size : most;
      }
    }
    this.sizes.set(index, most);
    return most;
  }

  /** How the numbers of one series are shown. */
  scale(index: number): Scale {
    const { unit, base = 0 } = this.head.series[index]!;
    return scaleFor(unit, this.largest(index) + Math.abs(base));
  }

  /** How channels of one unit are shown together: by the largest number among them. */
  scaleOf(list: readonly Channel[]): Scale {
    let most = 0;
    for (const channel of list) {
      for (const v of this.column(channel)) {
        most = v !== null && Math.abs(v) > most ? Math.abs(v) : most;
      }
    }
    return scaleFor(list[0]?.unit ?? "", most);
  }

  get(id: string): Channel | undefined {
    return this.byId.get(id);
  }

  seriesAt(index: number, t: number): number[] {
    const series = this.head.series[index]!;
    const table = this.tables[series.table];
    if (!table) {
      return new Array<number>(series.width).fill(NaN);
    }
    const hold = this.head.tables[series.table]?.name === "steps";
    const noise = this.noise(index);
    const base = series.base ?? 0;
    return Array.from({ length: series.width }, (_, k) =>
      clean(base + interpolate(table, series.offset + k, t, hold), noise),
    );
  }

  valueAt(channel: Channel, t: number): number {
    const series = this.head.series[channel.series]!;
    const table = this.tables[series.table];
    if (!table) {
      return NaN;
    }
    if (channel.component < 0) {
      return Math.hypot(...this.seriesAt(channel.series, t));
    }
    const hold = this.head.tables[series.table]?.name === "steps";
    const value = (series.base ?? 0) + interpolate(table, series.offset + channel.component, t, hold);
    return clean(value, this.noise(channel.series));
  }

  /** A number, a list for a vector, undefined for what is not there: "channels/tip", "channels/tip.x" or "tip". */
  values(path: string, t: number): number | number[] | undefined {
    for (const candidate of [path, `channels/${path}`]) {
      const index = this.head.series.findIndex((s) => s.path === candidate);
      if (index >= 0) {
        const list = this.seriesAt(index, t);
        return list.length === 1 ? list[0] : list;
      }
      const channel = this.byId.get(candidate);
      if (channel) {
        return this.valueAt(channel, t);
      }
    }
    return undefined;
  }

  /** The whole column; null where there is no number (plots leave a gap there). Kept until `changed()`. */
  column(channel: Channel): (number | null)[] {
    let column = this.columns.get(channel.id);
    if (!column) {
      column = this.read(channel);
      this.columns.set(channel.id, column);
    }
    return column;
  }

  private read(channel: Channel): (number | null)[] {
    const series = this.head.series[channel.series]!;
    const table = this.tables[series.table];
    if (!table) {
      return [];
    }
    const { values, stride, count } = table;
    const noise = this.noise(channel.series);
    const out = new Array<number | null>(count);
    for (let i = 0; i < count; i++) {
      const at = i * stride + series.offset;
      let v = 0;
      if (channel.component >= 0) {
        v = (series.base ?? 0) + values[at + channel.component]!;
      } else {
        for (let k = 0; k < series.width; k++) {
          v = Math.hypot(v, values[at + k]!);
        }
      }
      out[i] = Number.isFinite(v) ? clean(v, noise) : null;
    }
    return out;
  }

  /** Rows came: columns are read again when asked for. */
  changed(): void {
    this.columns = new Map();
    this.noises = new Map();
    this.sizes = new Map();
  }

  /** Series that hold every word of the query, in any order; those whose name begins with it first. */
  search(query: string): number[] {
    const words = query.toLowerCase().split(/\s+/).filter(Boolean);
    const names = this.head.series.map((s) => s.path.toLowerCase());
    const hits = [...names.keys()].filter((i) => {
      const item = this.head.items[this.head.series[i]!.item]?.name.toLowerCase() ?? "";
      return words.every((w) => names[i]!.includes(w) || item.includes(w));
    });
    const first = words[0];
    if (first) {
      const rank = (i: number): number => (names[i]!.split("/").some((part) => part.startsWith(first)) ? 0 : 1);
      hits.sort((a, b) => rank(a) - rank(b) || a - b);
    }
    return hits;
  }

  /** Channels of one series: its components, then the length of a vector. */
  ofSeries(index: number): Channel[] {
    return this.bySeries.get(index) ?? [];
  }

  /** The usual energies that this run has, in the order of the ledger; the defect apart. */
  energies(): { shares: string[]; defect: string[] } {
    const there = (names: string[]): string[] => names.map((n) => `energy/${n}`).filter((id) => this.byId.has(id));
    return {
      shares: there(["kinetic", "strain", "potential", "total", "work", "dissipation", "numerical"]),
      defect: there(["defect"]),
    };
  }
}

/** The same channels, measured from their first row: energies, whose level is a matter of taste. */
export function sinceStart(channels: Channels): Channels {
  const first = (c: Channel): number => channels.column(c).find((v) => v !== null) ?? 0;
  return Object.assign(Object.create(channels) as Channels, {
    valueAt: (c: Channel, t: number): number => channels.valueAt(c, t) - first(c),
    column: (c: Channel): (number | null)[] => {
      const from = first(c);
      return channels.column(c).map((v) => (v === null ? null : v - from));
    },
  });
}
