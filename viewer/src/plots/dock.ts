/* dock.ts -- the plots under the scene: plots of the user, and the energy of the run at one click. */
import type { PlotSpec, Store, ViewState } from "../state";
import { button, h, setPressed } from "../ui/dom";
import { download, fileName } from "../ui/download";
import { note } from "../ui/notices";
import { type Channel, type Channels, sinceStart } from "./channels";
import { plotToCsv } from "./csv";
import { PlotPanel } from "./panel";
import { openPicker } from "./picker";
import { plotColors, type PlotLinks } from "./plot";

const energyNames: Record<string, string> = {
  "energy/dissipation": "dissipated",
  "energy/numerical": "numerical loss",
};

export interface DockLinks extends Omit<PlotLinks, "zoom" | "channels"> {
  live: boolean; // rows may come
  model: string; // for names of files
  channels: Channels;
  store: Store;
}

export class Dock {
  readonly element: HTMLElement;
  private readonly grid = h("div", { class: "dock-grid", "data-test": "plots" });
  private readonly energyButton: HTMLButtonElement;
  private readonly resetButton: HTMLButtonElement;
  private panels: PlotPanel[] = [];
  private time = 0;
  private readonly links: PlotLinks;

  constructor(private readonly options: DockLinks) {
    const { store } = options;
    this.links = { ...options, zoom: (span) => store.set({ span }) };
    this.energyButton = button({
      icon: "energy",
      text: "Energy",
      title: "Energies of the run and the defect of their balance (E)",
      test: "energy",
      class: "small",
      press: () => store.set({ energy: !store.state.energy }),
    });
    this.resetButton = button({
      icon: "reset",
      text: "All time",
      title: "Show the whole run in the plots (double click in a plot)",
      test: "plot-reset",
      class: "small",
      press: () => store.set({ span: null }),
    });
    const handle = h("div", {
      class: "dock-handle",
      role: "separator",
      tabindex: "0",
      "aria-orientation": "horizontal",
      "aria-label": "Height of the plots",
      title: "Drag to change the height of the plots",
      onkeydown: (event: KeyboardEvent) => {
        const by = event.key === "ArrowUp" ? 24 : event.key === "ArrowDown" ? -24 : 0;
        if (by) {
          event.preventDefault();
          event.stopPropagation();
          this.setHeight(this.element.offsetHeight + by);
        }
      },
      onpointerdown: (event: PointerEvent) => handle.setPointerCapture(event.pointerId),
      onpointermove: (event: PointerEvent) => {
        if (handle.hasPointerCapture(event.pointerId)) {
          this.setHeight(this.element.getBoundingClientRect().bottom - event.clientY);
        }
      },
    });
    this.element = h(
      "section",
      { class: "dock", "aria-label": "Plots", "data-test": "dock" },
      handle,
      h(
        "header",
        { class: "dock-head" },
        h("h2", { class: "panel-title" }, "Plots"),
        button({
          icon: "plus",
          text: "Plot",
          title: "New plot (A)",
          test: "plot-new",
          class: "small",
          press: () => this.addPlot(),
        }),
        this.energyButton,
        this.resetButton,
        h("span", { class: "spacer" }),
        h("span", { class: "dim hint" }, "drag: time · wheel: zoom · shift + drag: window · double click: all"),
        button({
          icon: "close",
          title: "Close the plots (P)",
          test: "dock-close",
          class: "small",
          press: () => store.set({ dock: false }),
        }),
      ),
      this.grid,
    );
    store.on((changed) => this.changed(changed));
    this.layout();
    this.rebuild();
  }

  setTime(time: number): void {
    this.time = time;
    if (this.options.store.state.dock) {
      for (const panel of this.panels) {
        panel.setTime(time);
      }
    }
  }

  /** Rows came. */
  refresh(): void {
    for (const panel of this.panels) {
      panel.refresh();
    }
  }

