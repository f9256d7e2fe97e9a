/* test/page_inside.mjs -- functions that run inside the page (Sheet.open puts them there as window.inside): places and
 * speeds of what is drawn, from the frames of the bundle alone, not by the code that draws.
 */
export function putInside() {
  const cross = (a, b) => [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];

  /** A vector turned by a quaternion, scalar first. */
  const turn = (q, v) => {
    const u = cross(q.slice(1), v).map((k) => 2 * k);
    const uu = cross(q.slice(1), u);
    return v.map((k, i) => k + q[0] * u[i] + uu[i]);
  };

  /** A corner of a solid's geometry in the axes of its row. */
  const corner = ({ head, vertices }, solid, index) => {
    const first = 3 * (head.geometries[solid.geometry].firstVertex + index);
    const own = [0, 1, 2].map((a) => solid.scale[a] * vertices[first + a]);
    return turn(solid.at.quaternion, own).map((v, a) => v + solid.at.position[a]);
  };

  const middle = (points) => [0, 1, 2].map((a) => points.reduce((sum, p) => sum + p[a], 0) / points.length);

  /** A point of an item: the middle of the first triangle of its first shape, or of a piece of its line; null: none. */
  const pointOf = (item) => {
    const { app, scene } = window.sinew;
    const { head, triangles } = app.data;
    const solid = head.solids.find((s) => s.item === item);
    if (solid) {
      const first = 3 * head.geometries[solid.geometry].firstTriangle;
      const local = middle([0, 1, 2].map((k) => corner(app.data, solid, triangles[first + k])));
      return scene.pointOf(solid.at.row, local).position;
    }
    const line = head.lines.find((l) => l.item === item);
    const at = line ? Math.floor((line.rows.length - 1) / 2) : 0;
    return line ? middle([at, at + 1].map((k) => scene.pointOf(line.rows[k], [0, 0, 0]).position)) : null;
  };

  /** Largest speed of any corner of any solid and of any place of a line in any frame. */
  const largestSpeed = () => {
    const { data } = window.sinew.app;
    const { head, frames } = data;
    const corners = head.solids.map((solid) => {
      const { vertices } = head.geometries[solid.geometry];
      return Array.from({ length: vertices }, (_, k) => corner(data, solid, k));
    });
    let most = 0;
    for (let f = 0; f < frames.count; f++) {
      const frame = frames.values.subarray(f * frames.stride, (f + 1) * frames.stride);
      const read = (offset, otherwise) =>
        offset < 0 ? otherwise : Array.from(frame.subarray(offset, offset + otherwise.length));
      head.solids.forEach((solid, i) => {
        const row = head.rows[solid.at.row];
        const v = read(row.velocity, [0, 0, 0]);
        const w = read(row.spin, [0, 0, 0]);
        const q = read(row.quaternion, row.turn);
        for (const point of corners[i]) {
          const around = cross(w, turn(q, point));
          most = Math.max(most, Math.hypot(v[0] + around[0], v[1] + around[1], v[2] + around[2]));
        }
      });
      for (const r of head.lines.flatMap((l) => l.rows)) {
        most = Math.max(most, Math.hypot(...read(head.rows[r].velocity, [0, 0, 0])));
      }
    }
    return most;
  };

  window.inside = { pointOf, largestSpeed };
}
