/* inspector.ts -- what is known about the selected item: what the user gave, and its values at the current time. */
import type { App } from "../app";
import { componentNames } from "../plots/channels";
import { button, h, setPressed, setText } from "./dom";
import { safeColor } from "./tree";
import { formatNumber, formatUnit, humanName } from "./units";

/** A line whose numbers follow the time. */
interface Watch {
  cells: HTMLElement[];
  read: () => number[];
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
    for (const { cells, read } of this.watches) {
      const values = read();
      const noise = 1e-12 * Math.max(...values.map(Math.abs)); // what rounding leaves beside the other components
      const shown = values.map((v) => formatNumber(Math.abs(v) < noise ? 0 : v));
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
    const body = h("div", { class: "inspector-body" });
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

  /** Motion of the item's row, then its stored series and fields. */
  private values(series: number[]): HTMLElement | null {
    const { app } = this;
    const { head } = app.data;
    const body = h("tbody");
    const row = app.rowOf(this.item);
    if (row >= 0 && head.rows[row]!.item === this.item && app.scene) {
      const motion = (): { position: number[]; velocity: number[] } => app.scene!.pointOf(row, [0, 0, 0]);
      this.line(body, "position", "m", 3, () => motion().position);
      if (head.rows[row]!.velocity >= 0) {
        this.line(body, "velocity", "m/s", 3, () => motion().velocity);
        this.line(body, "speed", "m/s", 1, () => [Math.hypot(...motion().velocity)]);
      }
    }
    for (const index of series) {
      const s = head.series[index]!;
      const label = s.path.slice(s.path.lastIndexOf("/") + 1);
      const plot = (): void => app.plotSeries(index);
      this.line(body, label, s.unit, s.width, () => app.channels.seriesAt(index, app.player.time), plot, s.path);
    }
    const told = new Set(series.map((i) => head.series[i]!.path.split("/").pop()));
    for (const f of head.fields) {
      if (f.item === this.item && f.count > 0 && !told.has(f.name)) {
        const read = (): number[] => app.fieldValues(f, app.player.time);
        if (f.count === 1) {
          this.line(body, f.name, f.unit, 1, read);
        } else {
          this.line(body, f.name, f.unit, ["min", "max"], () => [extreme(read(), Math.min), extreme(read(), Math.max)]);
        }
      }
    }
    return body.children.length > 0 ? h("table", { class: "watch", "data-test": "values" }, body) : null;
  }

  private line(
    body: HTMLElement,
    label: string,
    unit: string,
    components: number | string[],
    read: () => number[],
    plot?: () => void,
    path?: string,
  ): void {
    const names = typeof components === "number" ? componentNames(components) : components;
    const cells = names.map(() => h("span", { class: "value" }));
    this.watches.push({ cells, read });
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
        h("td", { class: "unit" }, formatUnit(unit)),
        h(
          "td",
          { class: "act" },
          plot && button({ icon: "plot", title: `Plot ${label}`, class: "tiny", test: "plot-series", press: plot }),
        ),
      ),
    );
  }
}

function extreme(values: number[], choose: (...v: number[]) => number): number {
  return values.reduce((a, b) => (Number.isNaN(b) ? a : Number.isNaN(a) ? b : choose(a, b)), NaN);
}
