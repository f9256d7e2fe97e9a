/* inspector.ts -- what is known about the selected item: what the user gave, and its values at the current time. */
import type { App } from "../app";
import type { Head } from "../format";
import { clean, componentNames, roundOff } from "../plots/channels";
import { button, h, setPressed, setText } from "./dom";
import { safeColor } from "./tree";
import { formatNumber, humanName, type Scale, scaleFor } from "./units";

/** A line whose numbers follow the time. */
interface Watch {
  cells: HTMLElement[];
  read: () => number[];
  noise: () => number; // what is smaller is round-off
  scale: () => Scale;
  unit: HTMLElement;
}

export class Inspector {
  readonly element = h("aside", {
    class: "inspector",
    "data-test": "inspector",
    "aria-label": "Selected item",
    hidden: true,
  });
  private watches: Watch[] = [];
  private item = -1;
  private readonly followButton: HTMLButtonElement;
  private readonly turnButton: HTMLButtonElement;
  private readonly trailButton: HTMLButtonElement;
  private readonly hideButton: HTMLButtonElement;

  constructor(private readonly app: App) {
    const { store } = app;
    const name = (): string => app.data.head.items[this.item]?.name ?? "";
    this.followButton = button({
      icon: "follow",
      text: "Follow",
      title: "The camera moves with this item (C)",
      class: "framed",
      test: "follow",
      press: () => app.toggleFollow(),
    });
    this.turnButton = button({
      icon: "turn",
      title: "While following, the camera also turns with the item",
      class: "framed",
      test: "turn",
      press: () => store.set({ turn: !store.state.turn }),
    });
    this.trailButton = button({
      icon: "trail",
      text: "Trail",
      title: "Path of the point that was clicked (or of the item's origin) (L)",
      class: "framed",
      test: "trail",
      press: () => app.toggleTrail(),
    });
    this.hideButton = button({
      icon: "hidden",
      text: "Hide",
      title: "Hide or show this item (H)",
      class: "framed",
      test: "hide",
      press: () => store.toggle("hidden", name()),
    });
    store.on((changed) => {
      if (changed.has("select")) {
        this.rebuild();
      }
      if (["follow", "turn", "trails", "hidden", "select"].some((k) => changed.has(k as "follow"))) {
        this.showButtons();
      }
    });
    this.rebuild();
  }

  update(): void {
    if (this.item < 0) {
      return;
    }
    for (const { cells, read, noise, scale, unit } of this.watches) {
      const { factor, unit: name } = scale();
      const shown = read().map((v) => formatNumber(clean(v, noise()) / factor));
      setText(unit, name);
      cells.forEach((cell, i) => setText(cell, shown[i] ?? ""));
    }
  }

  private showButtons(): void {
    const { store, data } = this.app;
    const name = data.head.items[this.item]?.name;
    if (name !== undefined) {
      setPressed(this.followButton, store.state.follow === name);
      setPressed(this.turnButton, store.state.turn);
      this.turnButton.hidden = store.state.follow !== name;
      setPressed(this.trailButton, this.app.trailOf(this.item) !== undefined);
      setPressed(this.hideButton, store.state.hidden.includes(name));
    }
  }

