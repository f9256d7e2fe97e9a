/* Links: what is written is read again; only what differs is written; nonsense is left out. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { decodeState, defaultState, encodeState, parseTrail, Store, type ViewState } from "../src/state";

const nasty = ["a,b;c", "100% of <it> & more", "x=y#z", "log:é/漢", "@1:2:3:4"];

const changed: ViewState = {
  time: 1.25,
  camera: [0.331388, -0.5, 1e-7, 12345.6, 1, 0, -1],
  select: nasty[1]!,
  follow: nasty[2]!,
  hidden: nasty,
  trails: ["rod", "rod@3:0.5:-1e-3:0"],
  color: "field:strain_energy",
  colorOf: nasty,
  range: "typed",
  rangeMin: -1e-9,
  rangeMax: 3.5e8,
  magnify: 20,
  glyphs: false,
  glyphSize: 2,
  arrows: false,
  arrowSize: 0.5,
  arrowScaled: false,
  grid: false,
  axes: false,
  ghost: false,
  edges: false,
  wire: true,
  ortho: true,
  turn: true,
  plots: [
    { channels: nasty, log: false },
    { channels: ["energy/defect"], log: true },
  ],
  energy: true,
  absolute: true,
  dock: true,
  dockHeight: 300,
  span: [0.5, 2],
  left: false,
  theme: "dark",
  speed: 0.05,
  mode: 3,
  loop: false,
};

test("a state comes back from its link", () => {
  const link = encodeState(changed);
  assert.deepEqual({ ...defaultState(), ...decodeState(link) }, changed);
  assert.deepEqual(decodeState(`#${link}`), decodeState(link));
  assert(/^[\w\-.~%,;:/&=!*'()@]*$/.test(link), "only characters that addresses allow");
});

test("every member of the state differs in this test from its default", () => {
  const base = defaultState() as unknown as Record<string, unknown>;
  for (const [key, value] of Object.entries(changed)) {
    assert(JSON.stringify(base[key]) !== JSON.stringify(value), key);
  }
});

test("the default state is an empty link; emptied lists are told", () => {
  assert.equal(encodeState(defaultState()), "");
  assert.deepEqual(decodeState(""), {});
  const base = { ...defaultState(), plots: [{ channels: ["channels/tip"], log: false }], dock: true };
  const link = encodeState({ ...base, plots: [] }, base);
  assert.deepEqual({ ...base, ...decodeState(link) }.plots, []);
});

test("what is not understood is left out", () => {
  for (const hash of [
    "#",
    "#&&&",
    "#t",
    "#=1",
    "#t=abc",
    "#t=",
    "#range=sideways",
    "#grid=maybe",
    "#cam=1,x",
    "#span=2,1",
    "#span=1",
    "#future=1",
    "#theme=pink",
  ]) {
    assert.deepEqual(decodeState(hash), {}, hash);
  }
  assert.deepEqual(decodeState("#sel=%E0%A4%A"), { select: "%E0%A4%A" });
  assert.deepEqual(decodeState("#mag=1e99"), { magnify: 1e6 });
});

test("the store tells what changed, and only that", () => {
  const store = new Store(defaultState());
  const heard: string[][] = [];
  store.on((keys) => heard.push([...keys]));
  store.set({ grid: true, magnify: 2 });
  store.set({ magnify: 2, hidden: [] });
  store.toggle("hidden", "rod");
  store.toggle("hidden", "rod");
  assert.deepEqual(heard, [["magnify"], ["hidden"], ["hidden"]]);
  assert.deepEqual(store.state.hidden, []);
});

test("trails by name or by point", () => {
  assert.deepEqual(parseTrail("rod"), { name: "rod" });
  assert.deepEqual(parseTrail("a@b@3:0.5:-1e-3:0"), { name: "a@b", row: 3, local: [0.5, -0.001, 0] });
  assert.deepEqual(parseTrail("rod@1:2:x:3"), { name: "rod@1:2:x:3" });
});
