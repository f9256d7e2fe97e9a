/* transport.ts -- the bar below: play, step, scrub, speed, loop, and where in the run we are. */
import type { App } from "../app";
import { chosenSpeed } from "../player";
import { button, h, setIcon, setPressed, setText } from "./dom";
import { formatSpeed, parseNumber } from "./units";

const speeds = [1e-4, 1e-3, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50, 100, 1000];

const modeSpeed = 0.5; // a period in two seconds

export class Transport {
  readonly element: HTMLElement;
  private readonly play: HTMLButtonElement;
  private readonly loop: HTMLButtonElement;
  private readonly scrub: HTMLInputElement;
  private readonly time: HTMLInputElement;
  private readonly end = h("span", { class: "dim time-end" });
  private readonly frame = h("span", { class: "dim frame-count", "data-test": "frames" });
  private readonly speed: HTMLSelectElement;
  private readonly mode: HTMLSelectElement | null;
  private readonly thinned = h("span", { class: "thinned", "data-test": "thinned", hidden: true });

  constructor(private readonly app: App) {
    const { player, store } = app;
    this.play = button({
      icon: "play",
      title: "Play (space)",
      test: "play",
      class: "primary",
      press: () => player.toggle(),
    });
    this.loop = button({
      icon: "loop",
      title: "Begin again at the end of the run (K)",
      test: "loop",
      press: () => store.set({ loop: !store.state.loop }),
    });
    this.scrub = h("input", {
      type: "range",
      class: "scrub",
      min: 0,
      max: 1,
      step: "any",
      "aria-label": "Time",
      "data-test": "scrub",
      oninput: () => app.scrub(player.start + Number(this.scrub.value) * (player.end - player.start), false),
      onchange: () => app.scrub(player.time, true),
    });
    this.time = h("input", {
      type: "text",
      inputmode: "decimal",
      class: "time-now",
      "aria-label": app.clock.title,
      title: app.clock.title,
      "data-test": "time",
      onchange: () => {
        const value = app.clock.parse(parseNumber(this.time.value), player.time);
        if (Number.isFinite(value)) {
          app.scrub(value, true);
        }
        this.time.blur();
        this.update();
      },
      onkeydown: (event: KeyboardEvent) => {
        if (event.key === "Escape") {
          this.time.blur();
          this.update();
        }
      },
      onfocus: () => this.time.select(),
    });
    this.speed = h("select", {
      class: "field speed",
      "aria-label": `Speed: ${app.clock.speed}`,
      title: `Speed: ${app.clock.speed}`,
      "data-test": "speed",
      onchange: () => store.set({ speed: Number(this.speed.value) }),
    });
    this.mode = this.makeModes();
    this.element = h(
      "footer",
      { class: "transport", "aria-label": "Player" },
      h(
        "div",
        { class: "transport-buttons" },
        button({
          icon: "first",
          title: "To the start (Home)",
          test: "first",
          press: () => app.scrub(player.start, true),
        }),
        button({ icon: "back", title: "One frame back (left arrow)", test: "back", press: () => player.step(-1) }),
        this.play,
        button({ icon: "forward", title: "One frame on (right arrow)", test: "forward", press: () => player.step(1) }),
        button({ icon: "last", title: "To the end (End)", test: "last", press: () => app.scrub(player.end, true) }),
      ),
      h("div", { class: "time-box" }, this.time, h("span", { class: "dim", "data-test": "time-unit" }, app.clock.unit), this.end),
      this.scrub,
      h("div", { class: "transport-right" }, ...(this.mode ? [this.mode] : []), this.frame, this.thinned, this.speed, this.loop),
    );
    store.on((changed) => {
      if (changed.has("speed") || changed.has("loop")) {
        this.applySpeed();
      }
      if (changed.has("mode")) {
        this.applyMode();
      }
    });
    this.applyMode();
  }

  /** The chooser of modes; a run has none. */
  private makeModes(): HTMLSelectElement | null {
    const { store, data, player } = this.app;
    const { modes } = data.head;
    if (!modes) {
      return null;
    }
    const select: HTMLSelectElement = h(
      "select",
      {
        class: "field mode",
        "aria-label": "Mode",
        title: "Which mode moves",
        "data-test": "mode",
        onchange: () => {
          store.set({ mode: Number(select.value) });
          player.play();
        },
      },
      ...modes.map((m, i) => h("option", { value: String(i + 1) }, `mode ${i + 1}: ${m.name}`)),
      h("option", { value: "0" }, "all modes in turn"),
    );
    return select;
  }

  private applyMode(): void {
    const { store, data, player } = this.app;
    const mode = data.head.modes?.[store.state.mode - 1];
    player.between(mode ? [mode.start, mode.end] : null);
    if (this.mode) {
      this.mode.value = String(mode ? store.state.mode : 0);
      this.mode.title = mode ? `Which mode moves; most: ${mode.moves}` : "Which mode moves";
    }
    this.extended();
  }

  setPlaying(playing: boolean): void {
    setIcon(this.play, playing ? "pause" : "play");
    const title = playing ? "Pause (space)" : "Play (space)";
    this.play.title = title;
    this.play.setAttribute("aria-label", title);
    this.play.dataset.playing = String(playing);
  }

  /** The run became longer, or was just opened. */
  extended(): void {
    const { player, data } = this.app;
    const { clock } = this.app;
    setText(this.end, data.head.clock || data.head.modes ? "" : `/ ${clock.number(player.end)} s`);
    this.time.style.width = `${Math.max(data.head.clock ? 9 : 5, clock.number(player.end).length + 1)}ch`;
    this.scrub.disabled = player.end <= player.start;
    this.play.disabled = player.end <= player.start;
    const { storedFrames } = data.head;
    const thinned = storedFrames > player.count && !data.head.live;
    this.thinned.hidden = !thinned;
    if (thinned) {
      setText(this.thinned, `of ${storedFrames} stored`);
      this.thinned.title =
        `To keep this page small, ${player.count} of ${storedFrames} stored frames are in it, evenly spread. ` +
        "Motion between them is interpolated; the result file has all.";
    }
    this.applySpeed();
    this.update();
  }

  update(): void {
    const { player } = this.app;
    const share = player.end > player.start ? (player.time - player.start) / (player.end - player.start) : 0;
    this.scrub.value = String(share);
    this.scrub.style.setProperty("--share", `${(100 * share).toFixed(3)}%`);
    const { clock } = this.app;
    this.scrub.setAttribute("aria-valuetext", clock.text(player.time));
    if (document.activeElement !== this.time) {
      this.time.value = clock.number(player.time);
    }
    setText(this.frame, `frame ${player.count > 0 ? player.frame + 1 : 0} / ${player.count}`);
  }

  private applySpeed(): void {
    const { player, store } = this.app;
    const chosen = this.mode ? modeSpeed : chosenSpeed(player.end - player.start);
    const { speed, loop } = store.state;
    player.speed = speed || chosen;
    player.loop = loop;
    setPressed(this.loop, loop);
    const list = speed && !speeds.includes(speed) ? [...speeds, speed].sort((a, b) => a - b) : speeds;
    const key = `${chosen} ${list.length}`;
    if (this.speed.dataset.key !== key) {
      this.speed.dataset.key = key;
      this.speed.replaceChildren(
        h("option", { value: "0" }, `${formatSpeed(chosen)} auto`),
        ...list.map((s) => h("option", { value: String(s) }, formatSpeed(s))),
      );
    }
    this.speed.value = String(speed);
  }
}
