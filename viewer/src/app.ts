/* app.ts -- the page: makes scene, panels and plots from a bundle, and carries every change to whom it concerns.
 *
 * The state (state.ts) holds what a link restores; the player holds the time. Panels change the state and listen to it.
 * This file and ui/show.ts alone speak to the scene. Pictures are drawn on request only, once per screen refresh.
 */
import type { BundleData } from "./bundle";
import type { Field } from "./format";
import { type Key, keysBackAfterClicks, listen } from "./keyboard";
import { LivePage } from "./live_page";
import { Player } from "./player";
import { Channels, interpolate } from "./plots/channels";
import { Dock } from "./plots/dock";
import { darkTheme, type Legend, lightTheme, type Pick, SinewScene, type ViewName } from "./scene/scene";
import { pageState } from "./page_state";
import { decodeState, parseTrail, Store, type ViewState } from "./state";
import { Address } from "./ui/address";
import { type Clock, clockOf } from "./ui/clock";
import { h } from "./ui/dom";
import { takeFilm } from "./ui/film";
import { HoverLabel } from "./ui/hover_label";
import { Inspector } from "./ui/inspector";
import { makeKeys } from "./ui/keys";
import { LegendBox } from "./ui/legend";
import { Banner, noScene, note } from "./ui/notices";
import { colorSection, displaySection, trailSection } from "./ui/settings";
import { Names, show } from "./ui/show";
import { takePicture } from "./ui/snapshot";
import { TopBar } from "./ui/topbar";
import { Transport } from "./ui/transport";
import { Tree } from "./ui/tree";

const narrow = 760; // px, as in style.css
const panelInterval = 60; // ms between changes of numbers while playing: faster cannot be read

export class App {
  readonly store: Store;
  readonly player: Player;
  readonly channels: Channels;
  readonly clock: Clock;
  readonly scene: SinewScene | null;
  readonly keys: Key[];
  private readonly base: ViewState;
  private readonly canvas = h("canvas", { class: "canvas", role: "img", tabindex: "0" });
  private readonly label = new HoverLabel();
  private readonly topbar: TopBar;
  private readonly transport: Transport;
  private readonly legendBox: LegendBox;
  private readonly inspector: Inspector;
  private readonly dock: Dock;
  private readonly banner: Banner;
  private readonly tree: Tree;
  private readonly names: Names;
  private readonly address: Address;
  private readonly dark = window.matchMedia("(prefers-color-scheme: dark)");
  private picked: Pick | null = null;
  private request = 0;
  private panelsAt = 0;
  private panelTimer: ReturnType<typeof setTimeout> | undefined;
  private cameraMoved = false;

