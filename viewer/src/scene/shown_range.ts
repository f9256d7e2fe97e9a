/* scene/shown_range.ts -- the numbers between which colours go: over the run so far, at the frame, or as typed. What was looked through
 * is remembered, so that a live run costs its new frames only.
 */
import type { BundleData } from "../bundle";
import { modes } from "./materials";
import type { Parts } from "./parts";
import type { Rows } from "./rows";
import type { RangeMode } from "./types";
import { cleanRange, Range, type Values } from "./values";

export class ShownRange {
  mode: RangeMode = "run";
  private run = new Range(); // over the first `runFrames` frames
  private runFrames = 0;
  private familyLargest = 0; // over the first `familyFrames` frames
  private familyFrames = 0;

  constructor(
    private readonly data: BundleData,
    private readonly rows: Rows,
    private readonly values: Values,
    private readonly parts: Parts,
  ) {}

  /** Other values are chosen. */
  forget(): void {
    this.run = new Range();
    this.runFrames = 0;
    this.familyFrames = 0;
  }

  /** Rows and values are at time t, before and after. */
  at(t: number): { min: number; max: number } {
    if (typeof this.mode === "object") {
      return this.mode;
    }
    let range = this.run;
    const { frames } = this.data;
    if (this.mode === "frame") {
      range = new Range();
      this.parts.extremes(this.values, range);
    } else if (this.runFrames < frames.count) {
      const { time } = frames;
      for (let i = this.runFrames; i < frames.count; i++) {
        if (this.values.mode !== modes.field) {
          this.rows.update(frames, time[i]);
        }
        this.values.seek(frames, time[i]);
        this.parts.extremes(this.values, range);
      }
      this.runFrames = frames.count;
      this.rows.update(frames, t);
      this.values.seek(frames, t);
    }
    return range.empty ? { min: 0, max: 1 } : cleanRange(range, this.familySize());
  }

  /** The largest number of the unit of the chosen fields, over the frames seen so far. */
  private familySize(): number {
    const { frames } = this.data;
    if (this.familyFrames === 0) {
      this.familyLargest = 0;
    }
    if (this.familyFrames < frames.count) {
      for (const f of this.values.family()) {
        for (let i = this.familyFrames; i < frames.count; i++) {
          for (let o = i * frames.stride + f.offset; o < i * frames.stride + f.offset + f.count; o++) {
            const size = Math.abs(frames.values[o]);
            this.familyLargest = size > this.familyLargest && size < Infinity ? size : this.familyLargest;
          }
        }
      }
      this.familyFrames = frames.count;
    }
    return this.familyLargest;
  }
}
