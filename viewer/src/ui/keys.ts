/* keys.ts -- what each key does, in the order of the help. */
import type { App } from "../app";
import type { Key, KeyGroup } from "../keyboard";
import type { ViewState } from "../state";
import { openHelp, openRun } from "./dialogs";
import { views } from "./topbar";

const keyTurn = 32; // pixels of a drag
const keyZoom = 1.2;

type Line = [keys: string, shown: string, help: string, press: () => void];
type Flag = { [K in keyof ViewState]: ViewState[K] extends boolean ? K : never }[keyof ViewState];

/** Several keys for one act are separated by spaces; the space bar itself is "space". */
function group(name: KeyGroup, lines: Line[]): Key[] {
  return lines.map(([keys, shown, help, press]) => ({
    group: name,
    keys: keys.split(" ").map((k) => (k === "space" ? " " : k)),
    shown,
    help,
    press,
  }));
}

export function makeKeys(app: App): Key[] {
  const { player, store } = app;
  const flip = (key: Flag) => () => store.set({ [key]: !store.state[key] });
  const leap = (): number => Math.max(1, Math.round(player.count / 20));
  const energy = (): void =>
    store.set(store.state.energy && store.state.dock ? { energy: false } : { energy: true, dock: true });
  const hide = (): void => {
    if (store.state.select) {
      store.toggle("hidden", store.state.select);
    }
  };
  const closer = (): void => {
    if (app.selected >= 0) {
      app.fitItem(app.selected);
    }
  };
  const allViews = views.map((v) => v.text.toLowerCase()).join(", ");
  return [
    ...group("Time", [
      ["space", "Space", "play or pause", () => player.toggle()],
      ["arrowleft", "←", "one frame back", () => player.step(-1)],
      ["arrowright", "→", "one frame on", () => player.step(1)],
      ["shift+arrowleft pagedown", "Shift ←", "a twentieth of the run back", () => player.step(-leap())],
      ["shift+arrowright pageup", "Shift →", "a twentieth of the run on", () => player.step(leap())],
      ["home", "Home", "start", () => app.scrub(player.start, true)],
      ["end", "End", "end", () => app.scrub(player.end, true)],
      [",", ",", "slower", () => store.set({ speed: player.speed / 2 })],
      [".", ".", "faster", () => store.set({ speed: player.speed * 2 })],
      ["k", "K", "loop on or off", flip("loop")],
    ]),
    ...group("View", [
      ["f", "F", "fit the whole motion", () => app.fit()],
      ...views.map((v, i): Line => [String(i + 1), i === 0 ? "1 – 7" : "", allViews, () => app.view(v.name)]),
      ["[", "[ ]", "turn left, right", () => app.orbit(-keyTurn, 0)],
      ["]", "", "", () => app.orbit(keyTurn, 0)],
      ["arrowup", "↑ ↓", "look from higher, from lower", () => app.orbit(0, keyTurn)],
      ["arrowdown", "", "", () => app.orbit(0, -keyTurn)],
      ["+ =", "+ −", "nearer, farther", () => app.zoom(1 / keyZoom)],
      ["-", "", "", () => app.zoom(keyZoom)],
      ["o", "O", "parallel projection or perspective", flip("ortho")],
    ]),
    ...group("Selected item", [
      ["z", "Z", "look at it closely", closer],
      ["c", "C", "follow it", () => app.toggleFollow()],
      ["l", "L", "draw its trail", () => app.toggleTrail()],
      ["h", "H", "hide or show it", hide],
      ["escape", "Esc", "select nothing", () => app.select(-1)],
    ]),
    ...group("Show", [
      ["u", "U", "everything that is hidden", () => store.set({ hidden: [] })],
      ["g", "G", "joints on or off", flip("glyphs")],
      ["r", "R", "force arrows on or off", flip("arrows")],
      ["d", "D", "ground on or off", flip("grid")],
      ["x", "X", "axes on or off", flip("axes")],
      ["b", "B", "edges on or off", flip("edges")],
      ["w", "W", "wireframe on or off", flip("wire")],
      ["p", "P", "plots on or off", flip("dock")],
      ["a", "A", "new plot", () => app.addPlot()],
      ["e", "E", "energy plots", energy],
      ["m", "M", "left panel on or off", flip("left")],
    ]),
    ...group("Page", [
      ["/", "/", "search items", () => app.searchItems()],
      ["i", "I", "summary, parameters, model, log", () => openRun(app)],
      ["t", "T", "dark or light", () => app.toggleTheme()],
      ["s", "S", "picture with legend and time", () => void app.snapshot(true)],
      ["shift+s", "Shift S", "picture of the scene only", () => void app.snapshot(false)],
      ["v", "V", "film of the run; again: ends it", () => void app.film()],
      ["y", "Y", "copy a link to this view", () => void app.copyLink()],
      ["?", "?", "this help", () => openHelp(app)],
    ]),
  ];
}