  constructor(
    root: HTMLElement,
    readonly data: BundleData,
    readonly second: BundleData | null = null,
  ) {
    this.names = new Names(data.head);
    this.channels = new Channels(data.head, data.tables);
    this.base = { ...pageState(this.channels, data), mode: data.head.modes ? 1 : 0 };
    const linked = decodeState(location.hash);
    this.store = new Store({ ...this.base, ...linked });
    if (window.innerWidth < narrow && linked.left === undefined) {
      this.store.set({ left: false });
    }
    this.player = new Player(data.frames);
    this.clock = clockOf(data.head, this.channels, this.player);
    this.address = new Address({
      base: this.base,
      current: () => this.currentState(),
      busy: () => this.player.playing,
    });
    this.applyTheme();
    this.scene = this.makeScene();
    this.keys = makeKeys(this);

    this.topbar = new TopBar(this);
    this.transport = new Transport(this);
    this.legendBox = new LegendBox(this);
    this.inspector = new Inspector(this);
    this.banner = new Banner(this);
    this.tree = new Tree(this);
    this.dock = new Dock({
      channels: this.channels,
      store: this.store,
      live: data.head.live !== undefined,
      model: data.head.model,
      second: second && new Channels(second.head, second.tables),
      bounds: () => [this.player.start, this.player.end],
      clock: this.clock,
      scrub: (time, done) => this.scrub(time, done),
    });
    const left = h(
      "aside",
      { class: "left", "data-test": "left", "aria-label": "Items and display" },
      this.tree.element,
      colorSection(this),
      displaySection(this),
      trailSection(this),
    );
    this.canvas.setAttribute("aria-label", `3D scene of ${data.head.model}; brackets and arrows turn it, + and - zoom`);
    const stage = h(
      "div",
      { class: "stage" },
      this.canvas,
      !this.scene && noScene(),
      this.label.element,
      this.inspector.element,
    );
    root.replaceChildren(
      this.topbar.element,
      h("div", { class: "middle" }, left, h("main", { class: "center" }, this.banner.element, stage, this.legendBox.element, this.dock.element)),
      this.transport.element,
    );
    const showLeft = (): void => {
      left.hidden = !this.store.state.left;
    };
    showLeft();
    document.title = data.head.model ? `${data.head.model} · Sinew` : "Sinew";

    this.firstView();
    this.store.on((changed) => {
      if (changed.has("left")) {
        showLeft();
      }
      this.apply(changed);
      this.address.saveSoon();
    });
    this.wire(stage);
    this.startTime(linked);
    this.applyAll();
    if (this.base.follow && !linked.camera) {
      this.firstView(); // what travels is seen where it is at this time
    }
    this.dock.recolor();
    if (this.scene) {
      this.scene.onCamera = () => this.cameraChanged();
    }
  }

  /** The scene was made before it had a place on the page. */
  private firstView(): void {
    const { scene } = this;
    if (scene) {
      scene.smooth = false;
      scene.resize();
      scene.home();
      scene.smooth = !window.matchMedia("(prefers-reduced-motion: reduce)").matches;
    }
  }

  // ---- time

  /** The user moves the time by hand; `done` when the hand lets go. */
  scrub(time: number, done: boolean): void {
    this.player.pause();
    this.player.setTime(time);
    if (done) {
      this.address.saveSoon();
    }
  }

  private startTime(linked: Partial<ViewState>): void {
    const atEnd = this.data.head.live !== undefined && this.data.head.status === "running";
    this.player.setTime(linked.time ?? (atEnd ? this.player.end : this.player.start));
  }

  private timeChanged(scrubbed: boolean): void {
    this.scene?.setTime(this.player.time);
    this.transport.update();
    this.dock.setTime(this.player.time);
    if (scrubbed) {
      this.requestRender();
      this.updatePanels();
    } else {
      this.renderNow();
      this.updatePanelsSoon();
    }
  }

  private updatePanels(): void {
    this.panelsAt = performance.now();
    this.inspector.update();
    this.legendBox.update();
  }

  private updatePanelsSoon(): void {
    if (performance.now() - this.panelsAt >= panelInterval) {
      this.updatePanels();
    } else if (this.panelTimer === undefined) {
      this.panelTimer = setTimeout(() => {
        this.panelTimer = undefined;
        this.updatePanels();
      }, panelInterval);
    }
  }

  // ---- drawing

  requestRender(): void {
    if (!this.request && this.scene) {
      this.request = requestAnimationFrame(() => this.renderNow());
    }
  }

  private renderNow(): void {
    cancelAnimationFrame(this.request);
    this.request = 0;
    this.scene?.render();
  }

  private makeScene(): SinewScene | null {
    try {
      return new SinewScene(this.canvas, this.data, this.second);
    } catch (error) {
      console.error(error);
      return null;
    }
  }

  // ---- state to scene

  private applyAll(): void {
    this.apply(new Set(Object.keys(this.store.state) as (keyof ViewState)[]));
    const { camera } = this.store.state;
    if (camera) {
      this.scene?.setCameraState(camera);
    }
  }

  private apply(changed: Set<keyof ViewState>): void {
    const { scene, store } = this;
    if (changed.has("theme")) {
      this.applyTheme();
    }
    if (scene) {
      show(scene, store.state, this.names, changed);
      scene.setTime(this.player.time);
    }
    this.legendBox.update();
    this.requestRender();
  }

