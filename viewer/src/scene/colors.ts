/* scene/colors.ts -- the colour map: dark violet over teal to yellow, in equal steps of OKLab (Ottosson 2020), so that
 * equal differences of value look equally large; lightness grows all the way, so that it also reads in grey.
 */
export const mapSize = 256;

type Triple = [number, number, number];

function linearOf(L: number, a: number, b: number): Triple {
  const l = (L + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (L - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (L - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ];
}

const encode = (x: number): number => (x <= 0.0031308 ? 12.92 * x : 1.055 * x ** (1 / 2.4) - 0.055);

/** OKLab point of the path: lightness grows, hue falls from violet to yellow, chroma as large as the screen shows. */
function path(t: number): Triple {
  const L = 0.33 + 0.59 * t;
  const hue = ((308 - 203 * t) * Math.PI) / 180;
  let low = 0;
  let high = 0.15 + 0.03 * t;
  for (let i = 0; i < 24; i++) {
    const c = (low + high) / 2;
    const inside = linearOf(L, c * Math.cos(hue), c * Math.sin(hue)).every((x) => x >= 0 && x <= 1);
    if (inside) {
      low = c;
    } else {
      high = c;
    }
  }
  return [L, low * Math.cos(hue), low * Math.sin(hue)];
}

/** mapSize colours, r g b a, 0..255, sRGB. */
export const colorMap: Uint8Array = (() => {
  const fine = 2048;
  const points: Triple[] = [];
  const length = [0];
  for (let i = 0; i <= fine; i++) {
    points.push(path(i / fine));
    if (i > 0) {
      const [p, q] = [points[i - 1], points[i]];
      length.push(length[i - 1] + Math.hypot(q[0] - p[0], q[1] - p[1], q[2] - p[2]));
    }
  }
  const out = new Uint8Array(4 * mapSize);
  let j = 0;
  for (let i = 0; i < mapSize; i++) {
    const want = (length[fine] * i) / (mapSize - 1);
    while (j < fine && length[j] < want) {
      j++;
    }
    linearOf(...points[j]).forEach((x, k) => {
      out[4 * i + k] = Math.round(255 * encode(Math.min(1, Math.max(0, x))));
    });
    out[4 * i + 3] = 255;
  }
  return out;
})();

/** For numbers of both signs: blue over white at zero to red. Seven colours of OKLab, joined by straight lines; the same as
 *  in src/show/stage/color.c. */
export const signedMap: Uint8Array = (() => {
  const knots: Triple[] = [
    [0.38, -0.029, -0.137],
    [0.62, -0.041, -0.113],
    [0.84, -0.025, -0.043],
    [0.95, 0, 0],
    [0.84, 0.042, 0.042],
    [0.63, 0.136, 0.085],
    [0.4, 0.118, 0.055],
  ];
  const out = new Uint8Array(4 * mapSize);
  for (let i = 0; i < mapSize; i++) {
    const u = ((knots.length - 1) * i) / (mapSize - 1);
    const k = Math.min(Math.floor(u), knots.length - 2);
    const [L, a, b] = [0, 1, 2].map((c) => knots[k][c] + (u - k) * (knots[k + 1][c] - knots[k][c]));
    linearOf(L, a, b).forEach((x, c) => {
      out[4 * i + c] = Math.round(255 * encode(Math.min(1, Math.max(0, x))));
    });
    out[4 * i + 3] = 255;
  }
  return out;
})();

/** Colours along the legend: [share, css colour]. */
export function colorStops(signed: boolean): [number, string][] {
  const map = signed ? signedMap : colorMap;
  return Array.from({ length: 25 }, (_, i) => {
    const k = 4 * Math.round(((mapSize - 1) * i) / 24);
    return [i / 24, `rgb(${map[k]}, ${map[k + 1]}, ${map[k + 2]})`];
  });
}

export function cssGradient(angle: string, signed: boolean): string {
  const stops = colorStops(signed).map(([, color]) => color);
  return `linear-gradient(${angle}, ${stops.join(", ")})`;
}

/** "#rrggbb" to 0..255. */
export function parseColor(text: string): Triple {
  const match = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i.exec(text);
  return match ? [parseInt(match[1], 16), parseInt(match[2], 16), parseInt(match[3], 16)] : [136, 136, 136];
}