  private rebuild(): void {
    const { app } = this;
    const { head } = app.data;
    this.item = app.selected;
    this.watches = [];
    const item = head.items[this.item];
    this.element.hidden = !item;
    if (!item) {
      this.element.replaceChildren();
      return;
    }
    const swatch = h("span", { class: "swatch large" });
    swatch.style.background = safeColor(item.color);
    const series = head.series.flatMap((s, i) => (s.item === this.item ? [i] : []));
    const body = h("div", { class: "inspector-body", tabindex: "0", role: "group", "aria-label": "Values" });
    const values = this.values(series);
    if (values) {
      body.append(h("h3", { class: "panel-title" }, "Values now"), values);
    }
    if (item.data.length > 0) {
      body.append(
        h("h3", { class: "panel-title" }, "As given"),
        h(
          "table",
          { class: "facts", "data-test": "facts" },
          h(
            "tbody",
            {},
            ...item.data.map(([key, value]) =>
              h("tr", {}, h("th", { scope: "row" }, humanName(key)), h("td", {}, value)),
            ),
          ),
        ),
      );
    }
    if (!values && item.data.length === 0) {
      body.append(h("p", { class: "note" }, "Nothing more is stored about this item."));
    }
    this.element.replaceChildren(
      h(
        "header",
        { class: "inspector-head" },
        swatch,
        h(
          "div",
          { class: "inspector-name" },
          h("h2", { title: item.name, "data-test": "inspector-name" }, item.name),
          h("span", { class: "dim" }, item.kind),
        ),
        button({ icon: "close", title: "Close (Esc)", test: "inspector-close", press: () => app.select(-1) }),
      ),
      h(
        "div",
        { class: "buttons" },
        this.followButton,
        this.turnButton,
        this.trailButton,
        this.hideButton,
        series.length > 0 &&
          button({
            icon: "plot",
            text: "Plot",
            title: "Plot the numbers of this item over time",
            class: "framed",
            test: "plot-item",
            press: () => app.plotItem(this.item),
          }),
      ),
      body,
    );
    this.showButtons();
    this.update();
  }

  /** Motion of points of the item, then its stored series and fields. */
  private values(series: number[]): HTMLElement | null {
    const { app } = this;
    const { head } = app.data;
    const body = h("tbody");
    const points = pointsOf(head, this.item, app.rowOf(this.item));
    for (const { name, row, local } of points) {
      this.motion(body, name, row, local);
    }
    if (points.length === 1 && head.items[this.item]!.class === "part") {
      this.turning(body, points[0]!.row);
    }
    for (const index of series) {
      const s = head.series[index]!;
      const label = s.path.slice(s.path.lastIndexOf("/") + 1);
      this.line(body, label, s.unit, componentNames(s.width, s.components), {
        read: () => app.channels.seriesAt(index, app.player.time),
        scale: () => app.channels.scale(index),
        plot: () => app.plotSeries(index),
        path: s.path,
      });
    }
    const told = new Set(series.map((i) => head.series[i]!.path.split("/").pop()));
    for (const f of head.fields) {
      if (f.item === this.item && f.count > 0 && !told.has(f.name)) {
        const read = (): number[] => app.fieldValues(f, app.player.time);
        const family = head.fields.filter((g) => g.item === f.item && g.unit === f.unit);
        const noise = this.noiseOf(() => Math.max(...family.map((g) => this.largest(g.offset, g.count))));
        const scale = once(() => scaleFor(f.unit, this.largest(f.offset, f.count)));
        if (f.count === 1) {
          this.line(body, f.name, f.unit, [""], { read, noise, scale });
        } else {
          const ends = (): number[] => [extreme(read(), Math.min), extreme(read(), Math.max)];
          this.line(body, f.name, f.unit, ["min", "max"], { read: ends, noise, scale });
        }
      }
    }
    return body.children.length > 0 ? h("table", { class: "values", "data-test": "values" }, body) : null;
  }

  /** Position, velocity and speed of a point; `of` says of which. */
  private motion(body: HTMLElement, of: string, row: number, local: [number, number, number]): void {
    const { scene, data } = this.app;
    const { position, velocity } = data.head.rows[row] ?? { position: -1, velocity: -1 };
    if (!scene) {
      return;
    }
    const { center, radius } = data.head;
    const farthest = once(() => Math.max(radius, ...center.map(Math.abs), this.largest(position, 3)));
    const fastest = once(() => this.largest(velocity, 3));
    const far = this.noiseOf(farthest);
    const fast = this.noiseOf(fastest);
    const length = (): Scale => scaleFor("m", farthest());
    const speed = (): Scale => scaleFor("m/s", fastest());
    const xyz = componentNames(3);
    this.line(body, `position of ${of}`, "m", xyz, { read: () => scene.pointOf(row, local).position, noise: far, scale: length });
    if (velocity >= 0) {
      const read = (): number[] => scene.pointOf(row, local).velocity;
      this.line(body, `velocity of ${of}`, "m/s", xyz, { read, noise: fast, scale: speed });
      this.line(body, `speed of ${of}`, "m/s", [""], { read: () => [Math.hypot(...read())], noise: fast, scale: speed });
    }
  }

