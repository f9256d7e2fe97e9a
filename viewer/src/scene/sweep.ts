/* scene/sweep.ts -- a section swept along a line through rows: vertices and normals of its rings, written in place.
 * Round sections are carried along by parallel transport; others lie in the second and third axis of the rows. At the
 * corners of a line that is not smooth the ring lies in the bisecting plane and is stretched there (mitred), so that
 * the straight pieces keep their radius. A smooth line is the cubic Hermite curve with parabolic slopes over the
 * chords. Elements (beams) have rings at both of their ends, and between them places and axes by Lagrange polynomials over
 * equally spaced stations; where the axes of neighbours differ the band between their rings closes the corner.
 * Every ring has the vertices of the profile; both ends are closed by caps.
 */
import type { Profile } from "./profile";
import { matrixOf, slerp } from "./quaternion";

/** One line: knows how many vertices and triangles it has, and writes them. */
export class Sweep {
  readonly rings: number;
  readonly vertices: number;
  readonly triangles: number;
  private readonly closed: boolean;
  readonly center: Float64Array; // of the rings
  private readonly tangent: Float64Array;
  private readonly ey: Float64Array;
  private readonly ez: Float64Array;
  private readonly bend: Float64Array; // stretched direction of a corner times sqrt(stretch - 1)
  private readonly slope: Float64Array; // of the rows, per unit of chord
  private readonly chord: Float64Array;

  constructor(
    readonly rows: ArrayLike<number>,
    readonly profile: Profile,
    readonly round: boolean,
    /** rings per piece; 1 for a line with corners */
    readonly pieces: number,
    readonly smooth: boolean,
    /** of elements; 0: a line through its rows */
    readonly order = 0,
    /** 7 numbers per station of elements */
    private readonly spots: ArrayLike<number> = [],
  ) {
    const n = rows.length;
    this.rings = order > 0 ? (n / (order + 1)) * (pieces + 1) : (n - 1) * pieces + 1;
    this.closed = order === 0 && n > 3 && rows[0] === rows[n - 1];
    const caps = this.closed ? 0 : 2;
    this.vertices = this.rings * profile.count + caps * profile.capY.length;
    this.triangles = (this.rings - 1) * profile.strips.length + (caps * profile.cap.length) / 3;
    this.center = new Float64Array(3 * this.rings);
    this.tangent = new Float64Array(3 * this.rings);
    this.ey = new Float64Array(3 * this.rings);
    this.ez = new Float64Array(3 * this.rings);
    this.bend = new Float64Array(3 * this.rings);
    this.slope = new Float64Array(3 * n);
    this.chord = new Float64Array(n);
  }

  /** Where a ring is: between stations i and i + 1, at `share` of the way. */
  between(ring: number): { i: number; share: number } {
    const { order, pieces } = this;
    const first = order > 0 ? Math.floor(ring / (pieces + 1)) * (order + 1) : 0;
    const u = order > 0 ? ((ring % (pieces + 1)) / pieces) * order : ring / pieces;
    const last = order > 0 ? order - 1 : this.rows.length - 2;
    const i = Math.min(Math.floor(u), last);
    return { i: first + i, share: u - i };
  }

  /** How far along the whole line a ring is, 0 to 1: elements share their ends. */
  along(ring: number): number {
    const { order, pieces, rings } = this;
    const own = ring % (pieces + 1);
    return order > 0 ? ((ring - own) / (pieces + 1) + own / pieces) / (rings / (pieces + 1)) : ring / (rings - 1);
  }

  /** Indices of the triangles, vertices counted from `base`. The last corner of every triangle between two rings is on
   *  the first of them: a flat value is that of the piece that begins there. */
  writeIndex(out: Uint32Array, o: number, base: number): number {
    const { profile: p, rings } = this;
    for (let r = 0; r + 1 < rings; r++) {
      const a = base + r * p.count;
      const b = a + p.count;
      for (let s = 0; s < p.strips.length; s += 2) {
        const i = p.strips[s];
        const j = p.strips[s + 1];
        out[o++] = a + j;
        out[o++] = b + j;
        out[o++] = a + i;
        out[o++] = b + j;
        out[o++] = b + i;
        out[o++] = a + i;
      }
    }
    if (!this.closed) {
      const start = base + rings * p.count;
      const end = start + p.capY.length;
      for (let i = 0; i < p.cap.length; i += 3) {
        out[o++] = start + p.cap[i];
        out[o++] = start + p.cap[i + 2];
        out[o++] = start + p.cap[i + 1];
      }
      for (let i = 0; i < p.cap.length; i += 3) {
        out[o++] = end + p.cap[i];
        out[o++] = end + p.cap[i + 1];
        out[o++] = end + p.cap[i + 2];
      }
    }
    return o;
  }

