/* picker.ts -- choosing channels: a searched list of all series, with a button per component. */
import { openDialog } from "../ui/dialog";
import { h, setPressed } from "../ui/dom";
import { formatUnit, humanName } from "../ui/units";
import type { Channel, Channels } from "./channels";

const most = 250;

export interface PickerOptions {
  channels: Channels;
  chosen: () => string[];
  toggle: (ids: string[], on: boolean) => void;
  closed: () => void;
}

export function openPicker(options: PickerOptions): void {
  const { channels } = options;
  const list = h("div", { class: "picker-list" });
  const note = h("p", { class: "note" });
  const search = h("input", {
    type: "search",
    class: "field",
    placeholder: "Search: tip, pivot reaction, energy …",
    "aria-label": "Search channels",
    "data-test": "picker-search",
    autofocus: true,
    oninput: () => draw(),
    onkeydown: (event: KeyboardEvent) => {
      if (event.key === "Enter") {
        list.querySelector<HTMLButtonElement>(".picker-name")?.click();
      }
    },
  });

  function row(index: number): HTMLElement {
    const series = channels.head.series[index]!;
    const all = channels.ofSeries(index);
    const parts = all.filter((c) => c.component >= 0);
    const state = (): Set<string> => new Set(options.chosen());
    const marks: [HTMLElement, Channel][] = [];
    const refresh = (): void => {
      const chosen = state();
      marks.forEach(([element, c]) => setPressed(element, chosen.has(c.id)));
      setPressed(name, parts.length > 0 && parts.every((c) => chosen.has(c.id)));
    };
    const flip = (some: Channel[]): void => {
      const chosen = state();
      options.toggle(
        some.map((c) => c.id),
        !some.every((c) => chosen.has(c.id)),
      );
      refresh();
    };
    const cut = series.path.indexOf("/");
    const name = h(
      "button",
      {
        type: "button",
        class: "picker-name",
        title: series.path,
        "data-test": "picker-series",
        "data-series": series.path,
        onclick: () => flip(parts),
      },
      h("span", { class: "ellipsis" }, series.path.slice(cut + 1)),
      h("span", { class: "dim" }, formatUnit(series.unit)),
    );
    const buttons =
      series.width > 1
        ? all.map((c) => {
            const text = c.component < 0 ? "|·|" : c.id.slice(series.path.length + 1);
            const element = h(
              "button",
              { type: "button", class: "button small component", title: c.id, onclick: () => flip([c]) },
              text,
            );
            marks.push([element, c]);
            return element;
          })
        : [];
    refresh();
    return h(
      "div",
      { class: "picker-row" },
      name,
      h("span", { class: "picker-components" }, ...buttons),
    );
  }

  function draw(): void {
    const hits = channels.search(search.value);
    list.replaceChildren();
    let group = "";
    for (const index of hits.slice(0, most)) {
      const path = channels.head.series[index]!.path;
      const next = path.slice(0, Math.max(0, path.indexOf("/")));
      if (next !== group && !search.value) {
        list.append(h("h3", { class: "group" }, humanName(next) || "other"));
      }
      group = next;
      list.append(row(index));
    }
    note.textContent =
      hits.length === 0
        ? channels.list.length === 0
          ? "This run stored no channels."
          : "Nothing has this name."
        : hits.length > most
          ? `${hits.length - most} more: type to narrow the list.`
          : "";
  }

  draw();
  openDialog({
    title: "Channels",
    test: "picker",
    class: "picker",
    body: [search, list, note],
    closed: options.closed,
  });
  search.focus();
}