  /** Rotation vector and angular velocity of a body, in ground axes. */
  private turning(body: HTMLElement, row: number): void {
    const { scene, data } = this.app;
    const { quaternion, spin } = data.head.rows[row] ?? { quaternion: -1, spin: -1 };
    const { kind } = data.head.items[this.item]!;
    if (!scene || (quaternion < 0 && spin < 0 && kind !== "body")) {
      return;
    }
    const xyz = componentNames(3);
    const fastest = this.noiseOf(() => this.largest(spin, 3));
    const angle = (): number => roundOff * 2 * Math.PI;
    this.line(body, "orientation (rotation vector)", "rad", xyz, {
      read: () => scene.turnOf(row).orientation,
      noise: angle,
      scale: () => scaleFor("rad", Math.PI),
    });
    if (spin >= 0) {
      const read = (): number[] => scene.turnOf(row).spin;
      this.line(body, "angular velocity", "rad/s", xyz, { read, noise: fastest });
    }
  }

  /** The largest number of `count` columns of the frames from `offset` on. */
  private largest(offset: number, count: number): number {
    const { values, stride, count: rows } = this.app.data.frames;
    let most = 0;
    for (let i = 0; offset >= 0 && i < rows; i++) {
      for (let k = 0; k < count; k++) {
        const size = Math.abs(values[i * stride + offset + k]!);
        most = size > most && size < Infinity ? size : most;
      }
    }
    return most;
  }

  /** Looked for once, when it is first needed. */
  private noiseOf(size: () => number): () => number {
    return once(() => roundOff * size());
  }

  private line(
    body: HTMLElement,
    label: string,
    unit: string,
    names: string[],
    {
      read,
      noise = () => 0,
      scale = () => scaleFor(unit, 0),
      plot,
      path,
    }: { read: () => number[]; noise?: () => number; scale?: () => Scale; plot?: () => void; path?: string },
  ): void {
    const cells = names.map(() => h("span", { class: "value" }));
    const unitCell = h("td", { class: "unit" });
    this.watches.push({ cells, read, noise, scale, unit: unitCell });
    body.append(
      h(
        "tr",
        { "data-path": path },
        h("th", { scope: "row", title: path ?? label }, humanName(label)),
        h(
          "td",
          { class: names.length > 1 ? "vector" : "" },
          ...cells.map((cell, i) =>
            h("span", { class: "component" }, names[i] ? h("span", { class: "axis" }, names[i]!) : "", cell),
          ),
        ),
        unitCell,
        h(
          "td",
          { class: "act" },
          plot && button({ icon: "plot", title: `Plot ${label}`, class: "tiny", test: "plot-series", press: plot }),
        ),
      ),
    );
  }
}

/** Looked for when it is first needed. */
function once<T>(find: () => T): () => T {
  let found: T | undefined;
  return () => (found ??= find());
}

function extreme(values: number[], choose: (...v: number[]) => number): number {
  return values.reduce((a, b) => (Number.isNaN(b) ? a : Number.isNaN(a) ? b : choose(a, b)), NaN);
}

interface NamedPoint {
  name: string;
  row: number;
  local: [number, number, number];
}

/** The points whose motion is told: both ends of a line; else where its node is. */
function pointsOf(head: Head, item: number, row: number): NamedPoint[] {
  const line = head.lines.find((l) => l.item === item && l.rows.length > 1);
  if (line) {
    return [0, line.rows.length - 1].map((k, i) => {
      const [x = 0, y = 0, z = 0] = line.spots[k] ?? [];
      return { name: i === 0 ? "first end" : "last end", row: line.rows[k]!, local: [x, y, z] };
    });
  }
  const name = head.items[item]?.place || "origin";
  return row >= 0 && head.rows[row]!.item === item ? [{ name, row, local: [0, 0, 0] }] : [];
}