  /** Pairs of vertices on lines to be drawn: corners of the section along the line, and its outline at both ends. */
  edges(base: number): number[] {
    const { profile: p, rings } = this;
    const out: number[] = [];
    for (const i of p.sharp) {
      for (let r = 0; r + 1 < rings; r++) {
        out.push(base + r * p.count + i, base + (r + 1) * p.count + i);
      }
    }
    if (!this.closed) {
      for (const ring of [0, rings - 1]) {
        for (let s = 0; s < p.strips.length; s++) {
          out.push(base + ring * p.count + p.strips[s]);
        }
      }
    }
    return out;
  }

  /** Calls `put(vertex, ring)` for every vertex, in order. */
  forEachVertex(put: (vertex: number, ring: number) => void): void {
    let v = 0;
    for (let r = 0; r < this.rings; r++) {
      for (let i = 0; i < this.profile.count; i++) {
        put(v++, r);
      }
    }
    if (!this.closed) {
      for (const ring of [0, this.rings - 1]) {
        for (let i = 0; i < this.profile.capY.length; i++) {
          put(v++, ring);
        }
      }
    }
  }

  /** Writes all vertices; x, q: positions and quaternions of all rows; `o`: first vertex in positions and normals. */
  write(x: Float64Array, q: Float64Array, positions: Float32Array, normals: Float32Array, o: number): void {
    if (this.order > 0) {
      this.placeElements(x, q);
    } else {
      this.placeRings(x);
    }
    if (this.round) {
      this.transport();
    } else if (this.order === 0) {
      this.rowAxes(q);
    }
    const { profile: p, rings, center, ey, ez, bend, tangent } = this;
    let k = 3 * o;
    for (let r = 0; r < rings; r++) {
      const i = 3 * r;
      const cx = center[i];
      const cy = center[i + 1];
      const cz = center[i + 2];
      const yx = ey[i];
      const yy = ey[i + 1];
      const yz = ey[i + 2];
      const zx = ez[i];
      const zy = ez[i + 1];
      const zz = ez[i + 2];
      const bx = bend[i];
      const by = bend[i + 1];
      const bz = bend[i + 2];
      const bent = bx !== 0 || by !== 0 || bz !== 0;
      for (let j = 0; j < p.count; j++, k += 3) {
        let wx = p.y[j] * yx + p.z[j] * zx;
        let wy = p.y[j] * yy + p.z[j] * zy;
        let wz = p.y[j] * yz + p.z[j] * zz;
        if (bent) {
          const d = wx * bx + wy * by + wz * bz;
          wx += d * bx;
          wy += d * by;
          wz += d * bz;
        }
        positions[k] = cx + wx;
        positions[k + 1] = cy + wy;
        positions[k + 2] = cz + wz;
        normals[k] = p.ny[j] * yx + p.nz[j] * zx;
        normals[k + 1] = p.ny[j] * yy + p.nz[j] * zy;
        normals[k + 2] = p.ny[j] * yz + p.nz[j] * zz;
      }
    }
    if (this.closed) {
      return;
    }
    for (const end of [0, 1]) {
      const i = end === 0 ? 0 : 3 * (rings - 1);
      const sign = end === 0 ? -1 : 1;
      for (let j = 0; j < p.capY.length; j++, k += 3) {
        for (let c = 0; c < 3; c++) {
          positions[k + c] = center[i + c] + p.capY[j] * ey[i + c] + p.capZ[j] * ez[i + c];
          normals[k + c] = sign * tangent[i + c];
        }
      }
    }
  }

