/* watch_page.ts -- a page whose model is watched: waits for a result, shows it, and loads itself anew when there is a newer one. What the
 * address does not say (is it playing, which slider has the keys) is kept in the session of the tab.
 */
import type { App } from "./app";
import { bundleUrl } from "./live";
import { h } from "./ui/dom";
import { WatchPanel } from "./ui/watch_panel";
import { Watch } from "./watch";

const key = "sinew-watch";

interface Kept {
  playing: boolean;
  slider: string;
}

export class WatchPage {
  private readonly panel: WatchPanel = new WatchPanel(() => this.watch);
  private readonly watch: Watch;
  private app: App | null = null;
  private shown = 0;

  constructor(
    private readonly root: HTMLElement,
    private readonly token: string,
  ) {
    this.watch = new Watch({ token, report: (state) => this.panel.show(state), fresh: () => this.again() });
  }

  /** The bytes of the newest result; until there is one, the page shows how it goes. */
  async load(): Promise<ArrayBuffer> {
    for (;;) {
      const state = await this.watch.ask();
      this.panel.show(state);
      const answer = state && state.shown > 0 ? await fetch(bundleUrl(this.token), { cache: "no-store" }) : null;
      if (state && answer?.ok) {
        this.shown = state.shown;
        return await answer.arrayBuffer();
      }
      if (!this.panel.element.isConnected) {
        const dark = window.matchMedia("(prefers-color-scheme: dark)").matches;
        document.documentElement.dataset.theme = dark ? "dark" : "light";
        this.root.replaceChildren(h("main", { class: "fatal", "data-test": "watch-waiting" }, this.panel.element));
      }
      await new Promise((done) => setTimeout(done, 300));
    }
  }

  start(app: App): void {
    this.app = app;
    this.root.querySelector(".stage")?.append(this.panel.element);
    const kept = JSON.parse(sessionStorage.getItem(key) ?? "null") as Kept | null;
    sessionStorage.removeItem(key);
    if (kept?.slider) {
      this.panel.focus(kept.slider);
    }
    if (kept?.playing) {
      app.player.play();
    }
    this.watch.follow(this.shown);
  }

  private again(): void {
    const active = document.activeElement as HTMLElement | null;
    const kept: Kept = { playing: this.app?.player.playing ?? false, slider: active?.dataset.name ?? "" };
    sessionStorage.setItem(key, JSON.stringify(kept));
    location.reload();
  }
}