  private applyTheme(): void {
    const dark = this.isDark;
    document.documentElement.dataset.theme = dark ? "dark" : "light";
    // before the panels exist there is nothing more to colour
    this.scene?.setTheme(dark ? darkTheme : lightTheme);
    this.topbar?.showTheme(dark);
    this.dock?.recolor();
    this.requestRender();
  }

  get isDark(): boolean {
    const { theme } = this.store.state;
    return theme === "auto" ? this.dark.matches : theme === "dark";
  }

  toggleTheme(): void {
    this.store.set({ theme: this.isDark ? "light" : "dark" });
  }

  // ---- items

  get selected(): number {
    return this.names.find(this.store.state.select);
  }

  select(item: number, pick: Pick | null = null): void {
    this.picked = pick;
    const covered = window.innerWidth < narrow && item >= 0; // there the list lies over the scene
    this.store.set({ select: this.data.head.items[item]?.name ?? "", ...(covered ? { left: false } : {}) });
  }

  hover(item: number): void {
    this.scene?.setHovered(item);
    this.requestRender();
  }

  rowOf(item: number): number {
    return this.scene?.rowOf(item) ?? -1;
  }

  fields(): { name: string; unit: string }[] {
    const seen = new Map<string, string>();
    for (const f of this.data.head.fields) {
      if (!seen.has(f.name)) {
        seen.set(f.name, f.unit);
      }
    }
    return [...seen].map(([name, unit]) => ({ name, unit }));
  }

  fieldValues(field: Field, time: number): number[] {
    return Array.from({ length: field.count }, (_, k) => interpolate(this.data.frames, field.offset + k, time));
  }

  legend(): Legend | null {
    return this.scene?.legend() ?? null;
  }

  toggleFollow(): void {
    const { select, follow } = this.store.state;
    this.store.set({ follow: follow && (follow === select || !select) ? "" : select });
  }

  /** The text of the item's trail, if it has one. */
  trailOf(item: number): string | undefined {
    const name = this.data.head.items[item]?.name;
    return this.store.state.trails.find((t) => parseTrail(t).name === name);
  }

  toggleTrail(): void {
    const item = this.selected;
    const old = this.trailOf(item);
    if (old !== undefined) {
      const name = parseTrail(old).name;
      this.store.set({ trails: this.store.state.trails.filter((t) => parseTrail(t).name !== name) });
    } else if (item >= 0) {
      this.addTrail(item, this.picked);
    }
  }

  addTrail(item: number, pick: Pick | null): void {
    const name = this.data.head.items[item]?.name;
    if (name === undefined || (!pick && this.rowOf(item) < 0)) {
      note("This item has no point to follow.");
      return;
    }
    const text = pick ? `${name}@${pick.row}:${pick.local.map((v) => Number(v.toPrecision(5))).join(":")}` : name;
    this.store.set({ trails: [...this.store.state.trails.filter((t) => t !== text), text] });
  }

  plotSeries(index: number): void {
    this.dock.plot(
      this.channels
        .ofSeries(index)
        .filter((c) => c.component >= 0)
        .map((c) => c.id),
    );
  }

  plotItem(item: number): void {
    const ids = this.channels.list.filter((c) => c.item === item && c.component >= 0).map((c) => c.id);
    this.dock.plot(ids.slice(0, 24));
  }

  values(path: string): number | number[] | undefined {
    return this.channels.values(path, this.player.time);
  }

  // ---- camera

  view(name: ViewName): void {
    this.scene?.view(name);
    this.cameraChanged();
  }

  orbit(dx: number, dy: number): void {
    this.scene?.orbit(dx, dy);
  }

  zoom(factor: number): void {
    this.scene?.zoom(factor);
  }

  fit(): void {
    this.scene?.fit("motion");
    this.cameraChanged();
  }

  fitItem(item: number): void {
    this.scene?.fit({ item });
    this.cameraChanged();
  }

