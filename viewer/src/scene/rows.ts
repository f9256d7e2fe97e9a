/* scene/rows.ts -- where every row is at a time: positions, rotations, velocities; with magnified deformation. Between
 * frames positions and velocities lie on the straight line, rotations on the shortest arc. Magnified by f: a row is
 * drawn at x0 + f (x - x0) and turned by exp(f theta) from its first rotation, theta being its rotation vector since.
 * Then velocities, spins are turned along with the drawn axes, so that |v + spin x r| is the true speed for a drawn
 * arm r.
 */
import type { Track } from "../bundle";
import type { Row, Spot } from "../format";
import { matrixOf, rotate, slerp, turnBetween, turned } from "./quaternion";

export class Rows {
  readonly count: number;
  /** As drawn. Matrices row by row. */
  readonly x: Float64Array;
  readonly q: Float64Array;
  readonly m: Float64Array;
  /** True velocity and spin, turned into the drawn axes; displacement and rotation vector since the first frame. */
  readonly v: Float64Array;
  readonly spin: Float64Array;
  readonly moved: Float64Array;
  readonly theta: Float64Array;
  factor = 1;
  private readonly x0: Float64Array;
  private readonly q0: Float64Array;
  private values: Float32Array = new Float32Array(0); // of the frames, and where the two around the time begin
  private a = 0;
  private b = 0;
  private share = 0;
  private readonly offsets: Int32Array; // position, quaternion, velocity, spin of each

  constructor(rows: readonly Row[]) {
    const n = rows.length;
    this.count = n;
    this.x = new Float64Array(3 * n);
    this.q = new Float64Array(4 * n);
    this.m = new Float64Array(9 * n);
    this.v = new Float64Array(3 * n);
    this.spin = new Float64Array(3 * n);
    this.moved = new Float64Array(3 * n);
    this.theta = new Float64Array(3 * n);
    this.x0 = new Float64Array(3 * n);
    this.q0 = new Float64Array(4 * n);
    this.offsets = new Int32Array(4 * n);
    rows.forEach((row, i) => {
      this.x0.set(row.at, 3 * i);
      this.q0.set(row.turn, 4 * i);
      this.offsets.set([row.position, row.quaternion, row.velocity, row.spin], 4 * i);
    });
    this.x.set(this.x0);
    this.q.set(this.q0);
    for (let i = 0; i < n; i++) {
      matrixOf(this.q, 4 * i, this.m, 9 * i);
    }
  }

  update(frames: Track, t: number): void {
    for (let r = 0, last = this.seek(frames, t); r < last; r++) {
      this.move(r);
    }
  }

  /** One row alone. */
  updateRow(frames: Track, t: number, row: number): void {
    if (this.seek(frames, t) > 0) {
      this.move(row);
    }
  }

  /** Finds the two frames around t; returns how many rows can move. */
  private seek(frames: Track, t: number): number {
    if (frames.count === 0) {
      return 0;
    }
    const i = frames.indexAt(t);
    this.values = frames.values;
    this.share = frames.shareAt(i, t);
    this.a = i * frames.stride;
    this.b = this.share > 0 ? this.a + frames.stride : this.a;
    return this.count;
  }

  private move(r: number): void {
    const { x, q, m, v, spin, moved, theta, x0, q0, offsets, factor, values, a, b, share: s } = this;
    const i3 = 3 * r;
    const i4 = 4 * r;
    const position = offsets[i4];
    const quaternion = offsets[i4 + 1];
    lerp3(values, a, b, offsets[i4 + 2], s, v, i3);
    lerp3(values, a, b, offsets[i4 + 3], s, spin, i3);
    if (position >= 0) {
      lerp3(values, a, b, position, s, x, i3);
    } else {
      x[i3] = x0[i3];
      x[i3 + 1] = x0[i3 + 1];
      x[i3 + 2] = x0[i3 + 2];
    }
    for (let k = 0; k < 3; k++) {
      moved[i3 + k] = x[i3 + k] - x0[i3 + k];
    }
    if (quaternion >= 0) {
      slerp(values, a + quaternion, values, b + quaternion, s, q, i4);
      turnBetween(q0, i4, q, i4, theta, i3);
    }
    if (factor !== 1) {
      for (let k = 0; k < 3; k++) {
        x[i3 + k] = x0[i3 + k] + factor * moved[i3 + k];
      }
      if (quaternion >= 0) {
        turned(theta, i3, factor, q0, i4, q, i4);
        rotate(theta, i3, factor - 1, v, i3, v, i3);
        rotate(theta, i3, factor - 1, spin, i3, spin, i3);
      }
    }
    if (quaternion >= 0) {
      matrixOf(q, i4, m, 9 * r);
    }
  }

