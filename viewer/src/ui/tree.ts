/* tree.ts -- the list of parts, joints and forces, with the groups of the model: search, fold, show and hide, select. */
import type { App } from "../app";
import type { Item } from "../format";
import { button, h, setIcon, setText } from "./dom";

const classes: { class: Item["class"]; name: string }[] = [
  { class: "part", name: "Parts" },
  { class: "joint", name: "Joints" },
  { class: "force", name: "Forces" },
];

interface Entry {
  index: number;
  item: Item;
  row: HTMLElement;
  name: HTMLElement;
  label: HTMLElement;
  eye: HTMLButtonElement;
  text: string; // for the search
}

interface Group {
  entries: Entry[]; // all of them, also those of the groups inside
  box: HTMLDetailsElement;
  count: HTMLElement;
  eye: HTMLButtonElement;
}

const foldedFrom = 60; // items: in a long list groups begin folded

export class Tree {
  readonly element: HTMLElement;
  private readonly groups: Group[] = []; // outer ones before those inside
  private readonly entries: Entry[] = [];
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
    for (const { class: of, name } of classes) {
      const members = items.flatMap((item, index) => (item.class === of ? [this.entry(item, index)] : []));
      if (members.length > 0) {
        this.entries.push(...members);
        list.append(this.group(name, members, this.rows(members, "", 1), 0));
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

  /** Items below each other; those of a group of the model ("leg2.knee", "leg2.foot.toe") in a box that folds. */
  private rows(entries: Entry[], prefix: string, depth: number): HTMLElement[] {
    const out: HTMLElement[] = [];
    for (let i = 0; i < entries.length; ) {
      const name = groupOf(entries[i]!.item.name, prefix);
      let end = i + 1;
      while (name && end < entries.length && groupOf(entries[end]!.item.name, prefix) === name) {
        end++;
      }
      if (name) {
        const inside = entries.slice(i, end);
        out.push(this.group(name, inside, this.rows(inside, `${prefix}${name}.`, depth + 1), depth));
      } else {
        const { item, label, row } = entries[i]!;
        label.textContent = item.name.slice(prefix.length);
        row.style.setProperty("--depth", String(depth - 1));
        out.push(row);
      }
      i = end;
    }
    return out;
  }

  focusSearch(): void {
    this.search.focus();
  }

  private entry(item: Item, index: number): Entry {
    const { app } = this;
    const swatch = h("span", { class: item.class === "part" ? "swatch" : "swatch round" });
    swatch.style.background = safeColor(item.color);
    const label = h("span", { class: "ellipsis" }, item.name);
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
      label,
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
    return { index, item, row, name, label, eye, text: `${item.name} ${item.kind}`.toLowerCase() };
  }

  private group(name: string, entries: Entry[], rows: HTMLElement[], depth: number): HTMLElement {
    const eye = button({
      icon: "eye",
      title: `Show or hide all: ${depth > 0 ? name : name.toLowerCase()}`,
      class: "tiny eye",
      press: () => {
        const names = entries.map((e) => e.item.name);
        const { hidden } = this.app.store.state;
        const rest = hidden.filter((n) => !names.includes(n));
        this.app.store.set({ hidden: names.every((n) => hidden.includes(n)) ? rest : [...rest, ...new Set(names)] });
      },
    });
    const count = h("span", { class: "dim" }, String(entries.length));
    const swatch = h("span", { class: "swatch" });
    swatch.style.background = safeColor(entries[0]!.item.color);
    const box = h(
      "details",
      {
        class: depth > 0 ? "tree-group inner" : "tree-group",
        open: depth === 0 || this.app.data.head.items.length < foldedFrom,
        "data-test": depth > 0 ? "item-group" : null,
        "data-group": depth > 0 ? name : null,
      },
      h(
        "summary",
        {},
        depth > 0 && entries[0]!.item.class === "part" && swatch,
        h("span", { class: "group-name ellipsis" }, name),
        count,
      ),
      ...rows,
    );
    box.style.setProperty("--depth", String(depth - 1));
    this.groups.unshift({ entries, box, count, eye }); // made after those inside of it
    return h("div", { class: "tree-fold" }, box, eye);
  }

  private filter(): void {
    const words = this.search.value.toLowerCase().split(/\s+/).filter(Boolean);
    for (const entry of this.entries) {
      entry.row.hidden = !words.every((w) => entry.text.includes(w));
    }
    for (const { entries, box, count, eye } of this.groups) {
      const hits = entries.filter((e) => !e.row.hidden).length;
      box.hidden = eye.hidden = hits === 0;
      if (words.length > 0 && hits > 0) {
        box.open = true;
      }
      setText(count, words.length > 0 ? `${hits} of ${entries.length}` : String(entries.length));
    }
    this.none.hidden = this.entries.some((e) => !e.row.hidden);
  }

  private showHidden(): void {
    const hidden = new Set(this.app.store.state.hidden);
    for (const { item, row, eye } of this.entries) {
      const off = hidden.has(item.name);
      if (row.classList.contains("off") !== off) {
        row.classList.toggle("off", off);
        setIcon(eye, off ? "hidden" : "eye");
        const title = `${off ? "Show" : "Hide"} ${item.name}`;
        eye.title = title;
        eye.setAttribute("aria-label", title);
      }
    }
    for (const { entries, eye } of this.groups) {
      const all = entries.every((e) => hidden.has(e.item.name));
      setIcon(eye, all ? "hidden" : "eye");
      eye.classList.toggle("kept", all);
    }
  }

  private showSelected(): void {
    const chosen = this.app.selected;
    for (const { index, row, name } of this.entries) {
      const on = index === chosen;
      if (row.classList.contains("selected") !== on) {
        row.classList.toggle("selected", on);
        name.setAttribute("aria-current", String(on));
        if (on) {
          this.unfold(index);
          row.scrollIntoView({ block: "nearest" });
        }
      }
    }
  }

  private unfold(index: number): void {
    for (const { entries, box } of this.groups) {
      box.open ||= entries.some((e) => e.index === index);
    }
  }
}

/** Name of the group inside of `prefix` that an item belongs to; "": none. */
function groupOf(name: string, prefix: string): string {
  const dot = name.indexOf(".", prefix.length);
  return dot > prefix.length ? name.slice(prefix.length, dot) : "";
}

/** Colours come from a file: only "#rrggbb" goes into a style. */
export function safeColor(color: string): string {
  return /^#[0-9a-f]{6}$/i.test(color) ? color : "#888888";
}