  private cameraChanged(): void {
    this.cameraMoved = true;
    this.requestRender();
    this.address.saveSoon();
  }

  // ---- link and picture

  /** The state with time and camera as they are now. */
  currentState(): ViewState {
    const { player, scene, store } = this;
    const camera = this.cameraMoved || store.state.camera ? (scene?.cameraState() ?? null) : null;
    const time = player.time === player.start ? null : player.time;
    return { ...store.state, time, camera };
  }

  link(): string {
    return this.address.link();
  }

  copyLink(): Promise<void> {
    return this.address.copy();
  }

  private restore(): void {
    const linked = decodeState(location.hash);
    this.player.pause();
    this.store.set({ ...this.base, ...linked });
    if (linked.camera) {
      this.scene?.setCameraState(linked.camera);
      this.cameraMoved = true;
    } else {
      this.scene?.home();
      this.cameraMoved = false;
    }
    this.startTime(linked);
  }

  async snapshot(full: boolean): Promise<void> {
    const { player, scene } = this;
    const { clock, data } = this;
    const number = clock.number(player.time);
    await takePicture(scene, {
      full,
      model: data.head.model,
      time: clock.text(player.time),
      file: data.head.modes ? `mode${this.store.state.mode}_${number}deg` : data.head.clock ? number : `${number}s`,
      legend: this.legend(),
      text: (this.isDark ? darkTheme : lightTheme).text,
      panel: getComputedStyle(document.documentElement).getPropertyValue("--panel").trim(),
      ratio: this.canvas.width / Math.max(1, this.canvas.clientWidth),
    });
  }

  film(): Promise<void> {
    return takeFilm(this.canvas, this.player, this.data.head.model);
  }

  addPlot(): void {
    this.dock.addPlot();
  }

  searchItems(): void {
    this.store.set({ left: true });
    this.tree.focusSearch();
  }

  // ---- live

  startLive(token: string): void {
    new LivePage(this, {
      topbar: this.topbar,
      banner: this.banner,
      grown: () => {
        this.keepFitted();
        this.channels.changed();
        this.dock.refresh();
        this.transport.extended();
      },
    }).start(token);
  }

  /** The motion grows, or the window changes: as long as nobody took the camera, all of it stays in view. */
  private keepFitted(): void {
    const { scene } = this;
    const { camera, follow } = this.store.state;
    if (scene && !this.cameraMoved && !camera && !follow) {
      const { smooth } = scene;
      scene.smooth = false;
      scene.home();
      scene.smooth = smooth;
      this.cameraMoved = false;
    }
  }

  // ---- wires

  private wire(stage: HTMLElement): void {
    const { player, scene, store } = this;
    player.onTime = (_, scrubbed) => this.timeChanged(scrubbed);
    player.onPlaying = (playing) => {
      this.transport.setPlaying(playing);
      this.updatePanels();
      this.address.saveSoon();
    };
    if (scene) {
      scene.setTheme(this.isDark ? darkTheme : lightTheme);
      scene.onInvalidate = () => this.requestRender();
      scene.onPick = (pick, event) => {
        if (pick && event.shiftKey) {
          this.addTrail(pick.item, pick);
        } else {
          this.select(pick?.item ?? -1, pick);
        }
      };
      scene.onDoubleClick = (pick) => {
        if (pick) {
          this.fitItem(pick.item);
        } else {
          this.fit();
        }
      };
      scene.onHover = (pick, event) => this.label.show(this.data.head.items[pick?.item ?? -1]?.name, event, stage);
    }
    new ResizeObserver(() => {
      scene?.resize();
      this.keepFitted();
      this.renderNow();
    }).observe(stage);
    this.dark.addEventListener("change", () => store.state.theme === "auto" && this.applyTheme());
    window.addEventListener("hashchange", () => this.restore());
    keysBackAfterClicks();
    listen(this.keys);
    this.topbar.showTheme(this.isDark);
  }
}
