/* panel.ts -- a plot with its head: channels with their value at the current time, and what can be done with it. */
import { button, h, setPressed, setText } from "../ui/dom";
import { formatNumber, type Scale } from "../ui/units";
import type { Channel } from "./channels";
import { type PlotColors, type PlotLinks, TimePlot } from "./plot";

export interface PanelOptions {
  title: string;
  channels: string[];
  log: boolean;
  test: string;
  /** Fixed panels (energy) keep their channels. */
  fixed: boolean;
  /** As wide as two others, where there is room. */
  wide?: boolean;
  label?: (channel: Channel) => string;
  /** Energies: as they are, or measured from the start. */
  absolute?: { on: boolean; set: (on: boolean) => void };
  pick: () => void;
  /** The numbers as a file. */
  save: () => void;
  setLog: (log: boolean) => void;
  remove: (id: string) => void;
  close: () => void;
}

export class PlotPanel {
  readonly element: HTMLElement;
  private readonly plot: TimePlot;
  private readonly chips = h("div", { class: "plot-chips", role: "list" });
  private values: HTMLElement[] = [];
  private scales: Scale[] = []; // of each channel: its own and that of the other components of its vector
  private list: Channel[] = [];
  private hidden = new Set<string>();
  private time = 0;

  constructor(
    private readonly links: PlotLinks,
    readonly options: PanelOptions,
  ) {
    this.plot = new TimePlot(links);
    const log = button({
      text: "log",
      title: "Logarithmic axis of magnitudes",
      class: "small",
      test: "plot-log",
      press: () => options.setLog(!options.log),
    });
    setPressed(log, options.log);
    const { absolute } = options;
    const level =
      absolute &&
      button({
        text: "abs",
        title: "Energies as they are, or measured from the start",
        class: "small",
        test: "plot-absolute",
        press: () => absolute.set(!absolute.on),
      });
    if (level) {
      setPressed(level, absolute.on);
    }
    this.element = h(
      "section",
      { class: options.wide ? "plot-panel wide" : "plot-panel", "data-test": options.test, "aria-label": `Plot of ${options.title || options.channels.join(", ")}` },
      h(
        "div",
        { class: "plot-box" },
        this.plot.element,
        h(
          "div",
          { class: "plot-side" },
          h("h3", { class: "plot-title", title: options.title }, options.title),
          h(
            "div",
            { class: "plot-tools" },
            !options.fixed &&
              button({
                icon: "plus",
                title: "Add or remove channels",
                class: "small",
                test: "plot-add",
                press: options.pick,
              }),
            level,
            log,
            button({
              icon: "save",
              title: "Save these numbers (csv)",
              class: "small",
              test: "plot-csv",
              press: options.save,
            }),
            button({
              icon: "close",
              title: "Close this plot",
              class: "small",
              test: "plot-close",
              press: options.close,
            }),
          ),
          this.chips,
        ),
      ),
    );
  }

  draw(colors: PlotColors): void {
    const { options } = this;
    this.list = options.channels.map((id) => this.links.channels.get(id)).filter((c): c is Channel => c !== undefined);
    this.plot.show(this.list, options.log, colors);
    this.values = [];
    this.choose();
    this.chips.replaceChildren(
      ...this.list.map((channel, i) => {
        const value = h("span", { class: "chip-value" });
        this.values.push(value);
        const swatch = h("span", { class: "swatch line" });
        swatch.style.background = colors.lines[i % colors.lines.length]!;
        const name = options.label?.(channel) ?? channel.label;
        const toggle = h(
          "button",
          {
            type: "button",
            class: "chip-name",
            title: `${channel.id}: show or hide`,
            "aria-pressed": String(!this.hidden.has(channel.id)),
            onclick: () => this.toggle(channel, i, toggle),
          },
          swatch,
          h("span", { class: "ellipsis" }, name),
          value,
        );
        return h(
          "div",
          { class: "chip", role: "listitem", "data-test": "plot-channel", "data-channel": channel.id },
          toggle,
          !options.fixed &&
            button({
              icon: "close",
              title: `Remove ${channel.id}`,
              class: "tiny",
              press: () => options.remove(channel.id),
            }),
        );
      }),
    );
    this.list.forEach((c, i) => {
      if (this.hidden.has(c.id)) {
        this.plot.setShown(i, false);
      }
    });
    this.setTime(this.time);
  }

  private choose(): void {
    const { channels } = this.links;
    this.scales = this.list.map((c) => channels.scaleOf(this.list.filter((other) => other.series === c.series)));
  }

  setTime(time: number): void {
    this.time = time;
    this.plot.setTime(time);
    this.list.forEach((channel, i) => {
      const { unit, factor } = this.scales[i]!;
      const number = formatNumber(this.links.channels.valueAt(channel, time) / factor, 4);
      setText(this.values[i]!, unit ? `${number} ${unit}` : number);
    });
  }

  setSpan(span: [number, number] | null): void {
    this.plot.setSpan(span);
  }

  refresh(): void {
    this.plot.refresh();
    this.choose();
    this.setTime(this.time);
  }

  dispose(): void {
    this.plot.dispose();
    this.element.remove();
  }

  private toggle(channel: Channel, index: number, element: HTMLElement): void {
    const on = this.hidden.has(channel.id);
    if (on) {
      this.hidden.delete(channel.id);
    } else {
      this.hidden.add(channel.id);
    }
    setPressed(element, on);
    this.plot.setShown(index, on);
  }
}
