/* Bundles, interpolation, sweeping and instancing, without a browser. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { decodeBase64, decodeBundle, decodeMore } from "../src/bundle";
import { groundAxes, OrbitCamera, views } from "../src/camera";
import { colorMap, mapSize, signedMap } from "../src/scene/colors";
import { featureEdges } from "../src/scene/edges";
import { niceNumber } from "../src/scene/ground";
import { Hull } from "../src/scene/hull";
import { Materials } from "../src/scene/materials";
import { roundProfile, sectionProfile } from "../src/scene/profile";
import { rotate, slerp, turnBetween, turned } from "../src/scene/quaternion";
import { Ray } from "../src/scene/ray";
import { Rows } from "../src/scene/rows";
import { groupByGeometry, Instances } from "../src/scene/solids";
import { Sweep } from "../src/scene/sweep";
import { Lines, Sheets } from "../src/scene/surfaces";
import { hasBothSigns, Range, Values } from "../src/scene/values";
import { standingItems, traveller } from "../src/scene/travel";
import { numbersOf, undoDifferences, unpack } from "../src/unpack";
import { Quaternion, Vector3 } from "three";
import { makeBundle, makeMore, swing, toBase64 } from "./make_bundle";

const close = (a: number, b: number, tolerance: number, what: string): void =>
  assert(Math.abs(a - b) <= tolerance, `${what}: ${a} against ${b}, allowed ${tolerance}`);
const slot = (i: number): number => i;
const cube = [0, 1, 2, 3, 4, 5, 6, 7].flatMap((k) => [k & 1 ? 1 : -1, k & 2 ? 1 : -1, k & 4 ? 1 : -1]);

test("a bundle is read as it was written, also through base64", () => {
  const buffer = makeBundle({ bodies: 5, sheets: 1, frames: 21 });
  const data = decodeBundle(decodeBase64(toBase64(buffer).replace(/(.{76})/g, "$1\n")));
  assert.equal(data.head.items.length, 6);
  assert.equal(data.frames.count, 21);
  assert.equal(data.frames.last, 10);
  assert.equal(data.tables[1].count, 21);
  assert.equal(data.sheets[0].rows.length, 64);
  assert.equal(
    data.triangles.length,
    data.head.geometries.reduce((sum, g) => sum + 3 * g.triangles, 0),
  );
  close(data.seriesAt(0, 0, 5), Math.sin(5), 1e-6, "a series at a row");
  close(data.seriesAt(0, 0, 5.25), (Math.sin(5) + Math.sin(5.5)) / 2, 1e-6, "a series between rows");
});

test("bad bundles are refused in words", () => {
  const good = makeBundle({ bodies: 1 });
  assert.throws(() => decodeBundle(new ArrayBuffer(4)), /not a Sinew bundle/);
  assert.throws(() => decodeBundle(good.slice(0, 100)), /cut short/);
  assert.throws(() => decodeBundle(good.slice(0, good.byteLength - 16)), /cut short/);
});

test("more frames of a live run are appended", () => {
  const data = decodeBundle(makeBundle({ bodies: 3, frames: 5, duration: 4, live: true }));
  for (let i = 5; i < 40; i++) {
    data.append(decodeMore(makeMore({ bodies: 3 }, [i])));
  }
  assert.equal(data.frames.count, 40);
  assert.equal(data.frames.time.length, 40);
  assert.equal(data.frames.last, 39);
  assert.equal(data.head.log[0], "more");
  const rows = new Rows(data.head.rows);
  rows.update(data.frames, 37);
  close(rows.x[3], swing * Math.sin(37), 1e-6, "position in an appended frame");
  close(data.seriesAt(0, 0, 30), Math.sin(30), 1e-6, "a series in an appended row");
});

test("the row at a time is found for every time", () => {
  const { frames } = decodeBundle(makeBundle({ frames: 11 }));
  for (let i = 0; i <= 10; i++) {
    assert.equal(frames.indexAt(i), i);
    assert.equal(frames.indexAt(i + 0.5), i);
    assert.equal(frames.nearest(i - 0.4), i);
  }
  assert.equal(frames.indexAt(-1), 0);
  assert.equal(frames.indexAt(99), 10);
  assert.equal(frames.shareAt(10, 99), 0);
  assert.equal(frames.shareAt(0, -1), 0);
});

test("slerp takes the short way with constant speed, whatever the signs", () => {
  const out = [0, 0, 0, 0];
  const angle = 1.3;
  const a = [1, 0, 0, 0];
  for (const sign of [1, -1]) {
    const b = [sign * Math.cos(angle / 2), 0, sign * Math.sin(angle / 2), 0];
    for (const s of [0, 0.2, 0.5, 1]) {
      slerp(a, 0, b, 0, s, out, 0);
      close(out[0], Math.cos((s * angle) / 2), 1e-15, "scalar part");
      close(out[2], Math.sin((s * angle) / 2), 1e-15, "vector part");
    }
  }
  slerp(a, 0, [1, 1e-9, 0, 0], 0, 0.5, out, 0);
  close(Math.hypot(...out), 1, 1e-15, "unit size of nearly equal rotations");
});

test("rotation vectors lead from one rotation to another and back", () => {
  const a = [0.5, 0.5, -0.5, 0.5];
  const b = [0.1, -0.7, 0.5, 0.5];
  const theta = [0, 0, 0];
  const out = [0, 0, 0, 0];
  turnBetween(a, 0, b, 0, theta, 0);
  turned(theta, 0, 1, a, 0, out, 0);
  const sign = Math.sign(out[0] * b[0] + out[1] * b[1] + out[2] * b[2] + out[3] * b[3]);
  out.forEach((x, i) => close(sign * x, b[i], 1e-14, "quaternion"));
  const r = [1, 2, 3];
  rotate(theta, 0, 1, r, 0, r, 0);
  rotate(theta, 0, -1, r, 0, r, 0);
  r.forEach((x, i) => close(x, i + 1, 1e-14, "vector"));
});

test("rows are between their frames where they should be", () => {
  const data = decodeBundle(makeBundle({ bodies: 2, frames: 101 }));
  const rows = new Rows(data.head.rows);
  rows.update(data.frames, 2.05);
  const x = (swing * (Math.sin(2) + Math.sin(2.1))) / 2;
  close(rows.x[3], x, 1e-6, "position on the chord");
  close(rows.m[9], Math.cos(2.05), 1e-6, "rotation on the arc");
  close(rows.moved[3], x, 1e-6, "displacement");
  close(rows.theta[5], 2.05, 1e-6, "rotation vector");
});

test("magnification: rows, and the true speeds and displacements of their points", () => {
  const data = decodeBundle(makeBundle({ bodies: 1, frames: 101 }));
  const rows = new Rows(data.head.rows);
  const local = [0.2, -0.1, 0.3];
  const truth = { v: [0, 0, 0], d: [0, 0, 0] };
  rows.update(data.frames, 1);
  const straight = rows.truePoint(1, local);
  rows.velocity(1, local, 0, truth.v, 0);
  rows.displacement(1, local, 0, truth.d, 0);
  rows.factor = 2.5;
  rows.update(data.frames, 1);
  close(rows.x[3], 2.5 * swing * Math.sin(1), 1e-6, "position");
  close(rows.m[9], Math.cos(2.5), 1e-6, "rotation");
  const v = [0, 0, 0];
  const d = [0, 0, 0];
  rows.velocity(1, local, 0, v, 0);
  rows.displacement(1, local, 0, d, 0);
  close(Math.hypot(...v), Math.hypot(...truth.v), 1e-6, "speed");
  close(Math.hypot(...d), Math.hypot(...truth.d), 1e-6, "displacement");
  const again = rows.truePoint(1, local);
  straight.position.forEach((p, i) => close(again.position[i], p, 1e-6, "true position"));
  straight.velocity.forEach((p, i) => close(again.velocity[i], p, 1e-6, "true velocity"));
});

/** Writes one sweep over rows at the given places. */
function swept(sweep: Sweep, x: number[][], q?: number[][]): { p: Float32Array; n: Float32Array; index: Uint32Array } {
  const p = new Float32Array(3 * sweep.vertices);
  const n = new Float32Array(3 * sweep.vertices);
  const index = new Uint32Array(3 * sweep.triangles);
  assert.equal(sweep.writeIndex(index, 0, 0), index.length);
  sweep.write(Float64Array.from(x.flat()), Float64Array.from((q ?? x.map(() => [1, 0, 0, 0])).flat()), p, n, 0);
  return { p, n, index };
}

