/* menu.ts -- a short list of choices under a button. */
import { h } from "./dom";

export interface Choice {
  text: string;
  hint?: string;
  test?: string;
  press: () => void;
}

let close = (): void => {};

export function openMenu(anchor: HTMLElement, choices: Choice[]): void {
  if (anchor.getAttribute("aria-expanded") === "true") {
    close();
    return;
  }
  close();
  const menu = h(
    "div",
    { class: "menu", role: "menu" },
    ...choices.map((c) =>
      h(
        "button",
        {
          type: "button",
          role: "menuitem",
          class: "menu-item",
          "data-test": c.test,
          onclick: () => {
            close();
            c.press();
          },
        },
        h("span", {}, c.text),
        c.hint ? h("kbd", {}, c.hint) : null,
      ),
    ),
  );
  const outside = (event: Event): void => {
    if (event.target instanceof Node && !menu.contains(event.target) && !anchor.contains(event.target)) {
      close();
    }
  };
  const key = (event: KeyboardEvent): void => {
    const items = [...menu.querySelectorAll<HTMLElement>(".menu-item")];
    const at = items.indexOf(document.activeElement as HTMLElement);
    if (event.key === "Escape") {
      close();
      anchor.focus();
    } else if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      items[(at + (event.key === "ArrowDown" ? 1 : items.length - 1)) % items.length]?.focus();
    } else {
      return;
    }
    event.preventDefault();
    event.stopPropagation();
  };
  close = () => {
    menu.remove();
    anchor.setAttribute("aria-expanded", "false");
    document.removeEventListener("pointerdown", outside, true);
    document.removeEventListener("keydown", key, true);
    close = () => {};
  };
  (anchor.closest("header, main") ?? document.body).append(menu);
  const box = anchor.getBoundingClientRect();
  menu.style.top = `${box.bottom + 4}px`;
  menu.style.left = `${Math.max(8, Math.min(box.left, window.innerWidth - menu.offsetWidth - 8))}px`;
  anchor.setAttribute("aria-expanded", "true");
  document.addEventListener("pointerdown", outside, true);
  document.addEventListener("keydown", key, true);
  menu.querySelector<HTMLElement>(".menu-item")?.focus({ preventScroll: true });
}
