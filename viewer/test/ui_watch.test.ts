/* The page of a model that is watched: newest values are sent, newer results announced, but not while a slider is held. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { roundStep } from "../src/ui/watch_panel";
import { setUrl, Watch, type WatchState } from "../src/watch";

const state = (over: Partial<WatchState> = {}): WatchState => ({
  status: "complete", runs: 1, shown: 1, message: "", parameters: [], ...over,
});

function made(answers: (url: string) => WatchState | null) {
  const asked: string[] = [];
  const reports: (WatchState | null)[] = [];
  let fresh = 0;
  const watch = new Watch({
    token: "t",
    report: (s) => reports.push(s),
    fresh: () => fresh++,
    interval: 1e9,
    patience: 2,
    fetch: async (url) => {
      asked.push(url);
      await new Promise((done) => setTimeout(done, 1));
      const answer = answers(url);
      return { ok: answer !== null, status: answer ? 200 : 400, json: async () => answer };
    },
  });
  return { watch, asked, reports, fresh: () => fresh };
}

test("a newer result is announced once, and not while a slider is held", async () => {
  let shown = 1;
  const m = made(() => state({ shown }));
  m.watch.follow(1);
  await m.watch.look();
  assert.equal(m.fresh(), 0);
  shown = 2;
  m.watch.held = true;
  await m.watch.look();
  assert.equal(m.fresh(), 0);
  m.watch.held = false;
  await m.watch.look();
  await m.watch.look();
  assert.equal(m.fresh(), 1);
  m.watch.stop();
});

test("of many values of a slider the first and the newest are sent", async () => {
  const m = made(() => state());
  const first = m.watch.set("a", 1);
  void m.watch.set("a", 2);
  void m.watch.set("a", 3);
  void m.watch.set("b b", 4);
  await first;
  assert.deepEqual(m.asked, [setUrl("t", "a", 1), setUrl("t", "a", 3), "set?token=t&name=b%20b&value=4"]);
});

test("a server that has gone is told after some questions", async () => {
  const m = made(() => null);
  await m.watch.look();
  assert.deepEqual(m.reports, []);
  await m.watch.look();
  assert.deepEqual(m.reports, [null]);
});

test("steps of sliders are round", () => {
  assert.deepEqual([1.5, 1, 160, 2e-3, 1e6].map(roundStep), [0.01, 0.01, 1, 2e-5, 1e4]);
});