/** Volume inside by the divergence theorem: right only if every triangle is there once and faces outwards. */
function volume(p: ArrayLike<number>, index: ArrayLike<number>): number {
  let sum = 0;
  for (let t = 0; t < index.length; t += 3) {
    const [a, b, c] = [0, 1, 2].map((k) => [0, 1, 2].map((j) => p[3 * index[t + k] + j]));
    sum += a[0] * (b[1] * c[2] - b[2] * c[1]) + a[1] * (b[2] * c[0] - b[0] * c[2]) + a[2] * (b[0] * c[1] - b[1] * c[0]);
  }
  return sum / 6;
}

/** Normals of the vertices agree with the side from which triangles are counterclockwise. */
function normalsAgree(p: ArrayLike<number>, n: ArrayLike<number>, index: ArrayLike<number>): void {
  for (let t = 0; t < index.length; t += 3) {
    const [a, b, c] = [0, 1, 2].map(
      (k) => new Vector3(p[3 * index[t + k]], p[3 * index[t + k] + 1], p[3 * index[t + k] + 2]),
    );
    const face = b.clone().sub(a).cross(c.clone().sub(a));
    if (face.length() < 1e-12) {
      continue;
    }
    for (let k = 0; k < 3; k++) {
      const i = 3 * index[t + k];
      assert(face.dot(new Vector3(n[i], n[i + 1], n[i + 2])) > 0, `normal of triangle ${t / 3} points inwards`);
    }
  }
}

