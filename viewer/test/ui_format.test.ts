/* Numbers, units and times for people; the speed of the player; keys; live questions. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { keyName } from "../src/keyboard";
import { Live, moreUrl } from "../src/live";
import { chosenSpeed, niceBelow, Player } from "../src/player";
import { columnsToCsv } from "../src/plots/csv";
import { fileName } from "../src/ui/download";
import { summaryWords } from "../src/ui/summary";
import { leftOf, ticksBetween } from "../src/ui/ticks";
import {
  formatNumber,
  formatShort,
  formatSpeed,
  formatTime,
  formatUnit,
  formatWithUnit,
  humanName,
  parseNumber,
  scaleFor,
  timeDecimals,
} from "../src/ui/units";

test("numbers", () => {
  const cases: [number, string][] = [
    [0, "0"],
    [1, "1.000"],
    [-1.5, "−1.500"],
    [12.3456, "12.35"],
    [999.96, "1000"],
    [123456, "123456"],
    [0.001234, "0.001234"],
    [0.99996, "1.000"],
    [1234567, "1.235e6"],
    [-1e-9, "−1.000e−9"],
    [NaN, "not a number"],
    [Infinity, "∞"],
    [-Infinity, "−∞"],
  ];
  for (const [value, text] of cases) {
    assert.equal(formatNumber(value), text);
  }
  assert.equal(formatShort(0.1), "0.1");
  assert.equal(formatShort(-2e-15, 5), "−2e−15");
  assert.equal(formatShort(150000), "1.5e5");
  assert.equal(formatWithUnit(2, "kg*m^2"), "2.000 kg·m²");
});

test("units", () => {
  assert.equal(formatUnit("m/s^2"), "m/s²");
  assert.equal(formatUnit("N*m"), "N·m");
  assert.equal(formatUnit("kg m^2"), "kg·m²");
  assert.equal(formatUnit("s^-1"), "s⁻¹");
  assert.equal(formatUnit("1"), "");
  assert.equal(formatUnit(""), "");
  assert.equal(humanName("strain_energy"), "strain energy");
});

test("numbers of a plot as csv", () => {
  assert.equal(columnsToCsv(["t [s]", "a, b"], [[0, 0.1], [1.25, null]]), 't [s],"a, b"\n0,1.25\n0.1,\n');
  assert.equal(columnsToCsv(["t"], [[Math.fround(0.1)]]), "t\n0.100000001\n");
});

test("a run in sentences", () => {
  const summary: [string, string][] = [
    ["scheme", "ed"],
    ["t end", "10 s"],
    ["steps", "2000"],
    ["newton iterations", "6004"],
    ["step rejections", "3"],
    ["energy identity error", "1.0e-15"],
    ["numerical dissipation", "0"],
    ["constraint error", "6.7e-16"],
    ["wall seconds", "0.2 s"],
  ];
  assert.equal(
    summaryWords({ status: "completed", summary }),
    "The run is complete at t = 10 s, after 2000 steps of the scheme ed. Each step took 3 iterations on average; 3 steps were " +
      "halved. The energy balance closes to round-off (1e−15 of the largest energy), and no energy is lost by the method. " +
      "Joints are closed to 6.7e−16. It took 0.2 s on the clock.",
  );
  assert.equal(summaryWords({ status: "failed", summary: [] }), "The run failed.");
  assert.equal(summaryWords({ status: "completed", summary, modes: [] }), "");
});

test("engineering units: the same as in src/show/stage/engineering.c", () => {
  const cases: [string, number, string, number][] = [
    ["Pa", 2.1e8, "MPa", 1e6],
    ["N/m^2", 5e6, "MPa", 1e6],
    ["m", 0.02, "mm", 1e-3],
    ["m", 3, "m", 1],
    ["m/s", 0.01, "mm/s", 1e-3],
    ["N m", 2e5, "kN·m", 1e3],
    ["N/m", 2e4, "kN/m", 1e3],
    ["m^2", 1e-4, "m²", 1],
    ["m/s^2", 1e-3, "m/s²", 1],
    ["J", 1e-13, "J", 1],
    ["Nm", 1e5, "Nm", 1],
    ["kg", 0.01, "g", 1e-3],
    ["s", 0.005, "ms", 1e-3],
    ["", 5, "", 1],
    ["1", 5, "", 1],
    ["N", 0, "N", 1],
    ["kg m^2/s", 1e-3, "kg·m²/s", 1],
    ["rad", 1, "deg", Math.PI / 180],
    ["rad/s", 100, "rad/s", 1],
  ];
  for (const [unit, size, shown, factor] of cases) {
    assert.deepEqual(scaleFor(unit, size), { unit: shown, factor }, `${size} ${unit}`);
  }
});

test("marks of a legend: round numbers, written alike, that never touch", () => {
  const measure = (text: string): number => 7 * text.length;
  const texts = (min: number, max: number, width = 318): string[] =>
    ticksBetween(min, max, width, measure).map((t) => t.text);
  assert.deepEqual(texts(1.84e-5, 2.3), ["0.5", "1.0", "1.5", "2.0"]);
  assert.deepEqual(texts(-3, 21), ["0", "5", "10", "15", "20"]);
  assert.deepEqual(texts(5, 5), ["5"]);
  assert.deepEqual(texts(0, 0), ["0"]);
  assert.deepEqual(texts(0, 3e-9), ["0", "5e−10", "1e−9", "1.5e−9", "2e−9", "2.5e−9", "3e−9"].filter((_, i) => i % 2 === 0));
  for (const size of [1e-12, 3.7e-6, 0.013, 1, 77, 4321, 6.5e7, 1.1e15]) {
    for (const [low, high] of [
      [0, 1],
      [-1, 1],
      [-0.3, 2.9],
      [100, 101],
      [-7, -2],
    ] as const) {
      for (const width of [60, 120, 318, 900]) {
        const ticks = ticksBetween(low * size, high * size, width, measure);
        assert(ticks.length >= 1, `${low * size} to ${high * size} on ${width} px`);
        let free = -Infinity;
        for (const tick of ticks) {
          const left = leftOf(tick, width, measure(tick.text));
          assert(left >= free, `${ticks.map((k) => k.text)} collide on ${width} px`);
          free = left + measure(tick.text);
          const written = Number(tick.text.replaceAll("−", "-"));
          assert(Math.abs(written - tick.value) <= 1e-6 * (high - low) * size, `${tick.text} is not ${tick.value}`);
        }
        assert.equal(new Set(ticks.map((k) => k.text)).size, ticks.length);
      }
    }
  }
});

test("times and what people type", () => {
  assert.equal(timeDecimals(10, 1001), 2);
  assert.equal(timeDecimals(5, 1001), 3);
  assert.equal(timeDecimals(0.05, 50), 3);
  assert.equal(timeDecimals(0, 1), 3);
  assert.equal(formatTime(1.23456, 3), "1.235");
  assert.equal(parseNumber(" 1,5 "), 1.5);
  assert.equal(parseNumber("−2e-3"), -0.002);
  assert(Number.isNaN(parseNumber("")) && Number.isNaN(parseNumber("two")));
  assert.equal(formatSpeed(0.1), "0.1×");
  assert.equal(fileName("my model/1", "0.25s", "png"), "my_model_1_0.25s.png");
  assert.equal(fileName("", "0s", "png"), "sinew_0s.png");
});

test("the chosen speed makes a run last 5 to 20 s", () => {
  for (let p = -6; p <= 6; p++) {
    for (const d of [1, 1.3, 2, 2.4999, 3, 4.99, 5, 7, 9.9]) {
      const duration = d * 10 ** p;
      const lasts = duration / chosenSpeed(duration);
      assert(lasts >= 5 * (1 - 1e-9) && lasts <= 20 * (1 + 1e-9), `${duration} s last ${lasts} s`);
    }
  }
  assert.equal(chosenSpeed(10), 1);
  assert.equal(chosenSpeed(0), 1);
  assert.equal(chosenSpeed(NaN), 1);
  assert.equal(niceBelow(0.06), 0.05);
  assert.equal(niceBelow(0.1), 0.1);
});

test("the player steps from frame to frame and stays inside the run", () => {
  const player = new Player({ time: [0, 0.5, 1], count: 3 });
  const times: number[] = [];
  player.onTime = (t) => times.push(t);
  player.step(1);
  player.setTime(0.7);
  player.step(-1);
  player.setTime(0.7);
  player.step(1);
  player.step(1);
  player.setTime(-3);
  player.setTime(NaN);
  assert.deepEqual(times, [0.5, 0.7, 0.5, 0.7, 1, 1, 0]);
  const none = new Player({ time: [], count: 0 });
  none.step(1);
  none.play();
  assert.equal(none.playing, false);
  assert.equal(none.frame, 0);
});

test("names of keys", () => {
  assert.equal(keyName({ key: "ArrowLeft", shiftKey: true }), "shift+arrowleft");
  assert.equal(keyName({ key: "?", shiftKey: true }), "?");
  assert.equal(keyName({ key: "S", shiftKey: true }), "shift+s");
  assert.equal(keyName({ key: "s", shiftKey: false }), "s");
});

test("live: asks on from where it was, ends with the run, notices a server that has gone", async () => {
  const asked: string[] = [];
  const said: string[] = [];
  let answers = ["running", "completed"];
  const make = (): Live =>
    new Live({
      token: "a b",
      next: 7,
      interval: 1e6,
      take: () => ({ next: 9, status: answers.shift()! }),
      report: (status, detail) => said.push(`${status}: ${detail}`),
      fetch: (url) => {
        asked.push(url);
        return answers.length > 0
          ? Promise.resolve({ ok: true, status: 200, arrayBuffer: () => Promise.resolve(new ArrayBuffer(0)) })
          : Promise.reject(new Error("no answer"));
      },
    });
  const live = make();
  await live.ask();
  await live.ask();
  live.stop();
  assert.deepEqual(asked, ["more?token=a%20b&from=7", "more?token=a%20b&from=9"]);
  assert.equal(asked[0], moreUrl("a b", 7));
  assert.deepEqual(said, ["ended: completed"]);
  const lost = make();
  for (let i = 0; i < 5; i++) {
    await lost.ask();
  }
  assert.equal(lost.status, "gone");
  answers = ["running"];
  await lost.ask();
  lost.stop();
  assert.deepEqual(said.slice(1), ["gone: no answer", "running: running"]);
});
