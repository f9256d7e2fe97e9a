/* state.ts -- everything a link restores, and its text form: the part of the address after '#'.
 *
 * Only what differs from the default is written, so that links stay short and old links keep working. Things are called
 * by name, not by number: a link still fits after the model gained a part. Whatever does not parse is left out in silence.
 */

export type Theme = "auto" | "dark" | "light";
export type RangeMode = "run" | "frame" | "typed";

export interface PlotSpec {
  channels: string[]; // "channels/tip.x"
  log: boolean;
}

export interface ViewState {
  time: number | null; // null: the start, or the end of a live run
  camera: number[] | null; // numbers of scene.cameraState()
  select: string; // item name, "" for none
  follow: string;
  hidden: string[];
  trails: string[]; // item names, or "name@row:x:y:z" for a point fixed in a row
  color: string; // "item", "speed", "displacement", "field:NAME"
  colorOf: string[]; // names of the items whose values are coloured; empty: all
  range: RangeMode;
  rangeMin: number;
  rangeMax: number;
  magnify: number;
  glyphs: boolean;
  glyphSize: number;
  arrows: boolean;
  arrowSize: number;
  arrowScaled: boolean; // long arrows for large forces; else all are equally long
  grid: boolean;
  axes: boolean;
  ghost: boolean; // a second run is drawn behind the first
  edges: boolean;
  wire: boolean;
  ortho: boolean;
  turn: boolean; // the camera turns with the part it follows
  plots: PlotSpec[];
  energy: boolean;
  absolute: boolean; // energies as they are; else measured from the start
  dock: boolean; // plots shown
  dockHeight: number; // px; 0: chosen
  span: [number, number] | null; // zoom of the time axis
  left: boolean;
  theme: Theme;
  mode: number; // of results of `sinew modes`, counted from 1; 0: all, one after the other
  speed: number; // 0: chosen
  loop: boolean;
}

export function defaultState(): ViewState {
  return {
    time: null,
    camera: null,
    select: "",
    follow: "",
    hidden: [],
    trails: [],
    color: "item",
    colorOf: [],
    range: "run",
    rangeMin: 0,
    rangeMax: 1,
    magnify: 1,
    glyphs: true,
    glyphSize: 1,
    arrows: true,
    arrowSize: 1,
    arrowScaled: true,
    grid: true,
    axes: true,
    ghost: true,
    edges: true,
    wire: false,
    ortho: false,
    turn: false,
    plots: [],
    energy: false,
    absolute: false,
    dock: false,
    dockHeight: 0,
    span: null,
    left: true,
    theme: "auto",
    mode: 0,
    speed: 0,
    loop: true,
  };
}

/** How one member is written; `read` gives undefined for what it does not understand. */
interface Code<T> {
  write(value: T): string;
  read(text: string): T | undefined;
}

/** Lists are joined by commas: each name is escaped once more, so that it may hold commas itself. */
const names: Code<string[]> = {
  write: (v) => v.map(encodeURIComponent).join(","),
  read: (text) =>
    text
      .split(",")
      .filter((s) => s !== "")
      .map(safeDecode),
};
const text: Code<string> = { write: (v) => v, read: (t) => t };
const flag: Code<boolean> = {
  write: (v) => (v ? "1" : "0"),
  read: (t) => (t === "1" ? true : t === "0" ? false : undefined),
};

function oneOf<T extends string>(...words: T[]): Code<T> {
  return { write: (v) => v, read: (t) => words.find((w) => w === t) };
}

function within(low: number, high: number): Code<number> {
  return {
    write: shortest,
    read: (t) => {
      const v = t.trim() === "" ? NaN : Number(t);
      return Number.isFinite(v) ? Math.min(high, Math.max(low, v)) : undefined;
    },
  };
}

function numbers(t: string): number[] | undefined {
  const list = t.split(",").map((s) => (s.trim() === "" ? NaN : Number(s)));
  return list.length > 0 && list.every((v) => Number.isFinite(v)) ? list : undefined;
}

const plots: Code<PlotSpec[]> = {
  write: (v) => v.map((p) => (p.log ? "log:" : "") + names.write(p.channels)).join(";"),
  read: (t) =>
    t
      .split(";")
      .slice(0, 12)
      .map((s) => ({ channels: names.read(s.replace(/^log:/, "")) ?? [], log: s.startsWith("log:") }))
      .filter((p) => p.channels.length > 0),
};

const big = Number.MAX_VALUE;

