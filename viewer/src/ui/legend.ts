/* legend.ts -- the colour bar over the scene: quantity, unit, range and where the range comes from. */
import type { App } from "../app";
import { SinewScene } from "../scene/scene";
import { h, setText } from "./dom";
import { formatMarks, formatUnit, humanName } from "./units";

const rangeText = { run: "range of the whole run", frame: "range of this moment", typed: "typed range" };

export class LegendBox {
  readonly element: HTMLElement;
  private readonly title = h("span", { class: "legend-title" });
  private readonly unit = h("span", { class: "dim" });
  private readonly marks = [0, 1, 2, 3, 4].map(() => h("span", { "data-test": "legend-mark" }));
  private readonly source = h("span", { class: "legend-source" });

  constructor(private readonly app: App) {
    const bar = h("div", { class: "legend-bar" });
    bar.style.background = SinewScene.gradient("90deg");
    this.element = h(
      "div",
      { class: "legend", "data-test": "legend", hidden: true },
      h("div", { class: "legend-head" }, this.title, this.unit, h("span", { class: "spacer" }), this.source),
      bar,
      h("div", { class: "legend-marks" }, ...this.marks),
    );
  }

  update(): void {
    const legend = this.app.legend();
    this.element.hidden = legend === null;
    if (!legend) {
      return;
    }
    setText(this.title, humanName(legend.name));
    setText(this.unit, formatUnit(legend.unit));
    setText(this.source, rangeText[this.app.store.state.range]);
    const marks = formatMarks(this.marks.map((_, i) => legend.min + (i / 4) * (legend.max - legend.min)));
    this.marks.forEach((mark, i) => setText(mark, marks[i]!));
  }
}
