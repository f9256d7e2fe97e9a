/* ticks.ts -- marks of a scale: round numbers, as many as fit beside each other. */
import { formatShort } from "./units";

export interface Tick {
  value: number;
  share: number; // 0: at the low end, 1: at the high end
  text: string;
}

const gap = 10; // px between two numbers

/** The smallest of 1, 2, 5 times a power of ten that is not below x. */
export function roundAbove(x: number): number {
  const power = 10 ** Math.floor(Math.log10(x) + 1e-12);
  const digit = x / power;
  return Number(((digit <= 1 + 1e-9 ? 1 : digit <= 2 + 1e-9 ? 2 : digit <= 5 + 1e-9 ? 5 : 10) * power).toPrecision(3));
}

function write(values: number[], step: number): string[] {
  const size = Math.max(...values.map(Math.abs));
  if (size >= 1e5 || size < 1e-3) {
    // as many digits as the step needs beside the largest
    const digits = Math.min(12, Math.max(1, Math.floor(Math.log10(size)) - Math.floor(Math.log10(step)) + 1));
    return values.map((v) => formatShort(v, digits));
  }
  const decimals = Math.min(12, Math.max(0, -Math.floor(Math.log10(step) + 1e-9)));
  return values.map((v) => v.toFixed(decimals).replace("-", "−"));
}

/** Multiples of a round step between min and max whose texts have room on `width` pixels; `measure`: width of a text. */
export function ticksBetween(min: number, max: number, width: number, measure: (text: string) => number): Tick[] {
  if (!(max > min) || !Number.isFinite(max - min)) {
    return Number.isFinite(min) ? [{ value: min, share: 0.5, text: formatShort(min, 4) }] : [];
  }
  for (let pieces = 8; pieces >= 1; pieces--) {
    const step = roundAbove((max - min) / pieces);
    const values: number[] = [];
    for (let k = Math.ceil(min / step - 1e-9); k * step <= max + 1e-9 * (max - min); k++) {
      values.push(k === 0 ? 0 : Number((k * step).toPrecision(12)));
    }
    if (values.length === 0) {
      continue;
    }
    const texts = write(values, step);
    const ticks = values.map((value, i) => {
      const share = Math.min(1, Math.max(0, (value - min) / (max - min)));
      return { value, share, text: texts[i]! };
    });
    if (fits(ticks, width, measure)) {
      return ticks;
    }
  }
  const share = 0.5;
  const middle = Number((min + share * (max - min)).toPrecision(3));
  return [{ value: middle, share: (middle - min) / (max - min), text: formatShort(middle, 3) }];
}

/** Where a text begins so that it stands over its mark and inside of the scale. */
export function leftOf(tick: Tick, width: number, size: number): number {
  return Math.min(Math.max(tick.share * width - size / 2, 0), Math.max(0, width - size));
}

function fits(ticks: Tick[], width: number, measure: (text: string) => number): boolean {
  let free = -Infinity;
  for (const tick of ticks) {
    const size = measure(tick.text);
    const left = leftOf(tick, width, size);
    if (left < free + gap || size > width) {
      return false;
    }
    free = left + size;
  }
  return true;
}
