/* units.ts -- numbers and units for people. Everything is SI inside; prefixes are not invented, exponents are shown. */

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
