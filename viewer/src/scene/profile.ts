/* scene/profile.ts -- the outline of a swept section: its points with normals, the pieces between them, and the triangles of a cap.
 */
import { ShapeUtils, Vector2 } from "three";
import type { Section } from "../format";

/** Points (y, z) with outward normals around a section, the pieces between them, and the triangles of a cap. */
export interface Profile {
  count: number;
  y: Float64Array;
  z: Float64Array;
  ny: Float64Array;
  nz: Float64Array;
  sharp: Uint32Array; // points on corners
  strips: Uint32Array; // 2 per piece: from, to (counterclockwise around the outer loop)
  capY: Float64Array;
  capZ: Float64Array;
  cap: Uint32Array; // 3 per triangle, counterclockwise seen against the line (normal +x)
}

export function roundProfile(radius: number, sides: number): Profile {
  const angle = (i: number): number => (2 * Math.PI * i) / sides;
  const ny = Float64Array.from({ length: sides }, (_, i) => Math.cos(angle(i)));
  const nz = Float64Array.from({ length: sides }, (_, i) => Math.sin(angle(i)));
  const y = ny.map((c) => radius * c);
  const z = nz.map((s) => radius * s);
  const strips: number[] = [];
  const cap: number[] = [];
  for (let i = 0; i < sides; i++) {
    strips.push(i, (i + 1) % sides);
    if (i >= 2) {
      cap.push(0, i - 1, i);
    }
  }
  return {
    count: sides,
    y,
    z,
    ny,
    nz,
    sharp: new Uint32Array(0),
    strips: Uint32Array.from(strips),
    capY: y,
    capZ: z,
    cap: Uint32Array.from(cap),
  };
}

const area = (loop: readonly (readonly [number, number])[]): number =>
  loop.reduce((sum, p, i) => {
    const q = loop[(i + 1) % loop.length];
    return sum + (p[0] * q[1] - q[0] * p[1]) / 2;
  }, 0);

/** Corners sharper than about 35 degrees get a vertex per side, others one with a mean normal. */
export function sectionProfile(section: Section): Profile {
  const y: number[] = [];
  const z: number[] = [];
  const ny: number[] = [];
  const nz: number[] = [];
  const strips: number[] = [];
  const sharp: number[] = [];
  const put = (p: readonly [number, number], n: readonly [number, number]): number => {
    const size = Math.hypot(n[0], n[1]) || 1;
    return (y.push(p[0]), z.push(p[1]), ny.push(n[0] / size), nz.push(n[1] / size) - 1);
  };
  // material lies on the left of every loop: the outer one counterclockwise, holes clockwise
  const loops = section.loops
    .map((loop) =>
      loop.filter((p, i) => p[0] !== loop[(i + 1) % loop.length][0] || p[1] !== loop[(i + 1) % loop.length][1]),
    )
    .filter((loop) => loop.length >= 3)
    .map((loop, i) => (area(loop) > 0 === (i === 0) ? loop : [...loop].reverse()));
  for (const loop of loops) {
    const n = loop.length;
    const normal = loop.map((p, i): [number, number] => {
      const q = loop[(i + 1) % n];
      const size = Math.hypot(q[0] - p[0], q[1] - p[1]);
      return [(q[1] - p[1]) / size, (p[0] - q[0]) / size];
    });
    const first: number[] = []; // vertex where the side that starts at a corner begins
    const last: number[] = []; // vertex where the side that ends at a corner ends
    loop.forEach((p, i) => {
      const a = normal[(i + n - 1) % n];
      const b = normal[i];
      if (a[0] * b[0] + a[1] * b[1] > 0.82) {
        first[i] = last[i] = put(p, [a[0] + b[0], a[1] + b[1]]);
      } else {
        last[i] = put(p, a);
        first[i] = put(p, b);
        sharp.push(first[i]);
      }
    });
    for (let i = 0; i < n; i++) {
      strips.push(first[i], last[(i + 1) % n]);
    }
  }
  const vectors = loops.map((loop) => loop.map((p) => new Vector2(p[0], p[1])));
  const all = vectors.flat();
  const cap = vectors.length > 0 ? ShapeUtils.triangulateShape(vectors[0], vectors.slice(1)).flat() : [];
  for (let i = 0; i < cap.length; i += 3) {
    const [p, q, r] = [all[cap[i]], all[cap[i + 1]], all[cap[i + 2]]];
    if ((q.x - p.x) * (r.y - p.y) - (q.y - p.y) * (r.x - p.x) < 0) {
      [cap[i + 1], cap[i + 2]] = [cap[i + 2], cap[i + 1]];
    }
  }
  return {
    count: y.length,
    y: Float64Array.from(y),
    z: Float64Array.from(z),
    ny: Float64Array.from(ny),
    nz: Float64Array.from(nz),
    sharp: Uint32Array.from(sharp),
    strips: Uint32Array.from(strips),
    capY: Float64Array.from(all, (v) => v.x),
    capZ: Float64Array.from(all, (v) => v.y),
    cap: Uint32Array.from(cap),
  };
}