  /** Ground position of a point fixed in a row, as drawn. */
  point(
    row: number,
    local: ArrayLike<number>,
    l: number,
    out: Float32Array | Float64Array | number[],
    o: number,
  ): void {
    const { x, m } = this;
    const i = 3 * row;
    const k = 9 * row;
    const a = local[l];
    const b = local[l + 1];
    const c = local[l + 2];
    out[o] = x[i] + m[k] * a + m[k + 1] * b + m[k + 2] * c;
    out[o + 1] = x[i + 1] + m[k + 3] * a + m[k + 4] * b + m[k + 5] * c;
    out[o + 2] = x[i + 2] + m[k + 6] * a + m[k + 7] * b + m[k + 8] * c;
  }

  /** True position and velocity of a point fixed in a row, whatever the magnification. */
  truePoint(row: number, local: ArrayLike<number>): { position: number[]; velocity: number[] } {
    const i = 3 * row;
    const { x, x0, moved, theta, factor } = this;
    const position = [0, 0, 0];
    const velocity = [0, 0, 0];
    this.point(row, local, 0, position, 0);
    for (let c = 0; c < 3; c++) {
      position[c] -= x[i + c];
    }
    rotate(theta, i, 1 - factor, position, 0, position, 0);
    for (let c = 0; c < 3; c++) {
      position[c] += x0[i + c] + moved[i + c];
    }
    this.velocity(row, local, 0, velocity, 0);
    rotate(theta, i, 1 - factor, velocity, 0, velocity, 0);
    return { position, velocity };
  }

  /** True rotation vector from the ground axes to those of a row (rad), and its angular velocity in ground axes. */
  trueTurn(row: number): { orientation: number[]; spin: number[] } {
    const { q0, theta, spin, factor } = this;
    turned(theta, 3 * row, 1, q0, 4 * row, orientation, 0);
    const out = { orientation: [0, 0, 0], spin: [0, 0, 0] };
    turnBetween(ground, 0, orientation, 0, out.orientation, 0);
    rotate(theta, 3 * row, 1 - factor, spin, 3 * row, out.spin, 0);
    return out;
  }

  /** Velocity (true size) of a point fixed in a row. */
  velocity(
    row: number,
    local: ArrayLike<number>,
    l: number,
    out: Float32Array | Float64Array | number[],
    o: number,
  ): void {
    const { x, v, spin } = this;
    const i = 3 * row;
    this.point(row, local, l, arm, 0);
    arm[0] -= x[i];
    arm[1] -= x[i + 1];
    arm[2] -= x[i + 2];
    out[o] = v[i] + spin[i + 1] * arm[2] - spin[i + 2] * arm[1];
    out[o + 1] = v[i + 1] + spin[i + 2] * arm[0] - spin[i] * arm[2];
    out[o + 2] = v[i + 2] + spin[i] * arm[1] - spin[i + 1] * arm[0];
  }

  /** True displacement of a point fixed in a row since the first frame. */
  displacement(
    row: number,
    local: ArrayLike<number>,
    l: number,
    out: Float32Array | Float64Array | number[],
    o: number,
  ): void {
    const { x, moved, theta, factor } = this;
    const i = 3 * row;
    this.point(row, local, l, arm, 0);
    arm[0] -= x[i];
    arm[1] -= x[i + 1];
    arm[2] -= x[i + 2];
    rotate(theta, i, 1 - factor, arm, 0, now, 0); // true arm
    rotate(theta, i, -factor, arm, 0, arm, 0); // first arm
    out[o] = moved[i] + now[0] - arm[0];
    out[o + 1] = moved[i + 1] + now[1] - arm[1];
    out[o + 2] = moved[i + 2] + now[2] - arm[2];
  }
}

const orientation = new Float64Array(4);
const ground = Float64Array.from([1, 0, 0, 0]);
const arm = new Float64Array(3);
const now = new Float64Array(3);

function lerp3(
  values: Float32Array,
  a: number,
  b: number,
  offset: number,
  s: number,
  out: Float64Array,
  o: number,
): void {
  if (offset < 0) {
    out[o] = out[o + 1] = out[o + 2] = 0;
    return;
  }
  const i = a + offset;
  const j = b + offset;
  out[o] = values[i] + s * (values[j] - values[i]);
  out[o + 1] = values[i + 1] + s * (values[j + 1] - values[i + 1]);
  out[o + 2] = values[i + 2] + s * (values[j + 2] - values[i + 2]);
}

/** Matrix of a spot's own rotation times a scale along its axes, row by row. */
export function spotMatrix(spot: Spot, scale: readonly [number, number, number], out: Float64Array, o: number): void {
  matrixOf(spot.quaternion, 0, out, o);
  for (let i = 0; i < 3; i++) {
    for (let j = 0; j < 3; j++) {
      out[o + 3 * i + j] *= scale[j];
    }
  }
}
