/* watch_panel.ts -- the model that is watched: how its runs go, its mistakes, and a slider for every parameter with a range. */
import type { Watch, WatchedParameter, WatchState } from "../watch";
import { h } from "./dom";
import { formatShort, parseNumber } from "./units";

const words = { running: "running …", complete: "up to date", failed: "failed" };

/** A hundred steps or a few more, each 1, 2 or 5 times a power of ten. */
export function roundStep(span: number): number {
  const power = 10 ** Math.floor(Math.log10(span / 100));
  const times = span / 100 / power;
  return Number(((times >= 5 ? 5 : times >= 2 ? 2 : 1) * power).toPrecision(3));
}

export class WatchPanel {
  readonly element: HTMLElement;
  private readonly status = h("span", { class: "watch-status", "data-test": "watch-status", role: "status" });
  private readonly error = h("pre", { class: "watch-error", "data-test": "watch-error", role: "alert", hidden: true });
  private readonly list = h("div", { class: "watch-list" });
  private names = "";
  private rows = new Map<string, (p: WatchedParameter) => void>();

  constructor(private readonly watch: () => Watch) {
    this.element = h(
      "section",
      { class: "watch", "data-test": "watch", "aria-label": "Model that is watched" },
      h("div", { class: "watch-head" }, h("strong", {}, "Model"), this.status),
      this.list,
      this.error,
    );
  }

  show(state: WatchState | null): void {
    if (!state) {
      this.status.textContent = "server gone";
      this.element.dataset.status = "gone";
      return;
    }
    this.status.textContent = words[state.status];
    this.element.dataset.status = state.status;
    this.error.hidden = state.status !== "failed";
    this.error.textContent = state.status === "failed" ? state.message.trim() || "The run failed." : "";
    const names = state.parameters.map((p) => `${p.name} ${p.low} ${p.high} ${p.step}`).join("\n");
    if (names !== this.names) {
      this.names = names;
      this.rows.clear();
      this.list.replaceChildren(...state.parameters.map((p) => this.row(p)));
    }
    for (const p of state.parameters) {
      this.rows.get(p.name)?.(p);
    }
  }

  /** The slider of a parameter gets the keys again after the page was loaded anew. */
  focus(name: string): void {
    this.list.querySelector<HTMLElement>(`input[type="range"][data-name="${CSS.escape(name)}"]`)?.focus();
  }

  private row(p: WatchedParameter): HTMLElement {
    const watch = this.watch();
    const step = p.step ?? roundStep(p.high - p.low);
    const short = (x: number): string => formatShort(x, 4);
    const send = (x: number): void => {
      const value = Math.min(p.high, Math.max(p.low, Number(x.toPrecision(6))));
      number.value = short(value);
      void watch.set(p.name, value);
    };
    const range = h("input", {
      type: "range",
      min: p.low,
      max: p.high,
      step,
      value: p.value,
      "aria-label": p.name,
      "data-name": p.name,
      "data-test": `watch-${p.name}`,
      oninput: () => send(Number(range.value)),
      onpointerdown: () => {
        watch.held = true;
      },
      onpointerup: () => {
        watch.held = false;
      },
      onpointercancel: () => {
        watch.held = false;
      },
    });
    const number = h("input", {
      type: "text",
      inputmode: "decimal",
      class: "number",
      "aria-label": `${p.name}, number`,
      onchange: () => {
        const value = parseNumber(number.value);
        if (value >= p.low && value <= p.high) {
          range.value = String(value);
          send(value);
        } else {
          number.value = short(Number(range.value));
        }
      },
    });
    this.rows.set(p.name, (now) => {
      const busy = watch.held || document.activeElement === number;
      if (!busy) {
        range.value = String(now.value);
        number.value = short(now.value);
      }
    });
    number.value = short(p.value);
    return h("label", { class: "watch-row" }, h("span", { class: "watch-name", title: p.name }, p.name), range, number);
  }
}
