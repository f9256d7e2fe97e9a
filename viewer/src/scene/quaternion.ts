/* scene/quaternion.ts -- rotations on plain arrays: quaternions scalar first, matrices row by row, rotation vectors.
 * All functions write into `out` at `o`; nothing is allocated.
 */
export type Numbers = Float32Array | Float64Array | number[];

/** Shortest way from quaternion a (at i) to b (at j), share s; the sign of b is made to agree with a. */
export function slerp(
  a: ArrayLike<number>,
  i: number,
  b: ArrayLike<number>,
  j: number,
  s: number,
  out: Numbers,
  o: number,
): void {
  let cosine = a[i] * b[j] + a[i + 1] * b[j + 1] + a[i + 2] * b[j + 2] + a[i + 3] * b[j + 3];
  let sign = 1;
  if (cosine < 0) {
    cosine = -cosine;
    sign = -1;
  }
  let wa = 1 - s;
  let wb = s;
  if (cosine < 0.9999) {
    const angle = Math.acos(cosine);
    const sine = Math.sin(angle);
    wa = Math.sin((1 - s) * angle) / sine;
    wb = Math.sin(s * angle) / sine;
  }
  wb *= sign;
  const w = wa * a[i] + wb * b[j];
  const x = wa * a[i + 1] + wb * b[j + 1];
  const y = wa * a[i + 2] + wb * b[j + 2];
  const z = wa * a[i + 3] + wb * b[j + 3];
  const size = 1 / (Math.sqrt(w * w + x * x + y * y + z * z) || 1);
  out[o] = w * size;
  out[o + 1] = x * size;
  out[o + 2] = y * size;
  out[o + 3] = z * size;
}

/** Rotation matrix of a unit quaternion, row by row. */
export function matrixOf(q: ArrayLike<number>, i: number, out: Numbers, o: number): void {
  const w = q[i];
  const x = q[i + 1];
  const y = q[i + 2];
  const z = q[i + 3];
  out[o] = 1 - 2 * (y * y + z * z);
  out[o + 1] = 2 * (x * y - w * z);
  out[o + 2] = 2 * (x * z + w * y);
  out[o + 3] = 2 * (x * y + w * z);
  out[o + 4] = 1 - 2 * (x * x + z * z);
  out[o + 5] = 2 * (y * z - w * x);
  out[o + 6] = 2 * (x * z - w * y);
  out[o + 7] = 2 * (y * z + w * x);
  out[o + 8] = 1 - 2 * (x * x + y * y);
}

/** Rotation vector of b a^-1 (the turn from a to b, ground axes, angle at most pi). */
export function turnBetween(
  a: ArrayLike<number>,
  i: number,
  b: ArrayLike<number>,
  j: number,
  out: Numbers,
  o: number,
): void {
  let w = b[j] * a[i] + b[j + 1] * a[i + 1] + b[j + 2] * a[i + 2] + b[j + 3] * a[i + 3];
  let x = -b[j] * a[i + 1] + b[j + 1] * a[i] - b[j + 2] * a[i + 3] + b[j + 3] * a[i + 2];
  let y = -b[j] * a[i + 2] + b[j + 2] * a[i] - b[j + 3] * a[i + 1] + b[j + 1] * a[i + 3];
  let z = -b[j] * a[i + 3] + b[j + 3] * a[i] - b[j + 1] * a[i + 2] + b[j + 2] * a[i + 1];
  if (w < 0) {
    w = -w;
    x = -x;
    y = -y;
    z = -z;
  }
  const sine = Math.sqrt(x * x + y * y + z * z);
  const factor = sine > 1e-9 ? (2 * Math.atan2(sine, w)) / sine : 2;
  out[o] = x * factor;
  out[o + 1] = y * factor;
  out[o + 2] = z * factor;
}

/** exp(factor * vector) a: quaternion a turned further by a rotation vector in ground axes. */
export function turned(
  v: ArrayLike<number>,
  i: number,
  factor: number,
  a: ArrayLike<number>,
  j: number,
  out: Numbers,
  o: number,
): void {
  const angle = factor * Math.sqrt(v[i] * v[i] + v[i + 1] * v[i + 1] + v[i + 2] * v[i + 2]);
  const k = Math.abs(angle) > 1e-9 ? (Math.sin(angle / 2) / angle) * factor : factor / 2;
  const w = Math.cos(angle / 2);
  const x = v[i] * k;
  const y = v[i + 1] * k;
  const z = v[i + 2] * k;
  const aw = a[j];
  const ax = a[j + 1];
  const ay = a[j + 2];
  const az = a[j + 3];
  out[o] = w * aw - x * ax - y * ay - z * az;
  out[o + 1] = w * ax + x * aw + y * az - z * ay;
  out[o + 2] = w * ay - x * az + y * aw + z * ax;
  out[o + 3] = w * az + x * ay - y * ax + z * aw;
}

/** exp(factor * vector) r: Rodrigues' formula. */
export function rotate(
  v: ArrayLike<number>,
  i: number,
  factor: number,
  r: ArrayLike<number>,
  j: number,
  out: Numbers,
  o: number,
): void {
  const size = Math.sqrt(v[i] * v[i] + v[i + 1] * v[i + 1] + v[i + 2] * v[i + 2]);
  const rx = r[j];
  const ry = r[j + 1];
  const rz = r[j + 2];
  if (size < 1e-12) {
    out[o] = rx;
    out[o + 1] = ry;
    out[o + 2] = rz;
    return;
  }
  const kx = v[i] / size;
  const ky = v[i + 1] / size;
  const kz = v[i + 2] / size;
  const c = Math.cos(factor * size);
  const s = Math.sin(factor * size);
  const d = (kx * rx + ky * ry + kz * rz) * (1 - c);
  out[o] = rx * c + (ky * rz - kz * ry) * s + kx * d;
  out[o + 1] = ry * c + (kz * rx - kx * rz) * s + ky * d;
  out[o + 2] = rz * c + (kx * ry - ky * rx) * s + kz * d;
}