test("a tube about a straight line has its radius everywhere, also at a slant and with smoothing", () => {
  for (const smooth of [false, true]) {
    const sides = 24;
    const sweep = new Sweep([0, 1, 2, 3], roundProfile(0.25, sides), true, smooth ? 4 : 1, smooth);
    const d = new Vector3(1, 2, 2).normalize();
    const x = [0, 1, 2.5, 4].map((s) => d.clone().multiplyScalar(s).toArray());
    const { p, n, index } = swept(sweep, x);
    for (let i = 0; i < sweep.rings * sides; i++) {
      const at = new Vector3(p[3 * i], p[3 * i + 1], p[3 * i + 2]);
      const out = at.clone().addScaledVector(d, -at.dot(d));
      close(out.length(), 0.25, 1e-6, "radius");
      close(out.normalize().dot(new Vector3(n[3 * i], n[3 * i + 1], n[3 * i + 2])), 1, 1e-6, "normal");
    }
    normalsAgree(p, n, index);
    const area = (sides / 2) * Math.sin((2 * Math.PI) / sides) * 0.25 ** 2;
    close(volume(p, index), area * 4, 1e-6, "volume");
  }
});

test("a tube about a closed circle is a torus", () => {
  const points = 24;
  const rows = [...Array.from({ length: points }, (_, i) => i), 0];
  const x = Array.from({ length: points }, (_, i) => [
    Math.cos((2 * Math.PI * i) / points),
    Math.sin((2 * Math.PI * i) / points),
    0,
  ]);
  const sweep = new Sweep(rows, roundProfile(0.1, 32), true, 6, true);
  const { p, n, index } = swept(sweep, x);
  for (let i = 0; i < sweep.vertices; i++) {
    const [a, b, c] = [p[3 * i], p[3 * i + 1], p[3 * i + 2]];
    close(Math.hypot(Math.hypot(a, b) - 1, c), 0.1, 3e-4, "distance from the circle");
  }
  normalsAgree(p, n, index);
  close(volume(p, index), 2 * Math.PI * (16 * Math.sin(Math.PI / 16)) * 0.01, 2e-4, "volume");
});

test("corners of a line are mitred: its pieces keep their radius", () => {
  const sweep = new Sweep([0, 1, 2], roundProfile(0.1, 16), true, 1, false);
  const { p, n, index } = swept(sweep, [
    [0, 0, 0],
    [1, 0, 0],
    [1, 1, 0],
  ]);
  for (let i = 16; i < 32; i++) {
    close(Math.hypot(p[3 * i + 1], p[3 * i + 2]), 0.1, 1e-6, "distance from the first piece");
    close(Math.hypot(p[3 * i] - 1, p[3 * i + 2]), 0.1, 1e-6, "distance from the second piece");
  }
  normalsAgree(p, n, index);
});

