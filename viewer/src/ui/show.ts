/* show.ts -- the state carried to the scene: a table of which members matter to which call. */
import type { Head } from "../format";
import type { SinewScene, Trail } from "../scene/scene";
import { parseTrail, type ViewState } from "../state";

/** Items by name; the first of a name counts. */
export class Names {
  private readonly index = new Map<string, number>();

  constructor(readonly head: Head) {
    head.items.forEach((item, i) => {
      if (!this.index.has(item.name)) {
        this.index.set(item.name, i);
      }
    });
  }

  find(name: string): number {
    return this.index.get(name) ?? -1;
  }
}

type Act = (scene: SinewScene, state: ViewState, names: Names) => void;

const acts: { keys: (keyof ViewState)[]; act: Act }[] = [
  {
    keys: ["color", "colorOf"],
    act: (scene, s, names) => {
      const items = s.colorOf.map((name) => names.find(name)).filter((i) => i >= 0);
      scene.setColorMode(colorMode(s.color, names.head), items.length > 0 ? new Set(items) : null);
    },
  },
  {
    keys: ["range", "rangeMin", "rangeMax", "color", "colorOf"],
    act: (scene, s) => scene.setRange(s.range === "typed" ? { min: s.rangeMin, max: s.rangeMax } : s.range),
  },
  { keys: ["magnify"], act: (scene, s) => scene.setMagnification(s.magnify) },
  { keys: ["glyphs", "glyphSize"], act: (scene, s) => scene.setJoints(s.glyphs, s.glyphSize) },
  {
    keys: ["arrows", "arrowSize", "arrowScaled"],
    act: (scene, s) => scene.setArrows(s.arrows, s.arrowSize, s.arrowScaled),
  },
  { keys: ["grid"], act: (scene, s) => scene.setGround(s.grid) },
  { keys: ["ghost"], act: (scene, s) => scene.setGhost(s.ghost) },
  { keys: ["axes"], act: (scene, s) => scene.setAxes(s.axes) },
  { keys: ["edges"], act: (scene, s) => scene.setEdges(s.edges) },
  { keys: ["wire"], act: (scene, s) => scene.setWireframe(s.wire) },
  { keys: ["ortho"], act: (scene, s) => scene.setProjection(s.ortho ? "orthographic" : "perspective") },
  {
    keys: ["hidden"],
    act: (scene, s, names) => {
      const hidden = new Set(s.hidden);
      scene.setHidden(names.head.items.flatMap((item, i) => (hidden.has(item.name) ? [i] : [])));
    },
  },
  { keys: ["trails"], act: (scene, s, names) => scene.setTrails(s.trails.flatMap((t) => trail(t, scene, names))) },
  { keys: ["follow", "turn"], act: (scene, s, names) => scene.follow(names.find(s.follow), s.turn) },
  { keys: ["select"], act: (scene, s, names) => scene.setSelected(names.find(s.select)) },
];

export function show(scene: SinewScene, state: ViewState, names: Names, changed: Set<keyof ViewState>): void {
  for (const { keys, act } of acts) {
    if (keys.some((k) => changed.has(k))) {
      act(scene, state, names);
    }
  }
}

/** A field that this run does not have (from a link of another) is no colour. */
function colorMode(text: string, head: Head): Parameters<SinewScene["setColorMode"]>[0] {
  if (text === "speed" || text === "displacement") {
    return { by: text };
  }
  const name = text.startsWith("field:") ? text.slice("field:".length) : "";
  return head.fields.some((f) => f.name === name) ? { by: "field", name } : { by: "item" };
}

function trail(text: string, scene: SinewScene, names: Names): Trail[] {
  const { name, row, local } = parseTrail(text);
  const item = names.find(name);
  if (item < 0) {
    return [];
  }
  const place = row !== undefined && row < names.head.rows.length ? row : scene.rowOf(item);
  return place < 0 ? [] : [{ item, row: place, local: local ?? [0, 0, 0] }];
}
