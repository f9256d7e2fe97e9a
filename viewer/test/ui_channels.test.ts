/* Channels: names of components, values between rows, columns, search; ranges of plot axes. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Head } from "../src/format";
import { Channels, interpolate, rowAt, sinceStart, type TableData } from "../src/plots/channels";
import { linearRange, logMarks, logRange, logValue, zoomSpan } from "../src/plots/scales";

const near = (a: number, b: number, tolerance = 1e-12): void =>
  assert(Math.abs(a - b) <= tolerance, `${a} is not ${b}`);

const rows: TableData = {
  time: [0, 1, 2, 4],
  values: new Float32Array([0, 3, 4, 0, 10, 0, 0, 0, 20, 6, 8, 0, 40, 0, 0, NaN]),
  stride: 4,
  count: 4,
};
const steps: TableData = { time: [1, 2, 4], values: new Float32Array([5, 6, 7]), stride: 1, count: 3 };

const ref = { type: "f32", offset: 0, length: 0 } as const;
const head: Pick<Head, "series" | "items" | "tables"> = {
  items: [{ name: "rod", kind: "body", class: "part", color: "#000000", data: [] }],
  tables: [
    { name: "rows", time: ref, values: ref, stride: 4 },
    { name: "steps", time: ref, values: ref, stride: 1 },
  ],
  series: [
    { table: 0, path: "energy/kinetic", unit: "J", width: 1, offset: 0, item: -1 },
    { table: 0, path: "channels/tip", unit: "m", width: 2, offset: 1, item: 0 },
    { table: 0, path: "channels/tip.x", unit: "N", width: 1, offset: 3, item: -1 },
    { table: 1, path: "steps/iterations", unit: "1", width: 1, offset: 0, item: -1 },
  ],
};

test("the row at a time", () => {
  const at = (t: number): number => rowAt(rows.time, rows.count, t);
  assert.deepEqual([-1, 0, 0.99, 1, 3.9, 4, 9].map(at), [0, 0, 0, 1, 2, 3, 3]);
  assert.equal(rowAt([], 0, 1), -1);
});

test("values are linear between rows and held beyond the ends", () => {
  near(interpolate(rows, 0, 0.25), 2.5);
  near(interpolate(rows, 0, 3), 30);
  near(interpolate(rows, 0, -5), 0);
  near(interpolate(rows, 0, 99), 40);
  assert(Number.isNaN(interpolate({ ...rows, count: 0 }, 0, 1)));
});

test("a missing number spoils only its own interval", () => {
  near(interpolate(rows, 3, 2), 0);
  assert(Number.isNaN(interpolate(rows, 3, 3)));
  assert(Number.isNaN(interpolate(rows, 3, 4)));
});

test("channels: components, length, steps hold over the step that ends in their row", () => {
  const c = new Channels(head, [rows, steps]);
  near(c.valueAt(c.get("channels/tip.y")!, 0.5), 2);
  near(c.valueAt(c.get("channels/tip.norm")!, 0), 5);
  near(c.valueAt(c.get("steps/iterations")!, 1.5), 6);
  near(c.valueAt(c.get("steps/iterations")!, 2), 6);
  assert.deepEqual(c.values("tip", 0), [3, 4]);
  near(c.values("energy/kinetic", 1) as number, 10);
  near(c.values("channels/tip.y", 2) as number, 8);
  assert.equal(c.values("nothing", 0), undefined);
  // two things with one name: the component of the vector came first
  assert.equal(c.get("channels/tip.x")!.series, 1);
  assert.equal(c.list.filter((x) => x.id === "channels/tip.x").length, 1);
});

test("columns have gaps where there is no number, and grow when told", () => {
  const table = { ...rows };
  const c = new Channels(head, [table, steps]);
  assert.deepEqual(c.column(c.get("channels/tip.norm")!), [5, 0, 10, 0]);
  const broken = new Channels({ ...head, series: [head.series[2]!] }, [table]);
  assert.deepEqual(broken.column(broken.get("channels/tip.x")!), [0, 0, 0, null]);
  const kinetic = c.get("energy/kinetic")!;
  assert.equal(c.column(kinetic).length, 4);
  (table as { count: number }).count = 3;
  assert.equal(c.column(kinetic).length, 4);
  c.changed();
  assert.equal(c.column(kinetic).length, 3);
});

test("search: every word, in path or item; energies in the order of the ledger", () => {
  const c = new Channels(head, [rows, steps]);
  assert.deepEqual(c.search("ROD"), [1]);
  assert.deepEqual(c.search("tip chan"), [1, 2]);
  assert.deepEqual(c.search(""), [0, 1, 2, 3]);
  assert.deepEqual(c.search("tip nothing"), []);
  assert.deepEqual(c.energies(), { shares: ["energy/kinetic"], defect: [] });
});

test("ranges of axes", () => {
  const [a, b] = linearRange(0, 10);
  assert(a < 0 && b > 10 && a > -1 && b < 11);
  assert.deepEqual(linearRange(null, null), [-1, 1]);
  assert.deepEqual(linearRange(0, 0), [-1, 1]);
  const [c, d] = linearRange(1000, 1000.0001); // below the resolution of float32
  assert(d - c > 10);
  assert.deepEqual(logRange(2e-15, 3e-12), [10 ** -15, 10 ** -11]);
  assert.deepEqual(logRange(null, null), [1e-16, 1]);
  const [e, f] = logRange(1, 1);
  assert(e > 0 && f > e);
  assert.deepEqual(
    logMarks(1e-4, 1, 10).map((m) => Math.round(Math.log10(m))),
    [-4, -3, -2, -1, 0],
  );
  assert(logMarks(1e-24, 1, 5).length <= 6);
  assert.equal(logValue(-2), 2);
  assert.equal(logValue(0), null);
  assert.equal(logValue(null), null);
});

test("zoom of the time axis keeps the point under the pointer and stays inside the run", () => {
  const span = zoomSpan([0, 10], 4, 0.5, 0, 10)!;
  near(span[0], 2);
  near(span[1], 7);
  assert.equal(zoomSpan([2, 7], 4, 3, 0, 10), null);
  const edge = zoomSpan([0, 2], 0, 2, 0, 10)!;
  near(edge[0], 0);
  near(edge[1], 4);
  const tiny = zoomSpan([5, 5.0001], 5, 1e-9, 0, 10)!;
  assert(tiny[1] > tiny[0]);
});

test("round-off beside numbers of the same kind is 0; energies are measured from the start", () => {
  const ground = { table: 0, item: -1 };
  const items = [{ name: "boom", kind: "beam", class: "part", color: "#000000", data: [] }] as Head["items"];
  const c = new Channels(
    {
      items,
      tables: [{ name: "rows", time: ref, values: ref, stride: 6 }],
      series: [
        { ...ground, path: "channels/root", unit: "N", width: 3, offset: 0, components: ["N", "V2", "V3"] },
        { ...ground, path: "channels/tiny", unit: "N", width: 1, offset: 3 },
        { table: 0, path: "parts/boom/T", unit: "N", width: 1, offset: 4, item: 0 },
        { ...ground, path: "energy/potential", unit: "J", width: 1, offset: 5, base: 7e6 },
      ],
    },
    [
      {
        time: [0, 1],
        values: new Float32Array([1e3, 1e-8, -5, 1e-12, 1e-12, 0, 2e3, -1e-8, 5, 3e-12, 2e-12, 0.25]),
        stride: 6,
        count: 2,
      },
    ],
  );
  assert.deepEqual(
    c.ofSeries(0).map((x) => x.label),
    ["root N", "root V2", "root V3", "|root|"],
  );
  assert.deepEqual(c.values("root", 0), [1000, 0, -5]);
  assert.deepEqual(c.column(c.get("channels/root.V2")!), [0, 0]);
  near(c.values("tiny", 1) as number, 3e-12, 1e-18); // small as a whole: that is its size
  near(c.values("parts/boom/T", 1) as number, 2e-12, 1e-18);
  const energy = c.get("energy/potential")!;
  assert.deepEqual(c.column(energy), [7e6, 7e6 + 0.25]);
  assert.deepEqual(sinceStart(c).column(energy), [0, 0.25]);
  near(sinceStart(c).valueAt(energy, 0.5), 0.125);
  near(c.valueAt(energy, 0.5), 7e6 + 0.125);
});
