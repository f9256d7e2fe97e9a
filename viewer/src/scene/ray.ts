/* scene/ray.ts -- a ray against triangles and boxes (Moeller and Trumbore 1997; slabs), on plain numbers. */

export class Ray {
  ox = 0;
  oy = 0;
  oz = 0;
  dx = 0;
  dy = 0;
  dz = 1;

  set(ox: number, oy: number, oz: number, dx: number, dy: number, dz: number): this {
    this.ox = ox;
    this.oy = oy;
    this.oz = oz;
    this.dx = dx;
    this.dy = dy;
    this.dz = dz;
    return this;
  }

  /** Does it meet the box (min x y z, max x y z) before `far`? */
  meetsBox(box: ArrayLike<number>, far: number): boolean {
    let near = 0;
    for (let c = 0; c < 3; c++) {
      const o = c === 0 ? this.ox : c === 1 ? this.oy : this.oz;
      const d = c === 0 ? this.dx : c === 1 ? this.dy : this.dz;
      if (Math.abs(d) < 1e-300) {
        if (o < box[c] || o > box[c + 3]) {
          return false;
        }
        continue;
      }
      let a = (box[c] - o) / d;
      let b = (box[c + 3] - o) / d;
      if (a > b) {
        [a, b] = [b, a];
      }
      near = Math.max(near, a);
      far = Math.min(far, b);
    }
    return near <= far;
  }

  /** Parameter where it meets the triangle of vertices i, j, k (any side); Infinity: it does not. */
  meetsTriangle(p: ArrayLike<number>, i: number, j: number, k: number): number {
    const ax = p[3 * i];
    const ay = p[3 * i + 1];
    const az = p[3 * i + 2];
    const ux = p[3 * j] - ax;
    const uy = p[3 * j + 1] - ay;
    const uz = p[3 * j + 2] - az;
    const vx = p[3 * k] - ax;
    const vy = p[3 * k + 1] - ay;
    const vz = p[3 * k + 2] - az;
    const { dx, dy, dz } = this;
    const px = dy * vz - dz * vy;
    const py = dz * vx - dx * vz;
    const pz = dx * vy - dy * vx;
    const det = ux * px + uy * py + uz * pz;
    if (det === 0) {
      return Infinity;
    }
    const tx = this.ox - ax;
    const ty = this.oy - ay;
    const tz = this.oz - az;
    const s = (tx * px + ty * py + tz * pz) / det;
    if (s < 0 || s > 1) {
      return Infinity;
    }
    const qx = ty * uz - tz * uy;
    const qy = tz * ux - tx * uz;
    const qz = tx * uy - ty * ux;
    const r = (dx * qx + dy * qy + dz * qz) / det;
    if (r < 0 || s + r > 1) {
      return Infinity;
    }
    const t = (vx * qx + vy * qy + vz * qz) / det;
    return t >= 0 ? t : Infinity;
  }
}

/** What a ray met first so far. */
export interface Hit {
  distance: number;
  item: number;
  row: number;
}