  /** Colours are read from the page: after a change of theme. */
  recolor(): void {
    const colors = plotColors();
    for (const panel of this.panels) {
      panel.draw(colors);
    }
  }

  /** Channels into a plot: with others of the same unit if there is one, else a new one. */
  plot(ids: string[]): void {
    const { store, channels } = this.options;
    const plots: PlotSpec[] = store.state.plots.map((p) => ({ ...p, channels: [...p.channels] }));
    for (const id of ids) {
      const unit = channels.get(id)?.unit;
      if (unit === undefined || plots.some((p) => p.channels.includes(id))) {
        continue;
      }
      const fits = plots.find((p) => p.channels.length < 8 && p.channels.every((c) => channels.get(c)?.unit === unit));
      if (fits) {
        fits.channels.push(id);
      } else {
        plots.push({ channels: [id], log: false });
      }
    }
    store.set({ plots, dock: true });
  }

  addPlot(): void {
    const { store } = this.options;
    store.set({ dock: true });
    this.pick(store.state.plots.length);
  }

  private pick(index: number): void {
    const { store, channels } = this.options;
    openPicker({
      channels,
      chosen: () => store.state.plots[index]?.channels ?? [],
      toggle: (ids, on) => {
        const plots = store.state.plots.map((p) => ({ ...p, channels: [...p.channels] }));
        while (plots.length <= index) {
          plots.push({ channels: [], log: false });
        }
        const spec = plots[index]!;
        spec.channels = on ? [...new Set([...spec.channels, ...ids])] : spec.channels.filter((c) => !ids.includes(c));
        store.set({ plots, dock: true });
      },
      closed: () => store.set({ plots: store.state.plots.filter((p) => p.channels.length > 0) }),
    });
  }

  private setHeight(px: number): void {
    const most = Math.max(160, window.innerHeight * 0.75);
    this.options.store.set({ dockHeight: Math.round(Math.min(most, Math.max(120, px))) });
  }

  private changed(keys: Set<keyof ViewState>): void {
    if (keys.has("dock") || keys.has("dockHeight")) {
      this.layout();
    }
    if (keys.has("plots") || keys.has("energy") || keys.has("absolute") || keys.has("dock")) {
      this.rebuild();
    } else if (keys.has("span")) {
      this.applySpan();
    }
  }

  private layout(): void {
    const { dock, dockHeight } = this.options.store.state;
    const handle = this.element.firstElementChild!;
    handle.setAttribute("aria-valuemin", "120");
    handle.setAttribute("aria-valuemax", String(Math.round(Math.max(160, window.innerHeight * 0.75))));
    handle.setAttribute("aria-valuenow", String(dockHeight || Math.round(window.innerHeight * 0.34)));
    this.element.hidden = !dock;
    this.element.style.height = dockHeight ? `${dockHeight}px` : "clamp(160px, 34vh, 400px)";
  }

  private applySpan(): void {
    const { span } = this.options.store.state;
    this.resetButton.hidden = span === null;
    for (const panel of this.panels) {
      panel.setSpan(span);
    }
  }

  private rebuild(): void {
    const { store, channels } = this.options;
    const { state } = store;
    for (const panel of this.panels) {
      panel.dispose();
    }
    this.panels = [];
    setPressed(this.energyButton, state.energy);
    this.grid.replaceChildren();
    this.resetButton.hidden = state.span === null;
    if (!state.dock) {
      return;
    }
    if (state.energy) {
      this.addEnergy();
    }
    state.plots.forEach((spec, index) => {
      const put = (next: PlotSpec | null): void =>
        store.set({ plots: state.plots.flatMap((p, i) => (i === index ? (next ? [next] : []) : [p])) });
      this.add({
        title: "",
        channels: spec.channels,
        log: spec.log,
        test: "plot",
        fixed: false,
        pick: () => this.pick(index),
        save: () => this.save(channels, spec.channels, `plot${index + 1}`),
        setLog: (log) => put({ ...spec, log }),
        remove: (id) => {
          const rest = spec.channels.filter((c) => c !== id);
          put(rest.length ? { ...spec, channels: rest } : null);
        },
        close: () => put(null),
      });
    });
    this.grid.append(...this.panels.map((p) => p.element));
    const colors = plotColors();
    for (const panel of this.panels) {
      panel.setSpan(state.span);
      panel.draw(colors);
      panel.setTime(this.time);
    }
    if (this.panels.length === 0) {
      this.grid.append(this.empty(channels));
    }
  }

