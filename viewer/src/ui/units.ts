/* units.ts -- numbers and units for people. Everything is SI inside; what is shown is in engineering units (mm, MPa, kN, deg),
 * chosen by the largest number that is shown together. Very small numbers keep SI and an exponent.
 */

const superscripts: Record<string, string> = {
  "-": "⁻",
  "0": "⁰",
  "1": "¹",
  "2": "²",
  "3": "³",
  "4": "⁴",
  "5": "⁵",
  "6": "⁶",
  "7": "⁷",
  "8": "⁸",
  "9": "⁹",
};

/** How numbers of a unit are shown: the number is divided by the factor. */
export interface Scale {
  unit: string; // for people
  factor: number;
}

/** By the first word of a unit: the largest number below which a prefix is used; above the last one the last. */
const ladders: Record<string, [most: number, name: string, factor: number][]> = {
  N: [[1e-4, "N", 1], [0.1, "mN", 1e-3], [1e4, "N", 1], [1e7, "kN", 1e3], [Infinity, "MN", 1e6]],
  Pa: [[1e3, "Pa", 1], [1e5, "kPa", 1e3], [1e11, "MPa", 1e6], [Infinity, "GPa", 1e9]],
  J: [[1e-4, "J", 1], [0.1, "mJ", 1e-3], [1e4, "J", 1], [1e7, "kJ", 1e3], [Infinity, "MJ", 1e6]],
  W: [[1e-4, "W", 1], [0.1, "mW", 1e-3], [1e4, "W", 1], [1e7, "kW", 1e3], [Infinity, "MW", 1e6]],
  m: [[1e-7, "m", 1], [1e-4, "µm", 1e-6], [0.1, "mm", 1e-3], [1e4, "m", 1], [Infinity, "km", 1e3]],
  s: [[1e-7, "s", 1], [1e-4, "µs", 1e-6], [0.1, "ms", 1e-3], [Infinity, "s", 1]],
  "m/s": [[1e-4, "m/s", 1], [0.1, "mm/s", 1e-3], [Infinity, "m/s", 1]],
  kg: [[1e-6, "kg", 1], [0.1, "g", 1e-3], [1e4, "kg", 1], [Infinity, "t", 1e3]],
};
const synonyms: Record<string, string> = { "N/m^2": "Pa" };
const whole = new Set(["m", "s", "kg"]); // units that only begin with these words have no prefix

/** The engineering unit for numbers as large as `size`. */
export function scaleFor(unit: string, size: number): Scale {
  const known = synonyms[unit] ?? unit;
  if (known === "rad") {
    return size > 0 && size < 1e-5 ? { unit: "rad", factor: 1 } : { unit: "deg", factor: Math.PI / 180 };
  }
  const [, word = "", rest = ""] = /^([A-Za-z]+)((?:[ */].*)?)$/.exec(known) ?? [];
  const own = ladders[known];
  const ladder = own ?? (whole.has(word) ? undefined : ladders[word]);
  if (!ladder || !(size > 0) || !Number.isFinite(size)) {
    return { unit: formatUnit(known), factor: 1 };
  }
  const [, name, factor] = ladder.find(([most]) => size < most)!;
  return { unit: formatUnit(own ? name : name + rest), factor };
}

/** "m/s^2" -> "m/s²", "N m" -> "N·m"; "1" and "" have no unit. */
export function formatUnit(unit: string): string {
  if (unit === "1" || unit === "") {
    return "";
  }
  return unit
    .replace(/\^(-?\d+)/g, (_, digits: string) => [...digits].map((c) => superscripts[c] ?? c).join(""))
    .replace(/[* ]/g, "·");
}

/** A number with `digits` significant digits: plain between 1e-3 and 1e6, else with an exponent; true minus sign. */
export function formatNumber(value: number, digits = 4): string {
  if (Number.isNaN(value)) {
    return "not a number";
  }
  if (!Number.isFinite(value)) {
    return value > 0 ? "∞" : "−∞";
  }
  if (value === 0) {
    return "0";
  }
  const size = Math.abs(value);
  let text: string;
  if (size >= 1e6 || size < 1e-3) {
    text = value.toExponential(digits - 1).replace("e+", "e");
  } else {
    const rounded = Number(size.toPrecision(digits));
    const whole = Math.floor(Math.log10(rounded)) + 1;
    text = value.toFixed(Math.max(0, digits - Math.max(whole, 1)));
    if (size < 1) {
      text = value.toFixed(digits - whole);
    }
  }
  return text.replace(/-/g, "−");
}

export function formatWithUnit(value: number, unit: string, digits = 4): string {
  const u = formatUnit(unit);
  return u ? `${formatNumber(value, digits)} ${u}` : formatNumber(value, digits);
}

/** A short number for axes, legends and settings: no trailing zeros. */
export function formatShort(value: number, digits = 4): string {
  if (!Number.isFinite(value) || value === 0) {
    return formatNumber(value);
  }
  const size = Math.abs(value);
  const text =
    size >= 1e5 || size < 1e-3
      ? value
          .toExponential(digits - 1)
          .replace(/\.?0+e/, "e")
          .replace("e+", "e")
      : String(Number(value.toPrecision(digits)));
  return text.replace(/-/g, "−");
}

/** How many decimals a time needs so that neighbouring frames differ. */
export function timeDecimals(duration: number, frames: number): number {
  const step = duration / Math.max(frames - 1, 1);
  if (!(step > 0)) {
    return 3;
  }
  return Math.min(9, Math.max(2, Math.ceil(-Math.log10(step) - 1e-6)));
}

export function formatTime(time: number, decimals: number): string {
  return Number.isFinite(time) ? time.toFixed(decimals).replace("-", "−") : "–";
}

/** 0.1 -> "0.1x". */
export function formatSpeed(factor: number): string {
  return `${formatShort(factor, 3)}×`;
}

/** What people type: "1e-3", "1,5" and "−2" are understood; NaN for anything else. */
export function parseNumber(text: string): number {
  const plain = text.trim().replace("−", "-").replace(",", ".");
  return plain === "" ? NaN : Number(plain);
}

/** "internal_force" -> "internal force". */
export function humanName(name: string): string {
  return name.replace(/_/g, " ");
}
