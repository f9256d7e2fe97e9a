/* scales.ts -- ranges and marks of plot axes. */

/** A little air around the data. Ranges below what float32 can tell apart are opened: round-off is not a signal. */
export function linearRange(min: number | null, max: number | null): [number, number] {
  if (min === null || max === null || !Number.isFinite(min) || !Number.isFinite(max)) {
    return [-1, 1];
  }
  const size = Math.max(Math.abs(min), Math.abs(max));
  if (size === 0) {
    return [-1, 1];
  }
  const least = 4e-6 * size;
  if (max - min < least) {
    const middle = (min + max) / 2;
    return [middle - Math.max(least, 0.02 * size), middle + Math.max(least, 0.02 * size)];
  }
  const air = 0.06 * (max - min);
  return [min - air, max + air];
}

/** Whole powers of ten around the data, at most 24 of them. */
export function logRange(min: number | null, max: number | null): [number, number] {
  if (min === null || max === null || !(min > 0) || !Number.isFinite(max)) {
    return [1e-16, 1];
  }
  let low = Math.floor(Math.log10(min) + 1e-9);
  const high = Math.max(Math.ceil(Math.log10(max) - 1e-9), low + 1);
  low = Math.max(low, high - 24);
  return [10 ** low, 10 ** high];
}

/** Marks at powers of ten, thinned to at most `most`. */
export function logMarks(min: number, max: number, most: number): number[] {
  const low = Math.round(Math.log10(min));
  const high = Math.round(Math.log10(max));
  const stride = Math.max(1, Math.ceil((high - low) / Math.max(1, most - 1)));
  const marks: number[] = [];
  for (let p = Math.ceil(low / stride) * stride; p <= high; p += stride) {
    marks.push(10 ** p);
  }
  return marks;
}

/** A number for a log axis, or null: signs are dropped, zeros have no place. */
export function logValue(value: number | null | undefined): number | null | undefined {
  if (value === null || value === undefined) {
    return value;
  }
  return value === 0 ? null : Math.abs(value);
}

/** The window of time after zooming by `factor` about `center`, inside [start, end]; null: all of it. */
export function zoomSpan(
  span: [number, number],
  center: number,
  factor: number,
  start: number,
  end: number,
): [number, number] | null {
  const least = (end - start) * 1e-5;
  const width = Math.max((span[1] - span[0]) * factor, least);
  if (!(width < end - start)) {
    return null;
  }
  const share = (center - span[0]) / (span[1] - span[0]);
  const low = Math.min(Math.max(center - share * width, start), end - width);
  return [low, low + width];
}