  private add(options: ConstructorParameters<typeof PlotPanel>[1], links = this.links): void {
    this.panels.push(new PlotPanel(links, options));
  }

  /** Is it other than its first value at any time? What is zero throughout has no place among the energies; that the total does
   *  not change is worth a line. */
  private changes(id: string): boolean {
    if (["energy/kinetic", "energy/potential", "energy/total"].includes(id)) {
      return true;
    }
    const channel = this.options.channels.get(id);
    const column = channel ? this.options.channels.column(channel) : [];
    return column.some((v) => v !== null && v !== column[0]);
  }

  private save(channels: Channels, ids: string[], what: string): void {
    const list = ids.map((id) => channels.get(id)).filter((c): c is Channel => c !== undefined);
    const name = fileName(this.options.model, what, "csv");
    download(new Blob([plotToCsv(channels, list)], { type: "text/csv" }), name);
    note(`Saved ${name}`);
  }

  private logs = { energy: false, defect: true };

  private addEnergy(): void {
    const { store, channels } = this.options;
    const { shares, defect } = channels.energies();
    const label = (c: Channel): string => energyNames[c.id] ?? c.label;
    const common = { fixed: true, label, pick: () => {}, remove: () => {}, close: () => store.set({ energy: false }) };
    const { absolute } = store.state;
    const { live, second } = this.options;
    const entries = [
      {
        key: "energy" as const,
        title: absolute ? "Energy" : "Energy change",
        list: absolute || live ? shares : shares.filter((id) => this.changes(id)),
        test: "plot-energy",
        wide: true,
        links: absolute ? this.links : { ...this.links, channels: sinceStart(channels), second: second && sinceStart(second) },
        absolute: { on: absolute, set: (on: boolean) => store.set({ absolute: on }) },
      },
      { key: "defect" as const, title: "Defect", list: defect, test: "plot-defect", links: this.links },
    ];
    for (const { key, list, links, ...rest } of entries) {
      if (list.length > 0) {
        const setLog = (log: boolean): void => {
          this.logs[key] = log;
          this.rebuild();
        };
        const save = (): void => this.save(links.channels, list, key);
        this.add({ ...common, ...rest, channels: list, log: this.logs[key], setLog, save }, links);
      }
    }
  }

  private empty(channels: Channels): HTMLElement {
    if (channels.list.length === 0) {
      return h("p", { class: "empty" }, "This run stored no channels.");
    }
    const some = channels.head.series.flatMap((s, i) => (s.path.startsWith("channels/") ? [i] : [])).slice(0, 8);
    return h(
      "div",
      { class: "empty" },
      h("p", {}, some.length ? "Plot a channel:" : "Add a plot to see any stored number over time."),
      h(
        "p",
        { class: "buttons" },
        ...some.map((index) =>
          button({
            text: channels.head.series[index]!.path.slice("channels/".length),
            title: `Plot ${channels.head.series[index]!.path}`,
            class: "framed",
            press: () =>
              this.plot(
                channels
                  .ofSeries(index)
                  .filter((c) => c.component >= 0)
                  .map((c) => c.id),
              ),
          }),
        ),
        button({
          icon: "plus",
          text: "Any channel",
          title: "Choose channels",
          class: "framed",
          press: () => this.addPlot(),
        }),
      ),
    );
  }
}