test("a smooth line passes through its rows", () => {
  const rows = [0, 1, 2, 3, 4];
  const x = rows.map((i) => [i, Math.sin(i), 0.1 * i * i]);
  const sweep = new Sweep(rows, roundProfile(0, 3), true, 5, true);
  const { p } = swept(sweep, x);
  rows.forEach((i) => x[i].forEach((v, c) => close(p[3 * (5 * i * 3) + c], v, 1e-6, `row ${i}`)));
});

test("a section with a hole: volume, normals away from the material, corners kept sharp", () => {
  const square = (h: number): [number, number][] => [
    [-h, -h],
    [h, -h],
    [h, h],
    [-h, h],
  ];
  for (const turnedHole of [false, true]) {
    const hole = turnedHole ? square(0.3).reverse() : square(0.3);
    const profile = sectionProfile({ loops: [square(0.5), hole] });
    assert.equal(profile.count, 16);
    assert.equal(profile.sharp.length, 8);
    const sweep = new Sweep([0, 1], profile, false, 1, false);
    const { p, n, index } = swept(sweep, [
      [0, 0, 0],
      [2, 0, 0],
    ]);
    normalsAgree(p, n, index);
    close(volume(p, index), 2 * (1 - 0.36), 1e-6, "volume");
  }
});

test("sections turn with their rows", () => {
  const profile = sectionProfile({
    loops: [
      [
        [-0.2, -0.1],
        [0.2, -0.1],
        [0.2, 0.1],
        [-0.2, 0.1],
      ],
    ],
  });
  const sweep = new Sweep([0, 1], profile, false, 2, true);
  const quarter = [Math.SQRT1_2, Math.SQRT1_2, 0, 0];
  const { p } = swept(
    sweep,
    [
      [0, 0, 0],
      [1, 0, 0],
    ],
    [[1, 0, 0, 0], quarter],
  );
  const widest = (ring: number, c: number): number =>
    Math.max(...Array.from({ length: profile.count }, (_, i) => Math.abs(p[3 * (ring * profile.count + i) + c])));
  close(widest(0, 1), 0.2, 1e-6, "width at the start");
  close(widest(2, 2), 0.2, 1e-6, "height at the end: turned by a quarter");
  close(widest(1, 1), (0.2 + 0.1) * Math.SQRT1_2, 1e-6, "width in the middle: an eighth");
});

test("a thousand bodies of three shapes are three instanced meshes", () => {
  const data = decodeBundle(makeBundle({ bodies: 1000, springs: 100, joints: 50, frames: 3 }));
  const groups = groupByGeometry(data);
  assert.equal(groups.length, 5);
  const materials = new Materials(data.head.items);
  const rows = new Rows(data.head.rows);
  rows.update(data.frames, 5);
  const all = groups.map((g) => new Instances(data, g.geometry, g.group, materials, slot));
  assert.equal(
    all.reduce((sum, i) => sum + i.count, 0),
    1150,
  );
  assert.equal(
    all.reduce((sum, i) => sum + i.place(rows), 0),
    1150 * 64,
  );
  // body 4 is the second box: at its place, turned by 5 rad, scaled
  const m = all[0].mesh.instanceMatrix.array;
  close(m[16 + 12], 3 + swing * (Math.sin(8) - Math.sin(3)), 1e-5, "place");
  close(m[16], 0.5 * Math.cos(5), 1e-5, "turn and scale");
  close(m[16 + 5], 0.4 * Math.cos(5), 1e-5, "turn and scale");
});

test("a between reaches from one end to the other", () => {
  const data = decodeBundle(makeBundle({ bodies: 2, springs: 2, frames: 3 }));
  const rows = new Rows(data.head.rows);
  rows.update(data.frames, 5);
  const group = groupByGeometry(data).find((g) => g.group.betweens.length > 0)!;
  const springs = new Instances(
    data,
    group.geometry,
    group.group,
    new Materials(data.head.items),
    slot,
  );
  springs.place(rows);
  const m = springs.mesh.instanceMatrix.array;
  const end = [0, 0, 0];
  rows.point(2, [0, 0, 0.15], 0, end, 0);
  [1, 0, 1.5].forEach((v, c) => close(m[16 + 12 + c], v, 1e-6, "start"));
  end.forEach((v, c) => close(m[16 + c] + m[16 + 12 + c], v, 1e-5, "end"));
  const y = new Vector3(m[20], m[21], m[22]);
  const z = new Vector3(m[24], m[25], m[26]);
  close(y.length(), 0.08, 1e-6, "width");
  close(z.length(), 0.08, 1e-6, "width");
  close(y.dot(z), 0, 1e-8, "right angle");
});

