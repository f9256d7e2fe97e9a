/* notices.ts -- the banner of a run that did not complete or has warnings, and short notes that go away. */
import type { App } from "../app";
import { openRun } from "./dialogs";
import { button, h, icon } from "./dom";
import { statusClass } from "./topbar";

const explain: Record<string, string> = {
  failed: "The run failed: what you see ends where it failed.",
  stopped: "A stop condition of the model ended the run.",
  interrupted: "The run was interrupted before its end.",
};

const unfinished = "The run was not finished when this page was made: it was still going, or was killed.";

export class Banner {
  readonly element = h("div", { class: "banner", role: "alert", "data-test": "banner", hidden: true });
  private closed = "";

  constructor(private readonly app: App) {
    this.show();
  }

  show(extra = ""): void {
    const { head } = this.app.data;
    const cut = head.status === "running" && !head.live; // a page that does not follow its run
    const kind = cut ? "warn" : statusClass(head.status);
    const why = cut ? unfinished : (explain[head.status] ?? `The run has not completed: ${head.status}.`);
    const ended = kind === "bad" || kind === "warn" ? why : "";
    const n = head.warnings.length;
    const warned = n === 0 ? "" : n === 1 ? "There is a warning." : `There are ${n} warnings.`;
    const message = extra || ended || warned;
    this.element.hidden = message === "" || this.closed === message;
    if (this.element.hidden) {
      return;
    }
    this.element.dataset.kind = extra || !ended ? "warn" : kind;
    const log = head.log.filter((line) => line.trim() !== "").slice(-6);
    const lines = extra ? [] : ended ? log : head.warnings.slice(0, 3);
    const tab = extra || ended ? "log" : "warnings";
    this.element.replaceChildren(
      icon("warn"),
      h(
        "div",
        { class: "banner-text" },
        h("strong", {}, message),
        lines.length > 0 && h("pre", { class: "banner-log" }, lines.join("\n")),
      ),
      button({
        text: tab === "log" ? "Log" : "Warnings",
        title: tab === "log" ? "Show the whole log" : "Show all warnings",
        class: "framed small",
        test: "banner-log",
        press: () => openRun(this.app, tab),
      }),
      button({
        icon: "close",
        title: "Close this message",
        class: "small",
        test: "banner-close",
        press: () => {
          this.closed = message;
          this.element.hidden = true;
        },
      }),
    );
  }
}

let timer: ReturnType<typeof setTimeout> | undefined;

/** A line at the lower edge of the scene for a few seconds. */
export function note(text: string): void {
  document.querySelector(".toast")?.remove();
  clearTimeout(timer);
  const element = h("div", { class: "toast", role: "status", "data-test": "toast" }, text);
  (document.querySelector(".stage") ?? document.body).append(element);
  timer = setTimeout(() => element.remove(), 3500);
}

/** In place of the scene. */
export function noScene(): HTMLElement {
  return h("p", { class: "no-scene" }, "This browser offers no WebGL, so there is no 3D picture. Plots and values work.");
}
