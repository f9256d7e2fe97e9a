/* main.ts -- starts the page: finds the bundle (in the page, or at the live server) and opens it. */
import "uplot/dist/uPlot.min.css";
import "./style.css";
import { App } from "./app";
import { type BundleData, decodeBase64, decodeBundle } from "./bundle";
import { bundleUrl } from "./live";
import { unpack } from "./unpack";
import type { SinewScene } from "./scene/scene";
import { h } from "./ui/dom";
import { WatchPage } from "./watch_page";

declare global {
  interface Window {
    sinew?: {
      app: App;
      scene: SinewScene | null;
      state: App["store"]["state"];
      setTime: (time: number) => void;
      play: () => void;
      pause: () => void;
      values: (path: string) => number | number[] | undefined;
      stats: () => unknown;
      pick: (x: number, y: number) => unknown;
    };
  }
}

/** The bytes that the page holds in an element; null: there is no such element. The text is large: it is taken out. */
function held(id: string): ArrayBuffer | null {
  const element = document.getElementById(id);
  const text = element?.textContent?.trim() ?? "";
  element?.remove();
  return text === "" ? null : decodeBase64(text);
}

async function load(token: string | undefined): Promise<ArrayBuffer> {
  if (token) {
    const answer = await fetch(bundleUrl(token), { cache: "no-store" });
    if (!answer.ok) {
      throw new Error(`the server answered ${answer.status}: open the link that 'sinew view --serve' printed`);
    }
    return await answer.arrayBuffer();
  }
  const bytes = held("sinew-bundle");
  if (!bytes) {
    throw new Error("this page holds no run: make one with 'sinew view FILE.h5'");
  }
  return bytes;
}

async function open(bytes: ArrayBuffer): Promise<BundleData> {
  const { bundle, packed } = await unpack(bytes);
  return decodeBundle(bundle, packed);
}

async function start(): Promise<void> {
  const root = document.getElementById("app")!;
  const token = document.documentElement.dataset.live;
  try {
    const second = held("sinew-second");
    const watch = token && document.documentElement.dataset.watch ? new WatchPage(root, token) : null;
    const bytes = watch ? await watch.load() : await load(token);
    const app = new App(root, await open(bytes), second && (await open(second)));
    window.sinew = {
      app,
      scene: app.scene,
      state: app.store.state,
      setTime: (time) => app.scrub(time, true),
      play: () => app.player.play(),
      pause: () => app.player.pause(),
      values: (path) => app.values(path),
      stats: () => app.scene?.stats(),
      pick: (x, y) => app.scene?.pick(x, y) ?? null,
    };
    if (token) {
      app.startLive(token);
    }
    watch?.start(app);
  } catch (error) {
    console.error(error);
    const dark = window.matchMedia("(prefers-color-scheme: dark)").matches;
    document.documentElement.dataset.theme = dark ? "dark" : "light";
    const text = error instanceof Error ? error.message : String(error);
    root.replaceChildren(
      h(
        "main",
        { class: "fatal", role: "alert", "data-test": "fatal" },
        h("h1", {}, "This page cannot be shown"),
        h("p", {}, text),
      ),
    );
  }
}

void start();