test("the ray finds the body in front, a thin cable and a sheet", () => {
  const data = decodeBundle(makeBundle({ bodies: 4, cables: 1, sheets: 1, frames: 3 }));
  const rows = new Rows(data.head.rows);
  rows.update(data.frames, 0);
  const materials = new Materials(data.head.items);
  const bodies = groupByGeometry(data).map((g) => new Instances(data, g.geometry, g.group, materials, slot));
  bodies.forEach((b) => b.place(rows));
  const lines = new Lines(data, materials, slot);
  const sheets = new Sheets(data, materials, slot);
  lines.place(rows);
  sheets.place(rows);
  const cast = (
    o: [number, number, number],
    d: [number, number, number],
  ): { item: number; row: number; distance: number } => {
    const hit = { distance: Infinity, item: -1, row: -1 };
    const ray = new Ray().set(...o, ...d);
    for (const part of [...bodies, lines.surface, sheets.surface]) {
      part.raycast(ray, hit, () => true);
    }
    return hit;
  };
  assert.deepEqual(cast([-5, 0, 0], [1, 0, 0]), { distance: 4.75, item: 0, row: 1 });
  assert.equal(cast([5, 0, 0], [-1, 0, 0]).item, 1);
  assert.equal(cast([0, 5, 0], [0, -1, 0]).item, 2);
  assert.equal(cast([0, 5, 9], [0, -1, 0]).item, -1);
  const cable = data.head.lines[0];
  const middle = cable.rows[4];
  const hit = cast([rows.x[3 * middle], rows.x[3 * middle + 1], 5], [0, 0, -1]);
  assert.equal(hit.item, cable.item);
  assert.equal(hit.row, middle);
  assert.equal(cast([3.3, 0.3, 5], [0, 0, -1]).item, data.head.sheets[0].item);
});

test("values: fields by name, ranges, and speeds at the corners of bodies", () => {
  const data = decodeBundle(makeBundle({ bodies: 3, cables: 1, frames: 101 }));
  const values = new Values(data.head.fields, data.head.items.length);
  values.choose({ by: "field", name: "tension" });
  values.seek(data.frames, 0);
  assert.equal(values.of(0), null);
  const field = values.of(3)!;
  close(values.get(field, 2), 100 * Math.cos(2), 1e-4, "a value");
  const range = new Range();
  values.addTo(range);
  close(range.max, 100, 1e-4, "largest");
  range.add(NaN);
  range.add(Infinity);
  close(range.max, 100, 1e-4, "numbers that are none are passed over");

  values.choose({ by: "speed" });
  const rows = new Rows(data.head.rows);
  rows.update(data.frames, 0);
  const bodies = groupByGeometry(data).map(
    (g) => new Instances(data, g.geometry, g.group, new Materials([{ color: "#000000" }]), slot),
  );
  const speeds = new Range();
  bodies[0].extremes(rows, values, speeds);
  // box 0.5 x 0.4 turning at 1 rad/s, moving at 0.3 m/s: the fastest corner
  close(speeds.max, Math.hypot(swing + 0.2, 0.25), 1e-6, "fastest corner");
});

