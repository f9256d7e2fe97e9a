/* scene/hull.ts -- the outermost of many points in about a hundred directions: enough to fit a camera and to find the
 * ground, however many parts and frames there are. Points that are not numbers are passed over.
 */
import type { Vector3 } from "three";

const lattice: number[] = [];
for (let x = -2; x <= 2; x++) {
  for (let y = -2; y <= 2; y++) {
    for (let z = -2; z <= 2; z++) {
      if (Math.max(Math.abs(x), Math.abs(y), Math.abs(z)) === 2) {
        lattice.push(x, y, z);
      }
    }
  }
}

const goldenAngle = Math.PI * (3 - Math.sqrt(5));

export class Hull {
  private readonly directions: Float64Array;
  private readonly reach: Float64Array;
  private readonly outermost: Float64Array;

  /** up: a direction that must be exact. */
  constructor(up: Vector3) {
    this.directions = Float64Array.from([...lattice, up.x, up.y, up.z, -up.x, -up.y, -up.z]);
    this.reach = new Float64Array(this.directions.length / 3).fill(-Infinity);
    this.outermost = new Float64Array(this.directions.length);
  }

  get empty(): boolean {
    return this.reach[0] === -Infinity;
  }

  add(x: number, y: number, z: number): void {
    const { directions: d, reach } = this;
    if (!Number.isFinite(x + y + z)) {
      return;
    }
    for (let i = 0, k = 0; i < reach.length; i++, k += 3) {
      const s = d[k] * x + d[k + 1] * y + d[k + 2] * z;
      if (s > reach[i]) {
        reach[i] = s;
        this.outermost[k] = x;
        this.outermost[k + 1] = y;
        this.outermost[k + 2] = z;
      }
    }
  }

  /** Three numbers per point; the same point may come several times. */
  get points(): Float64Array {
    return this.outermost;
  }

  /** How far the points reach in the direction of -up. */
  get lowest(): number {
    return -this.reach[this.reach.length - 1];
  }

  /** Box around them: min x y z, max x y z. */
  box(): number[] {
    const box = [Infinity, Infinity, Infinity, -Infinity, -Infinity, -Infinity];
    for (let i = 0; i < this.outermost.length; i++) {
      box[i % 3] = Math.min(box[i % 3], this.outermost[i]);
      box[(i % 3) + 3] = Math.max(box[(i % 3) + 3], this.outermost[i]);
    }
    return box;
  }
}

/** Of many points those that are outermost in `most` evenly spread directions: every linear measure has its largest
 *  value there, or within half a percent of it. Few points are all taken. */
export function outermost(points: Float32Array, most = 500): Float32Array {
  if (points.length <= 3 * most) {
    return points;
  }
  const chosen = new Set<number>();
  for (let i = 0; i < most; i++) {
    const z = 1 - (2 * i + 1) / most;
    const across = Math.sqrt(1 - z * z);
    const x = across * Math.cos(i * goldenAngle);
    const y = across * Math.sin(i * goldenAngle);
    let reach = -Infinity;
    let at = 0;
    for (let k = 0; k < points.length; k += 3) {
      const s = x * points[k] + y * points[k + 1] + z * points[k + 2];
      if (s > reach) {
        reach = s;
        at = k;
      }
    }
    chosen.add(at);
  }
  return Float32Array.from([...chosen].flatMap((k) => [points[k], points[k + 1], points[k + 2]]));
}
