/* topbar.ts -- the bar above: which model, how the run went, views, theme, picture, link, help. */
import type { App } from "../app";
import type { ViewName } from "../scene/types";
import { button, h, setIcon, setPressed, setText } from "./dom";
import { openHelp, openRun } from "./dialogs";
import { openMenu } from "./menu";

export const views: { name: ViewName; text: string }[] = [
  { name: "iso", text: "Iso" },
  { name: "front", text: "Front" },
  { name: "back", text: "Back" },
  { name: "left", text: "Left" },
  { name: "right", text: "Right" },
  { name: "top", text: "Top" },
  { name: "bottom", text: "Bottom" },
];

/** What a status means to the eye. */
export function statusClass(status: string): "good" | "bad" | "warn" | "busy" {
  if (status === "completed") {
    return "good";
  }
  return status === "running" ? "busy" : status === "stopped" || status === "interrupted" ? "warn" : "bad";
}

export class TopBar {
  readonly element: HTMLElement;
  private readonly status: HTMLButtonElement;
  private readonly live = h("span", { class: "badge live", "data-test": "live", hidden: true });
  private readonly left: HTMLButtonElement;
  private readonly plots: HTMLButtonElement;
  private readonly theme: HTMLButtonElement;

  constructor(private readonly app: App) {
    const { store } = app;
    const { head } = app.data;
    this.left = button({
      icon: "panel",
      title: "Items and display (M)",
      test: "toggle-left",
      press: () => store.set({ left: !store.state.left }),
    });
    this.plots = button({
      icon: "plot",
      text: "Plots",
      title: "Plots under the scene (P)",
      test: "toggle-plots",
      press: () => store.set({ dock: !store.state.dock }),
    });
    this.theme = button({ icon: "moon", title: "Dark or light (T)", test: "theme", press: () => app.toggleTheme() });
    this.status = button({
      text: head.status === "running" && !head.live ? "unfinished" : head.status || "unknown",
      title: "About this run (I)",
      test: "status",
      class: "status",
      press: () => openRun(app),
    });
    const viewMenu = button({
      text: "View",
      title: "Standard views",
      class: "view-menu",
      press: () =>
        openMenu(
          viewMenu,
          views.map((v, i) => ({ text: v.text, hint: String(i + 1), press: () => app.view(v.name) })),
        ),
    });
    const snapshot = button({
      icon: "camera",
      title: "Picture or film",
      test: "snapshot",
      press: () =>
        openMenu(snapshot, [
          {
            text: "Picture with legend and time",
            hint: "S",
            test: "snapshot-full",
            press: () => void app.snapshot(true),
          },
          {
            text: "Picture of the scene only",
            hint: "Shift S",
            test: "snapshot-plain",
            press: () => void app.snapshot(false),
          },
          { text: "Film of the run", hint: "V", test: "film", press: () => void app.film() },
        ]),
    });
    this.element = h(
      "header",
      { class: "topbar" },
      this.left,
      h(
        "h1",
        { class: "model", title: head.file ? `${head.model} (${head.file})` : head.model, "data-test": "model" },
        head.model || "Sinew",
      ),
      this.status,
      this.live,
      app.second && h("span", { class: "badge", "data-test": "second" }, `with ${app.second.head.file}`),
      h("span", { class: "spacer" }),
      h(
        "div",
        { class: "views", role: "group", "aria-label": "Views" },
        ...views.map((v, i) =>
          button({
            text: v.text,
            title: `View: ${v.text.toLowerCase()} (${i + 1})`,
            class: "small",
            test: `view-${v.name}`,
            press: () => app.view(v.name),
          }),
        ),
      ),
      viewMenu,
      button({ icon: "fit", title: "Fit the whole motion into the view (F)", test: "fit", press: () => app.fit() }),
      h("span", { class: "divider" }),
      this.plots,
      button({
        icon: "info",
        text: "Run",
        title: "Summary, parameters, model and log (I)",
        test: "run",
        press: () => openRun(app),
      }),
      h("span", { class: "divider" }),
      snapshot,
      button({ icon: "link", title: "Copy a link to this view (Y)", test: "link", press: () => void app.copyLink() }),
      this.theme,
      button({ icon: "help", title: "Help and keys (?)", test: "help", press: () => openHelp(app) }),
    );
    store.on((changed) => {
      if (changed.has("left") || changed.has("dock")) {
        this.showPanels();
      }
    });
    this.showPanels();
    this.showStatus();
  }

  showTheme(dark: boolean): void {
    setIcon(this.theme, dark ? "sun" : "moon");
    const title = dark ? "Light colours (T)" : "Dark colours (T)";
    this.theme.title = title;
    this.theme.setAttribute("aria-label", title);
  }

  showStatus(): void {
    const { status } = this.app.data.head;
    setText(this.status.querySelector(".button-text")!, status || "unknown");
    this.status.dataset.status = statusClass(status);
  }

  showLive(text: string, state: "running" | "ended" | "gone"): void {
    this.live.hidden = false;
    this.live.dataset.state = state;
    setText(this.live, text);
  }

  private showPanels(): void {
    setPressed(this.left, this.app.store.state.left);
    setPressed(this.plots, this.app.store.state.dock);
  }
}