test("elements: places and axes are polynomials between stations, which are spots on rows", () => {
  // a quadratic element along a parabola, then one along y from a row that is turned by a right angle and off its place
  const r = Math.SQRT1_2;
  const x = Float64Array.from([0, 0, 0, 1, 0, 1, 2, 0, 4, 7, 7, 7]);
  const q = Float64Array.from([1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, r, 0, 0, r]);
  const rows = [0, 1, 2, 2, 3, 3];
  const none = [0, 0, 0, 1, 0, 0, 0];
  // row 3 stands at (7, 7, 7) with its x along y: what is at (2, 1, 4) and (2, 2, 4) in the ground's axes
  const spots = [...none, ...none, ...none, ...[0, 0, 0, r, 0, 0, r], -6, 5, -3, 1, 0, 0, 0, -5, 5, -3, 1, 0, 0, 0];
  const profile = sectionProfile({
    loops: [
      [
        [-0.1, -0.2],
        [0.1, -0.2],
        [0.1, 0.2],
        [-0.1, 0.2],
      ],
    ],
  });
  const pieces = 4;
  const sweep = new Sweep(rows, profile, false, pieces, true, 2, spots);
  assert.equal(sweep.rings, 10);
  const positions = new Float32Array(3 * sweep.vertices);
  const normals = new Float32Array(3 * sweep.vertices);
  sweep.write(x, q, positions, normals, 0);
  for (let ring = 0; ring < 10; ring++) {
    const u = (ring % 5) / 2;
    const center = ring < 5 ? [u, 0, u * u] : [2, u, 4];
    const along = ring < 5 ? [1, 0, 0] : [0, 1, 0]; // the axes of the stations, not the slope of the line
    for (let i = 0; i < profile.count; i++) {
      const o = 3 * (ring * profile.count + i);
      const arm = [0, 1, 2].map((c) => positions[o + c] - center[c]);
      const side = ring < 5 ? arm[1] : -arm[0];
      close(Math.abs(side), 0.1, 1e-6, `width at ring ${ring}`);
      close(Math.abs(arm[2]), 0.2, 1e-6, `height at ring ${ring}`);
      close(arm[0] * along[0] + arm[1] * along[1], 0, 1e-6, `plane of ring ${ring}`);
    }
    close(sweep.along(ring), (Math.floor(ring / 5) + (ring % 5) / pieces) / 2, 1e-12, "place along");
  }
  assert.deepEqual(sweep.between(0), { i: 0, share: 0 });
  assert.deepEqual(sweep.between(3), { i: 1, share: 0.5 });
  assert.deepEqual(sweep.between(4), { i: 1, share: 1 });
  assert.deepEqual(sweep.between(5), { i: 3, share: 0 });
});

test("lines give each piece the value of its element", () => {
  const data = decodeBundle(makeBundle({ bodies: 1, cables: 1, linePoints: 5, frames: 3 }));
  const values = new Values(data.head.fields, data.head.items.length);
  values.choose({ by: "field", name: "tension" });
  values.seek(data.frames, 0);
  const rows = new Rows(data.head.rows);
  rows.update(data.frames, 0);
  const lines = new Lines(data, new Materials([{ color: "#000000" }, { color: "#000000" }]), slot);
  lines.place(rows);
  lines.color(rows, values);
  // first vertex of the ring where element e begins: 6 rings per piece, 20 sides
  for (let e = 0; e < 4; e++) {
    close(lines.surface.values[2 * (6 * e * 20)], 100 * Math.cos(e), 1e-4, `element ${e}`);
    close(lines.surface.values[2 * ((6 * e + 5) * 20)], 100 * Math.cos(e), 1e-4, `last ring of element ${e}`);
  }
});

test("sheets: normals of a flat one point up, one position per row", () => {
  const data = decodeBundle(makeBundle({ bodies: 1, sheets: 1, frames: 3 }));
  const rows = new Rows(data.head.rows);
  rows.update(data.frames, 0);
  const sheets = new Sheets(data, new Materials([{ color: "#000000" }]), slot);
  sheets.place(rows);
  for (let i = 0; i < 64; i++) {
    close(Math.abs(sheets.surface.normals[3 * i + 2]), 1, 1e-6, "normal");
  }
  assert.equal(sheets.surface.edges.geometry.getIndex()!.count, 2 * 4 * 7);
});

test("sharp edges of a box are twelve, of a smooth ball none", () => {
  const data = decodeBundle(makeBundle({ bodies: 1 }));
  const of = (k: number): Uint32Array => {
    const g = data.head.geometries[k];
    const cut = (a: Float32Array): Float32Array => a.subarray(3 * g.firstVertex, 3 * (g.firstVertex + g.vertices));
    return featureEdges(
      cut(data.vertices),
      cut(data.normals),
      data.triangles.subarray(3 * g.firstTriangle, 3 * (g.firstTriangle + g.triangles)),
    );
  };
  assert.equal(of(0).length / 2, 12);
  assert.equal(of(1).length, 0);
  assert.equal(of(2).length / 2, 64); // rims of a cylinder of 32 sides
});

test("the colour map grows lighter in equal steps", () => {
  const linear = (v: number): number => (v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4);
  let before = 0;
  for (let i = 0; i < mapSize; i += 15) {
    const [r, g, b] = [0, 1, 2].map((c) => linear(colorMap[4 * i + c] / 255));
    const light = 116 * Math.cbrt(0.2126 * r + 0.7152 * g + 0.0722 * b) - 16;
    assert(light > before + 1, `lightness at ${i}: ${light} after ${before}`);
    before = light;
  }
  assert(before > 85);
});