  private placeRings(x: Float64Array): void {
    const { rows, center, tangent, slope, chord, bend, pieces } = this;
    const n = rows.length;
    for (let i = 0; i + 1 < n; i++) {
      const a = 3 * rows[i];
      const b = 3 * rows[i + 1];
      chord[i] = Math.hypot(x[b] - x[a], x[b + 1] - x[a + 1], x[b + 2] - x[a + 2]);
    }
    bend.fill(0);
    // directions of the chords at the rows (slope), before they are averaged
    const direction = (i: number, c: number): number =>
      chord[i] > 0 ? (x[3 * rows[i + 1] + c] - x[3 * rows[i] + c]) / chord[i] : 0;
    for (let i = 0; i < n; i++) {
      const before = i > 0 ? i - 1 : this.closed ? n - 2 : -1;
      const after = i + 1 < n ? i : this.closed ? 0 : -1;
      for (let c = 0; c < 3; c++) {
        const a = before >= 0 ? direction(before, c) : direction(after, c);
        const b = after >= 0 ? direction(after, c) : direction(before, c);
        const ha = before >= 0 ? chord[before] : chord[after];
        const hb = after >= 0 ? chord[after] : chord[before];
        // parabola through three rows, or the bisector of two straight pieces
        slope[3 * i + c] = this.smooth ? (ha + hb > 0 ? (a * hb + b * ha) / (ha + hb) : 0) : a + b;
      }
    }
    if (this.smooth && !this.closed && n > 2) {
      for (let c = 0; c < 3; c++) {
        slope[c] = 2 * direction(0, c) - slope[3 + c];
        slope[3 * (n - 1) + c] = 2 * direction(n - 2, c) - slope[3 * (n - 2) + c];
      }
    }
    for (let i = 0; i + 1 < n; i++) {
      const a = 3 * rows[i];
      const b = 3 * rows[i + 1];
      for (let k = 0; k < pieces; k++) {
        const s = k / pieces;
        const r = 3 * (i * pieces + k);
        const h = this.smooth && k > 0 ? chord[i] : 0;
        const w = this.smooth ? s * s * (3 - 2 * s) : s;
        const wa = s * (1 - s) * (1 - s) * h;
        const wb = -s * s * (1 - s) * h;
        for (let c = 0; c < 3; c++) {
          const d = x[b + c] - x[a + c];
          center[r + c] = x[a + c] + w * d + wa * slope[3 * i + c] + wb * slope[3 * (i + 1) + c];
          tangent[r + c] =
            k === 0
              ? slope[3 * i + c]
              : this.smooth
                ? 6 * s * (1 - s) * d +
                  h * ((1 - s) * (1 - 3 * s) * slope[3 * i + c] + s * (3 * s - 2) * slope[3 * (i + 1) + c])
                : d;
        }
      }
      if (!this.smooth && (i > 0 || this.closed)) {
        this.mitre(i > 0 ? i - 1 : n - 2, i, x);
      }
    }
    const last = 3 * (this.rings - 1);
    for (let c = 0; c < 3; c++) {
      center[last + c] = x[3 * rows[n - 1] + c];
      tangent[last + c] = slope[3 * (n - 1) + c];
      if (this.closed) {
        bend[last + c] = bend[c];
      }
    }
    for (let r = 0; r < this.rings; r++) {
      const i = 3 * r;
      const size = Math.hypot(tangent[i], tangent[i + 1], tangent[i + 2]);
      for (let c = 0; c < 3; c++) {
        tangent[i + c] = size > 1e-12 ? tangent[i + c] / size : r > 0 ? tangent[i + c - 3] : c === 0 ? 1 : 0;
      }
    }
  }

  /** Rings of elements: sums over their stations; the axes are made orthonormal. */
  private placeElements(x: Float64Array, q: Float64Array): void {
    const { rows, spots, center, tangent, ey, ez, order: p, pieces } = this;
    center.fill(0);
    tangent.fill(0);
    ey.fill(0);
    ez.fill(0);
    for (let k = 0; k < rows.length; k++) {
      const own = k % (p + 1);
      const row = rows[k];
      matrixOf(q, 4 * row, rowAxes, 0);
      matrixOf(spots, 7 * k + 3, axes, 0);
      const place = (c: number, o: number, step: number, from: ArrayLike<number>): number =>
        rowAxes[3 * c] * from[o] + rowAxes[3 * c + 1] * from[o + step] + rowAxes[3 * c + 2] * from[o + 2 * step];
      for (let c = 0; c < 3; c++) {
        station[c] = x[3 * row + c] + place(c, 7 * k, 1, spots);
        station[3 + c] = place(c, 1, 3, axes);
        station[6 + c] = place(c, 2, 3, axes);
      }
      for (let j = 0; j <= pieces; j++) {
        const u = (p * j) / pieces; // stations at 0, 1 .. p
        let n = 1;
        let slope = 0;
        for (let m = 0; m <= p; m++) {
          if (m !== own) {
            slope = (slope * (u - m) + n) / (own - m);
            n *= (u - m) / (own - m);
          }
        }
        const r = 3 * (((k - own) / (p + 1)) * (pieces + 1) + j);
        for (let c = 0; c < 3; c++) {
          center[r + c] += n * station[c];
          tangent[r + c] += slope * station[c];
          ey[r + c] += n * station[3 + c];
          ez[r + c] += n * station[6 + c];
        }
      }
    }
    this.bend.fill(0);
    for (let r = 0; r < 3 * this.rings; r += 3) {
      unit(tangent, r);
      unit(ey, r);
      const d = ez[r] * ey[r] + ez[r + 1] * ey[r + 1] + ez[r + 2] * ey[r + 2];
      for (let c = 0; c < 3; c++) {
        ez[r + c] -= d * ey[r + c];
      }
      unit(ez, r);
      if (!this.round) {
        // ends stand in the plane of the section
        tangent[r] = ey[r + 1] * ez[r + 2] - ey[r + 2] * ez[r + 1];
        tangent[r + 1] = ey[r + 2] * ez[r] - ey[r] * ez[r + 2];
        tangent[r + 2] = ey[r] * ez[r + 1] - ey[r + 1] * ez[r];
      }
    }
  }

