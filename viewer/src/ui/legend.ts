/* legend.ts -- the colour bar under the scene: quantity, unit, range and where the range comes from. */
import type { App } from "../app";
import { SinewScene } from "../scene/scene";
import { h, setText } from "./dom";
import { leftOf, ticksBetween } from "./ticks";
import { humanName, scaleFor } from "./units";

const rangeText = { run: "range of the whole run", frame: "range of this moment", typed: "typed range" };
const usualWidth = 318; // px of the bar, before it is on the page

export class LegendBox {
  readonly element: HTMLElement;
  private readonly title = h("span", { class: "legend-title" });
  private readonly unit = h("span", { class: "dim" });
  private readonly bar = h("div", { class: "legend-bar" });
  private readonly marks = h("div", { class: "legend-marks" });
  private readonly source = h("span", { class: "legend-source ellipsis" });
  private readonly pen = document.createElement("canvas").getContext("2d");
  private shown = "";

  constructor(private readonly app: App) {
    this.element = h(
      "div",
      { class: "legend", "data-test": "legend", hidden: true },
      h("div", { class: "legend-head" }, this.title, this.unit, this.source),
      h("div", { class: "legend-scale" }, this.bar, this.marks),
    );
    // the width follows the window and what lies beside it
    new ResizeObserver(() => this.update()).observe(this.bar);
  }

  update(): void {
    const legend = this.app.legend();
    this.element.hidden = legend === null;
    if (!legend) {
      return;
    }
    const { range, colorOf } = this.app.store.state;
    setText(this.title, humanName(legend.name));
    const { unit, factor } = scaleFor(legend.unit, Math.max(Math.abs(legend.min), Math.abs(legend.max)));
    setText(this.unit, unit);
    this.element.dataset.factor = String(factor);
    this.bar.style.background = SinewScene.gradient("90deg", legend.diverging);
    setText(this.source, rangeText[range] + (colorOf.length > 0 ? ", chosen parts" : ""));
    this.drawMarks(legend.min / factor, legend.max / factor);
  }

  /** Numbers as they are shown. */
  private drawMarks(min: number, max: number): void {
    const width = this.bar.clientWidth || usualWidth;
    const key = `${min} ${max} ${width}`;
    if (this.shown === key) {
      return;
    }
    this.shown = key;
    const { pen } = this;
    if (pen) {
      pen.font = '12px system-ui, -apple-system, "Segoe UI", sans-serif';
    }
    const measure = (text: string): number => pen?.measureText(text).width ?? 7 * text.length;
    this.marks.replaceChildren(
      ...ticksBetween(min, max, width, measure).flatMap((tick) => {
        const line = h("i", {});
        line.style.left = `${(100 * tick.share).toFixed(3)}%`;
        const text = h("span", { "data-test": "legend-mark", "data-value": tick.value }, tick.text);
        text.style.left = `${leftOf(tick, width, measure(tick.text)).toFixed(1)}px`;
        return [line, text];
      }),
    );
  }
}