test("the camera: standard views with the right axes, fit shows everything", () => {
  for (const up of [new Vector3(0, 0, 1), new Vector3(0, 1, 0), new Vector3(1, 0, 0), new Vector3(0, 0, -1)]) {
    const [e1, e2] = groundAxes(up);
    close(e1.dot(up), 0, 1e-12, "right angle");
    close(e1.clone().cross(e2).dot(up), 1, 1e-12, "right-handed");
  }
  const corners = [0, 1, 2, 3, 4, 5, 6, 7].flatMap((k) => [k & 1 ? 3 : -1, k & 2 ? 5 : 0, k & 4 ? 2 : -2]);
  for (const parallel of [false, true]) {
    const camera = new OrbitCamera(null, new Vector3(0, 1, 0));
    camera.orthographicOn = parallel;
    camera.setSize(800, 500);
    for (const direction of Object.values(views)) {
      camera.fit(corners, false, direction);
      camera.update(new Vector3(1, 2.5, 0), 4);
      let widest = 0;
      for (let k = 0; k < 8; k++) {
        const p = new Vector3(k & 1 ? 3 : -1, k & 2 ? 5 : 0, k & 4 ? 2 : -2).project(camera.camera);
        assert(Math.abs(p.x) < 1 && Math.abs(p.y) < 1 && Math.abs(p.z) < 1, "a corner is outside of the picture");
        widest = Math.max(widest, Math.abs(p.x), Math.abs(p.y));
      }
      assert(widest > 0.8, `the picture is not filled: ${widest}`);
    }
    // front with up = y: x to the right, y up
    camera.fit(cube, false, views.front);
    camera.update(new Vector3(), 2);
    const x = new Vector3(1, 0, 0).project(camera.camera);
    const y = new Vector3(0, 1, 0).project(camera.camera);
    assert(x.x > 0.1 && Math.abs(x.y) < 1e-6);
    assert(y.y > 0.1 && Math.abs(y.x) < 1e-6);
  }
});

test("turning with a part begins and ends without a jump of the view", () => {
  const camera = new OrbitCamera(null, new Vector3(0, 0, 1));
  camera.fit(cube, false, [0.4, 0.3]);
  camera.update(new Vector3(), 2);
  const before = camera.camera.position.clone();
  camera.rebase(new Quaternion().setFromAxisAngle(new Vector3(1, 2, -1).normalize(), 1.1));
  camera.update(new Vector3(), 2);
  close(camera.camera.position.distanceTo(before), 0, 1e-9, "begins");
  camera.rebase(new Quaternion());
  camera.update(new Vector3(), 2);
  close(camera.camera.position.distanceTo(before), 0, 1e-9, "ends");
  close(camera.azimuth, 0.4, 1e-12, "azimuth");
});

test("zooming keeps the point under the mouse", () => {
  const camera = new OrbitCamera(null, new Vector3(0, 0, 1));
  camera.setSize(800, 600);
  camera.fit(cube, false, views.front);
  camera.update(new Vector3(), 2);
  const p = new Vector3(0.5, camera.target.y, 0.3);
  const before = p.clone().project(camera.camera);
  camera.zoom(0.5, ((before.x + 1) / 2) * 800, ((1 - before.y) / 2) * 600);
  camera.update(new Vector3(), 2);
  const after = p.clone().project(camera.camera);
  close(after.x, before.x, 1e-6, "x");
  close(after.y, before.y, 1e-6, "y");
});

test("the outermost points: exact along up, a good box, nothing that is not a number", () => {
  const up = new Vector3(1, 2, 3).normalize();
  const hull = new Hull(up);
  assert(hull.empty);
  let lowest = Infinity;
  for (let i = 0; i < 500; i++) {
    const p = new Vector3(Math.sin(3 * i), 2 * Math.sin(5 * i + 1), 3 * Math.sin(7 * i + 2));
    lowest = Math.min(lowest, p.dot(up));
    hull.add(p.x, p.y, p.z);
    hull.add(NaN, 0, 0);
    hull.add(0, Infinity, 0);
  }
  close(hull.lowest, lowest, 1e-12, "lowest");
  hull.box().forEach((v, i) => close(Math.abs(v), 1 + (i % 3), 0.01, "side of the box"));
});

