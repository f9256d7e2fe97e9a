/* clock.ts -- what the time of a page means: seconds of a run, the phase of a mode, or the load factor of an equilibrium. */
import type { Head } from "../format";
import { type Channels, rowAt } from "../plots/channels";
import { formatShort, formatTime, timeDecimals } from "./units";

export interface Clock {
  unit: string; // behind the number
  title: string; // of the field with the number
  speed: string; // what a speed of 1 means
  number(time: number): string;
  /** In a sentence: "t = 1.25 s". */
  text(time: number): string;
  /** What was typed as a time; NaN: it is none. */
  parse(value: number, now: number): number;
  /** Marks of an axis between two times, and their texts. NULL: as the plot chooses. */
  splits: ((min: number, max: number) => number[]) | null;
  mark(time: number, last: boolean): string;
}

/** start and end of what is played, and how many frames there are. */
interface Times {
  readonly start: number;
  readonly end: number;
  readonly count: number;
}

export function clockOf(head: Pick<Head, "modes" | "clock">, channels: Channels, times: Times): Clock {
  if (head.modes) {
    return phaseClock(head.modes);
  }
  return head.clock ? factorClock(head.clock, channels) : secondsClock(times);
}

function secondsClock(times: Times): Clock {
  const number = (time: number): string => formatTime(time, timeDecimals(times.end - times.start, times.count));
  return {
    unit: "s",
    title: "Current time in seconds; type to go there",
    speed: "seconds of the model per second on the screen",
    number,
    text: (time) => `t = ${number(time)} s`,
    parse: (value) => value,
    splits: null,
    mark: (time, last) => formatShort(time, 6) + (last ? " s" : ""),
  };
}

function phaseClock(modes: NonNullable<Head["modes"]>): Clock {
  const at = (time: number): number => Math.max(0, modes.filter((m) => m.start <= time + 1e-9).length - 1);
  const phase = (time: number): number => {
    const { start, end } = modes[at(time)]!;
    return 360 * Math.min(1, Math.max(0, (time - start) / (end - start)));
  };
  const number = (time: number): string => formatTime(phase(time), 0);
  return {
    unit: "°",
    title: "Phase of the mode in degrees; type to go there",
    speed: "periods per second on the screen",
    number,
    text: (time) => `mode ${at(time) + 1}: ${modes[at(time)]!.name}, phase ${number(time)}°`,
    parse: (value, now) => {
      const { start, end } = modes[at(now)]!;
      return start + (Math.min(360, Math.max(0, value)) / 360) * (end - start);
    },
    splits: (min, max) => {
      const step = [1 / 12, 1 / 8, 1 / 4, 1 / 2, 1].find((s) => (max - min) / s <= 4.01) ?? Math.ceil((max - min) / 4);
      const marks: number[] = [];
      for (let k = Math.ceil(min / step - 1e-9); k * step <= max + 2e-6; k++) {
        marks.push(Math.min(k * step, max));
      }
      return marks;
    },
    mark: (time) => `${number(time)}°`,
  };
}

function factorClock(clock: NonNullable<Head["clock"]>, channels: Channels): Clock {
  const factor = (time: number): number => channels.seriesAt(clock.series, time)[0] ?? NaN;
  const table = channels.tables[channels.head.series[clock.series]!.table]!;
  const number = (time: number): string => formatShort(factor(time), 5);
  return {
    unit: clock.quantity,
    title: `The ${clock.quantity} of this equilibrium; type to go there`,
    speed: "equilibria per second on the screen",
    number,
    text: (time) => `${clock.quantity} ${number(time)}`,
    // the first passage at or after the one that is shown; then from the begin of the path
    parse: (value, now) => {
      const first = rowAt(table.time, table.count, now);
      for (let k = 0; k + 1 < table.count; k++) {
        const i = (first + k) % (table.count - 1);
        const [t0, t1] = [table.time[i]!, table.time[i + 1]!];
        const [a, b] = [factor(t0), factor(t1)];
        if ((value - a) * (value - b) <= 0) {
          return a === b ? t0 : t0 + ((value - a) / (b - a)) * (t1 - t0);
        }
      }
      return NaN;
    },
    splits: null,
    mark: (time, last) => formatShort(factor(time), 3) + (last ? ` ${clock.quantity}` : ""),
  };
}
