/* keyboard.ts -- keys, as a table: what the help shows is what the keys do. */
import { isTyping } from "./ui/dom";

export type KeyGroup = "Time" | "View" | "Selected item" | "Show" | "Page";

export interface Key {
  group: KeyGroup;
  keys: string[]; // values of KeyboardEvent.key, lower case; "shift+arrowleft"
  shown: string; // in the help; "" for a key that another line tells of
  help: string;
  press: () => void;
}

export function keyName(event: Pick<KeyboardEvent, "key" | "shiftKey">): string {
  const key = event.key.toLowerCase();
  return event.shiftKey && (key.length > 1 || /\p{L}/u.test(key)) ? `shift+${key}` : key;
}

/** Enter and space press the button they are on; arrows move the slider they are on (that of the time is the player's). */
function belongsToControl(target: EventTarget | null, name: string): boolean {
  if (!(target instanceof HTMLElement)) {
    return false;
  }
  if (target instanceof HTMLInputElement && target.type === "range") {
    return target.dataset.test !== "scrub" && /^(arrow|home|end|page)/.test(name);
  }
  return (name === " " || name === "enter") && target.closest("button, summary, input, a") !== null;
}

/** Frames around what has the focus are drawn from the first Tab on, until a key of the page or the mouse is used. */
function walking(on: boolean): void {
  document.documentElement.toggleAttribute("data-walking", on);
}

/** Listens on the window; fields that take text keep their keys, and so do keys with Ctrl, Alt or Meta. */
export function listen(keys: Key[]): void {
  window.addEventListener("pointerdown", () => walking(false), true);
  window.addEventListener("keydown", (event) => {
    if (event.key === "Tab") {
      walking(true);
    }
    if (
      event.ctrlKey ||
      event.altKey ||
      event.metaKey ||
      isTyping(event.target) ||
      document.querySelector("dialog[open]")
    ) {
      return;
    }
    const name = keyName(event);
    if (belongsToControl(event.target, name)) {
      return;
    }
    const key =
      keys.find((k) => k.keys.includes(name)) ?? keys.find((k) => k.keys.includes(name.replace("shift+", "")));
    if (key) {
      event.preventDefault();
      walking(false);
      key.press();
    }
  });
}

/** After a click keys belong to the page again: space plays, whatever was pressed last. */
export function keysBackAfterClicks(): void {
  document.addEventListener("click", (event) => {
    const target = event.target instanceof Element ? event.target.closest("button, summary") : null;
    if (event.detail > 0 && target instanceof HTMLElement && !target.closest("dialog, .menu")) {
      target.blur();
    }
  });
}