test("nice numbers", () => {
  assert.deepEqual(
    [0.3, 1, 1.9, 2, 4.9, 5, 9.9, 10, 730].map(niceNumber).map((x) => Number(x.toPrecision(6))),
    [0.2, 1, 1, 2, 2, 5, 5, 10, 500],
  );
});

test("what goes far beside its size is followed, what swings is not; what stands still is known", () => {
  const data = decodeBundle(makeBundle({ bodies: 3, frames: 21 }));
  assert.equal(traveller(data), -1);
  const still = standingItems(data.head);
  data.head.rows.forEach((row) => assert.equal(still.has(row.item), row.item >= 0 && row.position < 0 && row.quaternion < 0));
  const { frames, head } = data;
  for (let i = 0; i < frames.count; i++) {
    for (const row of head.rows.filter((r) => r.position >= 0)) {
      frames.values[i * frames.stride + row.position] += 5 * i;
    }
  }
  const item = traveller(data);
  assert(item >= 0 && head.solids.some((s) => s.item === item));
});

test("numbers of both signs: blue below zero, red above, no colour in the middle", () => {
  const at = (i: number): number[] => [...signedMap.slice(4 * i, 4 * i + 3)];
  assert(at(0)[2]! > 2 * at(0)[0]! && at(mapSize - 1)[0]! > 2 * at(mapSize - 1)[2]!);
  assert(Math.min(...at(127)) > 225 && Math.max(...at(127)) - Math.min(...at(127)) < 6, `${at(127)}`);
  assert(hasBothSigns({ min: -1, max: 5 }) && !hasBothSigns({ min: 0, max: 5 }) && !hasBothSigns({ min: -0.01, max: 5 }));
});

/** What src/show/page/pack.c makes of numbers of `size` bytes, given as unsigned integers row by row. */
function differences(values: bigint[], size: number, columns: number): Uint8Array {
  const n = values.length;
  const bits = BigInt(8 * size);
  const out = new Uint8Array(n * size);
  let k = 0;
  for (let column = 0; column < columns; column++) {
    let above = 0n;
    let step = 0n;
    for (let i = column; i < n; i += columns, k++) {
      const difference = values[i]! - above;
      const signed = BigInt.asIntN(8 * size, size === 4 ? difference : difference - step);
      const written = BigInt.asUintN(8 * size, (signed << 1n) ^ (signed >> (bits - 1n)));
      for (let byte = 0; byte < size; byte++) {
        out[byte * n + k] = Number((written >> BigInt(8 * byte)) & 255n);
      }
      above = values[i]!;
      step = difference;
    }
  }
  return out;
}

test("packed numbers come back as they were, whatever they are", () => {
  for (const [size, columns] of [[2, 1], [2, 5], [4, 3], [8, 1], [8, 2]] as const) {
    const n = 60 * columns;
    const most = 1n << BigInt(8 * size);
    const values = Array.from({ length: n }, (_, i) => (BigInt(i * i * 2654435761) * 0x9e3779b97f4a7c15n) % most);
    values[3] = most - 1n;
    values[4] = 0n;
    const back = new Uint8Array(undoDifferences(differences(values, size, columns), size, columns));
    values.forEach((value, i) => {
      let got = 0n;
      for (let byte = size - 1; byte >= 0; byte--) {
        got = (got << 8n) | BigInt(back[i * size + byte]!);
      }
      assert.equal(got, value, `number ${i} of ${size} bytes in ${columns} columns`);
    });
  }
});

test("codes of 16 bits are numbers of their column", () => {
  const got = numbersOf(Uint16Array.from([0, 0, 65534, 65535, 1, 2]), [-1, 5], [0.5, 0]);
  assert.deepEqual([...got], [-1, 5, 32766, NaN, -0.5, 5]);
});

test("a page is unpacked by the inflater of the browser; a bundle that is not packed is taken as it is", async () => {
  const buffer = makeBundle({ bodies: 1 });
  assert.deepEqual(await unpack(buffer), { bundle: buffer, packed: false });
  const deflated = new Response(new Blob([buffer]).stream().pipeThrough(new CompressionStream("deflate")));
  const bytes = new Uint8Array([83, 78, 69, 90, ...new Uint8Array(await deflated.arrayBuffer())]);
  const { bundle, packed } = await unpack(bytes.buffer);
  assert(packed);
  assert.deepEqual(new Uint8Array(bundle), new Uint8Array(buffer));
});
