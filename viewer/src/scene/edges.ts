/* scene/edges.ts -- sharp and open edges of a triangle mesh: where the normals of two faces differ, or there is one
 * face.
 */

/** Pairs of vertex indices. Vertices at equal places count as one; cosine: of the angle from which an edge is sharp. */
export function featureEdges(
  vertices: ArrayLike<number>,
  normals: ArrayLike<number>,
  triangles: ArrayLike<number>,
  cosine = 0.94,
): Uint32Array {
  const place = new Map<string, number>();
  const n = vertices.length / 3;
  let size = 0;
  for (let i = 0; i < vertices.length; i++) {
    size = Math.max(size, Math.abs(vertices[i]));
  }
  const grid = size > 0 ? 1e5 / size : 1;
  const id = new Uint32Array(n);
  for (let i = 0; i < n; i++) {
    const key = [0, 1, 2].map((c) => Math.round(vertices[3 * i + c] * grid)).join(",");
    let k = place.get(key);
    if (k === undefined) {
      place.set(key, (k = i));
    }
    id[i] = k;
  }
  const agree = (a: number, b: number): boolean =>
    a === b ||
    normals[3 * a] * normals[3 * b] +
      normals[3 * a + 1] * normals[3 * b + 1] +
      normals[3 * a + 2] * normals[3 * b + 2] >
      cosine;
  const open = new Map<number, [number, number]>(); // edges met once
  const out: number[] = [];
  for (let i = 0; i < triangles.length; i += 3) {
    for (let k = 0; k < 3; k++) {
      const a = triangles[i + k];
      const b = triangles[i + ((k + 1) % 3)];
      const [low, high] = id[a] < id[b] ? [a, b] : [b, a];
      if (id[low] === id[high]) {
        continue;
      }
      const key = id[low] * n + id[high];
      const other = open.get(key);
      if (other === undefined) {
        open.set(key, [low, high]);
      } else {
        open.delete(key);
        if (!agree(other[0], low) || !agree(other[1], high)) {
          out.push(low, high);
        }
      }
    }
  }
  for (const [low, high] of open.values()) {
    out.push(low, high);
  }
  return Uint32Array.from(out);
}
