/* scene/values.ts -- the numbers behind the colours: which field an item has under the chosen name, and its value now.
 */
import type { Track } from "../bundle";
import type { Field } from "../format";
import { clean, roundOff } from "../plots/channels";
import { modes } from "./materials";
import type { ColorMode } from "./types";

export type Mode = (typeof modes)[keyof typeof modes];

/** Smallest and largest of what it is given; numbers that are not finite are passed over. */
export class Range {
  min = Infinity;
  max = -Infinity;

  add(value: number): void {
    if (value < this.min && value > -Infinity) {
      this.min = value;
    }
    if (value > this.max && value < Infinity) {
      this.max = value;
    }
  }

  get empty(): boolean {
    return !(this.max >= this.min);
  }
}

/** A range whose ends are round-off beside `size` has them at 0. */
export function cleanRange(range: { min: number; max: number }, size: number): { min: number; max: number } {
  const noise = roundOff * Math.max(size, Math.abs(range.min), Math.abs(range.max));
  return { min: clean(range.min, noise), max: clean(range.max, noise) };
}

/** Are there numbers of both signs? A hundredth of the other side is not worth half of the colours. */
export function hasBothSigns({ min, max }: { min: number; max: number }): boolean {
  return min < 0 && max > 0 && Math.min(-min, max) > 0.01 * Math.max(-min, max);
}

export class Values {
  mode: Mode = modes.item;
  private chosen: (Field | null)[];
  private only: ReadonlySet<number> | null = null;
  private values: Float32Array = new Float32Array(0);
  private a = 0;
  private b = 0;
  private share = 0;

  constructor(
    readonly fields: readonly Field[],
    private readonly nItems: number,
  ) {
    this.chosen = new Array<Field | null>(nItems).fill(null);
  }

  /** only: the items whose values count; null: all. */
  choose(mode: ColorMode, only: ReadonlySet<number> | null = null): void {
    this.mode = modes[mode.by];
    this.only = only;
    this.chosen = new Array<Field | null>(this.nItems).fill(null);
    if (mode.by === "field") {
      for (const f of this.fields) {
        if (f.name === mode.name && f.item >= 0 && f.item < this.nItems && this.has(f.item)) {
          this.chosen[f.item] ??= f;
        }
      }
    }
  }

  /** Does an item take part in the colours? */
  has(item: number): boolean {
    return this.only === null || this.only.has(item);
  }

  /** Everything of the unit of the chosen fields on their items: beside its largest number round-off is nothing. */
  family(): Field[] {
    return this.fields.filter((f) => this.chosen[f.item]?.unit === f.unit);
  }

  seek(frames: Track, t: number): void {
    const i = frames.count > 0 ? frames.indexAt(t) : 0;
    this.values = frames.values;
    this.share = frames.shareAt(i, t);
    this.a = i * frames.stride;
    this.b = this.share > 0 ? this.a + frames.stride : this.a;
  }

  /** The chosen field of an item. */
  of(item: number): Field | null {
    return item >= 0 && item < this.nItems ? this.chosen[item] : null;
  }

  /** Number k of a field, now. */
  get(field: Field, k: number): number {
    const o = field.offset + Math.min(Math.max(k, 0), field.count - 1);
    const a = this.values[this.a + o];
    return this.share > 0 ? a + this.share * (this.values[this.b + o] - a) : a;
  }

  /** Adds the numbers of all chosen fields, now. */
  addTo(range: Range): void {
    for (const f of this.chosen) {
      for (let k = 0; f !== null && k < f.count; k++) {
        range.add(this.get(f, k));
      }
    }
  }
}