const codes: { [K in keyof ViewState]: { key: string; code: Code<ViewState[K]> } } = {
  time: { key: "t", code: { write: (v) => shortest(v ?? 0), read: within(-big, big).read } },
  camera: {
    key: "cam",
    code: { write: (v) => (v ?? []).map((x) => shortest(x, 6)).join(","), read: numbers },
  },
  select: { key: "sel", code: text },
  follow: { key: "follow", code: text },
  hidden: { key: "hide", code: names },
  trails: { key: "trail", code: names },
  color: { key: "color", code: text },
  colorOf: { key: "of", code: names },
  range: { key: "range", code: oneOf<RangeMode>("run", "frame", "typed") },
  rangeMin: { key: "min", code: within(-big, big) },
  rangeMax: { key: "max", code: within(-big, big) },
  magnify: { key: "mag", code: within(0, 1e6) },
  glyphs: { key: "glyphs", code: flag },
  glyphSize: { key: "glyph", code: within(0.05, 20) },
  arrows: { key: "arrows", code: flag },
  arrowSize: { key: "arrow", code: within(0.01, 100) },
  arrowScaled: { key: "scaled", code: flag },
  grid: { key: "grid", code: flag },
  axes: { key: "axes", code: flag },
  ghost: { key: "ghost", code: flag },
  edges: { key: "edges", code: flag },
  wire: { key: "wire", code: flag },
  ortho: { key: "ortho", code: flag },
  turn: { key: "turn", code: flag },
  plots: { key: "plots", code: plots },
  energy: { key: "energy", code: flag },
  absolute: { key: "abs", code: flag },
  dock: { key: "dock", code: flag },
  dockHeight: { key: "dockh", code: within(0, 2000) },
  span: {
    key: "span",
    code: {
      write: (v) => (v ?? []).map((x) => shortest(x)).join(","),
      read: (t) => {
        const v = numbers(t);
        return v && v.length === 2 && v[1]! > v[0]! ? [v[0]!, v[1]!] : undefined;
      },
    },
  },
  left: { key: "left", code: flag },
  theme: { key: "theme", code: oneOf<Theme>("auto", "dark", "light") },
  mode: { key: "mode", code: within(0, 1e6) },
  speed: { key: "speed", code: within(0, 1e9) },
  loop: { key: "loop", code: flag },
};

const members = Object.keys(codes) as (keyof ViewState)[];

function shortest(value: number, digits = 9): string {
  return String(Number(value.toPrecision(digits)));
}

function safeDecode(s: string): string {
  try {
    return decodeURIComponent(s);
  } catch {
    return s;
  }
}

/** Marks that an address may hold as they are. */
function readable(escaped: string): string {
  return escaped.replace(/%(2C|3B|2F|3A)/g, (code) => decodeURIComponent(code));
}

/** The state as the text of a link, without '#'. */
export function encodeState(state: ViewState, base: ViewState = defaultState()): string {
  const parts: string[] = [];
  for (const m of members) {
    const { key, code } = codes[m] as { key: string; code: Code<unknown> };
    if (state[m] !== null && JSON.stringify(state[m]) !== JSON.stringify(base[m])) {
      parts.push(`${key}=${readable(encodeURIComponent(code.write(state[m])))}`);
    }
  }
  return parts.join("&");
}

/** What a link says; members it does not name are not in the answer. */
export function decodeState(hash: string): Partial<ViewState> {
  const out: Record<string, unknown> = {};
  for (const part of hash.replace(/^#/, "").split("&")) {
    const at = part.indexOf("=");
    if (at < 1) {
      continue;
    }
    const key = part.slice(0, at);
    const member = members.find((m) => codes[m].key === key);
    if (member) {
      const value = (codes[member].code as Code<unknown>).read(safeDecode(part.slice(at + 1)));
      if (value !== undefined) {
        out[member] = value;
      }
    }
  }
  return out as Partial<ViewState>;
}

export interface TrailText {
  name: string;
  row?: number;
  local?: [number, number, number];
}

/** "rod" or "rod@3:0.1:0:0". */
export function parseTrail(text: string): TrailText {
  const match = /^(.*)@(\d+):([^:@]+):([^:@]+):([^:@]+)$/s.exec(text);
  if (match) {
    const local = match.slice(3, 6).map(Number) as [number, number, number];
    if (local.every((v) => Number.isFinite(v))) {
      return { name: match[1]!, row: Number(match[2]), local };
    }
  }
  return { name: text };
}

type Listener = (changed: Set<keyof ViewState>) => void;

/** The one place where the state changes; listeners hear which members did. */
export class Store {
  readonly state: ViewState;
  private readonly listeners: Listener[] = [];

  constructor(initial: ViewState) {
    this.state = initial;
  }

  set(patch: Partial<ViewState>): void {
    const changed = new Set<keyof ViewState>();
    for (const key of Object.keys(patch) as (keyof ViewState)[]) {
      const value = patch[key];
      if (value !== undefined && JSON.stringify(this.state[key]) !== JSON.stringify(value)) {
        (this.state as unknown as Record<string, unknown>)[key] = value;
        changed.add(key);
      }
    }
    if (changed.size > 0) {
      for (const listener of this.listeners) {
        listener(changed);
      }
    }
  }

  on(listener: Listener): void {
    this.listeners.push(listener);
  }

  /** In or out of a list of names. */
  toggle(key: "hidden" | "trails" | "colorOf", name: string): void {
    const list = this.state[key];
    this.set({ [key]: list.includes(name) ? list.filter((n) => n !== name) : [...list, name] });
  }
}