  /** Stretch of the ring at the corner between pieces i and j: 1/cos of half the angle, at most 2. */
  private mitre(i: number, j: number, x: Float64Array): void {
    const { rows, chord, bend } = this;
    if (chord[i] === 0 || chord[j] === 0) {
      return;
    }
    let cosine = 0;
    let size = 0;
    const o = 3 * j * this.pieces;
    for (let c = 0; c < 3; c++) {
      const a = (x[3 * rows[i + 1] + c] - x[3 * rows[i] + c]) / chord[i];
      const b = (x[3 * rows[j + 1] + c] - x[3 * rows[j] + c]) / chord[j];
      cosine += a * b;
      bend[o + c] = b - a;
      size += (b - a) * (b - a);
    }
    const half = Math.sqrt(Math.max(0, (1 + cosine) / 2));
    const stretch = Math.min(2, half > 0 ? 1 / half : 2) - 1;
    const factor = size > 1e-12 ? Math.sqrt(stretch / size) : 0;
    for (let c = 0; c < 3; c++) {
      bend[o + c] *= factor;
    }
  }

  private transport(): void {
    const { tangent: t, ey, ez, rings } = this;
    const axis =
      Math.abs(t[0]) < Math.abs(t[1])
        ? Math.abs(t[0]) < Math.abs(t[2])
          ? 0
          : 2
        : Math.abs(t[1]) < Math.abs(t[2])
          ? 1
          : 2;
    let nx = axis === 0 ? 1 : 0;
    let ny = axis === 1 ? 1 : 0;
    let nz = axis === 2 ? 1 : 0;
    for (let r = 0; r < rings; r++) {
      const i = 3 * r;
      const tx = t[i];
      const ty = t[i + 1];
      const tz = t[i + 2];
      if (r > 0) {
        // turn the tangent before into this one, about their common normal, and the ring with it
        const px = t[i - 3];
        const py = t[i - 2];
        const pz = t[i - 1];
        const ax = py * tz - pz * ty;
        const ay = pz * tx - px * tz;
        const az = px * ty - py * tx;
        const c = px * tx + py * ty + pz * tz;
        if (c > -0.999999) {
          const k = (ax * nx + ay * ny + az * nz) / (1 + c);
          const bx = ay * nz - az * ny;
          const by = az * nx - ax * nz;
          const bz = ax * ny - ay * nx;
          nx = c * nx + bx + k * ax;
          ny = c * ny + by + k * ay;
          nz = c * nz + bz + k * az;
        }
      }
      const d = nx * tx + ny * ty + nz * tz;
      nx -= d * tx;
      ny -= d * ty;
      nz -= d * tz;
      const size = Math.hypot(nx, ny, nz) || 1;
      nx /= size;
      ny /= size;
      nz /= size;
      ey[i] = nx;
      ey[i + 1] = ny;
      ey[i + 2] = nz;
      ez[i] = ty * nz - tz * ny;
      ez[i + 1] = tz * nx - tx * nz;
      ez[i + 2] = tx * ny - ty * nx;
    }
  }

  private rowAxes(q: Float64Array): void {
    const { rows, ey, ez, pieces, rings, bend } = this;
    bend.fill(0);
    for (let r = 0; r < rings; r++) {
      const i = Math.min(Math.floor(r / pieces), rows.length - 2);
      const s = r / pieces - i;
      slerp(q, 4 * rows[i], q, 4 * rows[i + 1], s, turn, 0);
      matrixOf(turn, 0, axes, 0);
      for (let c = 0; c < 3; c++) {
        ey[3 * r + c] = axes[3 * c + 1];
        ez[3 * r + c] = axes[3 * c + 2];
      }
    }
  }
}

const rowAxes = new Float64Array(9);
const station = new Float64Array(9); // place, second and third axis
const turn = new Float64Array(4);
const axes = new Float64Array(9);

/** Makes three numbers from o on a vector of length 1; of length 0 they stay. */
function unit(a: Float64Array, o: number): void {
  const size = Math.hypot(a[o], a[o + 1], a[o + 2]) || 1;
  a[o] /= size;
  a[o + 1] /= size;
  a[o + 2] /= size;
}
