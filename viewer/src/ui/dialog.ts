/* dialog.ts -- modal dialogs on <dialog>: focus and Escape are the browser's. */
import { button, h } from "./dom";

export interface DialogOptions {
  title: string;
  test: string;
  class?: string;
  body: (Node | string)[];
  closed?: () => void;
}

export function openDialog(options: DialogOptions): HTMLDialogElement {
  document.querySelector<HTMLDialogElement>("dialog[open]")?.close();
  const dialog = h(
    "dialog",
    { class: `dialog ${options.class ?? ""}`.trim(), "aria-label": options.title, "data-test": options.test },
    h(
      "header",
      { class: "dialog-head" },
      h("h2", {}, options.title),
      button({ icon: "close", title: "Close (Esc)", test: "dialog-close", press: () => dialog.close() }),
    ),
    h("div", { class: "dialog-body", tabindex: "0" }, ...options.body),
  );
  dialog.addEventListener("close", () => {
    dialog.remove();
    options.closed?.();
  });
  dialog.addEventListener("click", (event) => {
    if (event.target === dialog) {
      dialog.close(); // beside the box
    }
  });
  document.body.append(dialog);
  dialog.showModal();
  return dialog;
}

export interface Tab {
  name: string;
  test: string;
  content: () => Node;
}

/** Contents behind tabs; made when first shown. */
export function tabs(list: Tab[], first = 0): HTMLElement {
  const body = h("div", { class: "tab-body", role: "tabpanel", tabindex: "0" });
  const heads = list.map((tab, i) =>
    h(
      "button",
      { type: "button", class: "tab", role: "tab", "data-test": tab.test, onclick: () => select(i) },
      tab.name,
    ),
  );
  const select = (index: number): void => {
    heads.forEach((head, i) => head.setAttribute("aria-selected", String(i === index)));
    body.replaceChildren(list[index]!.content());
    body.scrollTop = 0;
  };
  select(Math.min(first, list.length - 1));
  return h("div", { class: "tabs" }, h("div", { class: "tab-heads", role: "tablist" }, ...heads), body);
}
