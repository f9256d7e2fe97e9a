/* tree.ts -- the list of parts, joints and forces: search, show and hide, select. */
import type { App } from "../app";
import type { Item } from "../format";
import { button, h, setIcon, setText } from "./dom";

const groups: { class: Item["class"]; name: string }[] = [
  { class: "part", name: "Parts" },
  { class: "joint", name: "Joints" },
  { class: "force", name: "Forces" },
  { class: "other", name: "Other" },
];

interface Entry {
  index: number;
  item: Item;
  row: HTMLElement;
  name: HTMLElement;
  eye: HTMLButtonElement;
  text: string; // for the search
}

interface Group {
  entries: Entry[];
  box: HTMLDetailsElement;
  count: HTMLElement;
  eye: HTMLButtonElement;
}

export class Tree {
  readonly element: HTMLElement;
  private readonly groups: Group[] = [];
  private readonly none = h("p", { class: "note", hidden: true }, "Nothing has this name.");
  private readonly search: HTMLInputElement;

  constructor(private readonly app: App) {
    const { items } = app.data.head;
    this.search = h("input", {
      type: "search",
      class: "field",
      placeholder: "Search",
      title: "Search by name or kind (/)",
      "aria-label": "Search parts, joints and forces",
      "data-test": "item-search",
      oninput: () => this.filter(),
    });
    const list = h("div", { class: "tree", "data-test": "tree" });
    for (const group of groups) {
      const members = items.flatMap((item, index) => (item.class === group.class ? [this.entry(item, index)] : []));
      if (members.length > 0) {
        const made = this.group(group.name, members);
        this.groups.push(made);
        list.append(made.box);
      }
    }
    if (items.length === 0) {
      list.append(h("p", { class: "note" }, "This model has no parts to list."));
    }
    this.element = h(
      "section",
      { class: "tree-box", "aria-label": "Items" },
      items.length > 8 && this.search,
      list,
      this.none,
    );
    app.store.on((changed) => {
      if (changed.has("hidden")) {
        this.showHidden();
      }
      if (changed.has("select")) {
        this.showSelected();
      }
    });
    this.showHidden();
    this.showSelected();
  }

  focusSearch(): void {
    this.search.focus();
  }

  private entry(item: Item, index: number): Entry {
    const { app } = this;
    const swatch = h("span", { class: item.class === "part" ? "swatch" : "swatch round" });
    swatch.style.background = safeColor(item.color);
    const name = h(
      "button",
      {
        type: "button",
        class: "item-name",
        title: `${item.name} (${item.kind})`,
        onclick: () => app.select(index),
        ondblclick: () => app.fitItem(index),
      },
      swatch,
      h("span", { class: "ellipsis" }, item.name),
      h("span", { class: "kind" }, item.kind),
    );
    const eye = button({
      icon: "eye",
      title: `Hide ${item.name}`,
      class: "tiny eye",
      test: "item-eye",
      press: () => app.store.toggle("hidden", item.name),
    });
    const row = h(
      "div",
      {
        class: "item",
        "data-test": "item",
        "data-item": index,
        onpointerenter: () => app.hover(index),
        onpointerleave: () => app.hover(-1),
      },
      name,
      eye,
    );
    return { index, item, row, name, eye, text: `${item.name} ${item.kind}`.toLowerCase() };
  }

  private group(name: string, entries: Entry[]): Group {
    const eye = button({
      icon: "eye",
      title: `Show or hide all: ${name.toLowerCase()}`,
      class: "tiny eye",
      press: (event) => {
        event.preventDefault();
        const names = entries.map((e) => e.item.name);
        const { hidden } = this.app.store.state;
        const rest = hidden.filter((n) => !names.includes(n));
        this.app.store.set({ hidden: names.every((n) => hidden.includes(n)) ? rest : [...rest, ...new Set(names)] });
      },
    });
    const count = h("span", { class: "dim" }, String(entries.length));
    const box = h(
      "details",
      { class: "tree-group", open: true },
      h("summary", {}, h("span", { class: "group-name" }, name), count, h("span", { class: "spacer" }), eye),
      ...entries.map((e) => e.row),
    );
    return { entries, box, count, eye };
  }

  private filter(): void {
    const words = this.search.value.toLowerCase().split(/\s+/).filter(Boolean);
    let total = 0;
    for (const group of this.groups) {
      let hits = 0;
      for (const entry of group.entries) {
        const hit = words.every((w) => entry.text.includes(w));
        entry.row.hidden = !hit;
        hits += hit ? 1 : 0;
      }
      group.box.hidden = hits === 0;
      if (words.length > 0 && hits > 0) {
        group.box.open = true;
      }
      setText(group.count, words.length > 0 ? `${hits} of ${group.entries.length}` : String(group.entries.length));
      total += hits;
    }
    this.none.hidden = total > 0;
  }

  private showHidden(): void {
    const hidden = new Set(this.app.store.state.hidden);
    for (const group of this.groups) {
      let all = true;
      for (const { item, row, eye } of group.entries) {
        const off = hidden.has(item.name);
        all &&= off;
        if (row.classList.contains("off") !== off) {
          row.classList.toggle("off", off);
          setIcon(eye, off ? "hidden" : "eye");
          const title = `${off ? "Show" : "Hide"} ${item.name}`;
          eye.title = title;
          eye.setAttribute("aria-label", title);
        }
      }
      setIcon(group.eye, all ? "hidden" : "eye");
      group.eye.classList.toggle("kept", all);
    }
  }

  private showSelected(): void {
    const chosen = this.app.selected;
    for (const group of this.groups) {
      for (const { index, row, name } of group.entries) {
        const on = index === chosen;
        if (row.classList.contains("selected") !== on) {
          row.classList.toggle("selected", on);
          name.setAttribute("aria-current", String(on));
          if (on) {
            group.box.open = true;
            row.scrollIntoView({ block: "nearest" });
          }
        }
      }
    }
  }
}

/** Colours come from a file: only "#rrggbb" goes into a style. */
export function safeColor(color: string): string {
  return /^#[0-9a-f]{6}$/i.test(color) ? color : "#888888";
}
