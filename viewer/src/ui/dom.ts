/* dom.ts -- making elements. Names and texts come from users: they enter the page as text nodes and attributes only. */

type Child = Node | string | null | undefined | false;
type Attributes = Record<string, string | number | boolean | null | undefined | ((event: never) => void)>;

/** h("button", { class: "b", title: "Play", onclick: f }, "Play"): attributes; `on...` functions become listeners. */
export function h<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Attributes = {},
  ...children: Child[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") {
      element.addEventListener(name.slice(2), value as EventListener);
    } else if (value === true) {
      element.setAttribute(name, "");
    } else if (value !== false && value !== null && value !== undefined) {
      element.setAttribute(name, String(value));
    }
  }
  for (const child of children) {
    if (child) {
      element.append(child);
    }
  }
  return element;
}

/** Line drawings on a grid of 16 by 16, 1.5 wide. */
const icons = {
  play: "M4.5 2.5v11l9-5.5z",
  pause: "M4.5 3v10M11.5 3v10",
  first: "M3.5 3v10M12.5 3.5v9L6 8z",
  last: "M12.5 3v10M3.5 3.5v9L10 8z",
  back: "M10.5 3.5v9L4 8z",
  forward: "M5.5 3.5v9L12 8z",
  save: "M8 2v8M4.5 7L8 10.5 11.5 7M2.5 13.5h11",
  film: "M2 4h8v8H2zM10 7l4-2.5v7L10 9z",
  loop: "M3 7.5V6.5a2 2 0 0 1 2-2h8M10.5 2l2.5 2.5L10.5 7M13 8.5v1a2 2 0 0 1-2 2H3M5.5 9L3 11.5 5.5 14",
  eye: "M1.5 8S4 3.8 8 3.8 14.5 8 14.5 8 12 12.2 8 12.2 1.5 8 1.5 8zM8 6.2a1.8 1.8 0 1 0 0 3.6 1.8 1.8 0 0 0 0-3.6z",
  hidden: "M1.5 8S4 3.8 8 3.8 14.5 8 14.5 8 12 12.2 8 12.2 1.5 8 1.5 8zM3 13L13 3",
  close: "M4 4l8 8M12 4l-8 8",
  plus: "M8 3v10M3 8h10",
  panel: "M2 3h12v10H2zM6 3v10",
  plot: "M2.5 2.5v11h11M4.5 10.5l3-4 2.5 2 3.5-4.5",
  energy: "M9 1.5L3.5 9H8l-1 5.5L12.5 7H8z",
  fit: "M2.5 6V2.5H6M10 2.5h3.5V6M13.5 10v3.5H10M6 13.5H2.5V10",
  camera: "M2 5h3l1-1.5h4L11 5h3v7.5H2zM8 6.5a2.2 2.2 0 1 0 0 4.4 2.2 2.2 0 0 0 0-4.4z",
  link: "M6.5 9.5l3-3M7.5 4.5l1-1a2.8 2.8 0 0 1 4 4l-1 1M8.5 11.5l-1 1a2.8 2.8 0 0 1-4-4l1-1",
  help: "M5.7 6a2.3 2.3 0 1 1 3.5 2c-.8.5-1.2.9-1.2 1.9M8 12.4v.1",
  sun: "M8 5.2a2.8 2.8 0 1 0 0 5.6 2.8 2.8 0 0 0 0-5.6zM8 1.2v1.5M8 13.3v1.5M1.2 8h1.5M13.3 8h1.5M3.2 3.2l1 1M11.8 11.8l1 1M12.8 3.2l-1 1M4.2 11.8l-1 1",
  moon: "M13 9.7A5.6 5.6 0 0 1 6.3 3 5.6 5.6 0 1 0 13 9.7z",
  info: "M4 2h6l2.5 2.5V14H4zM6 7h4.5M6 9.5h4.5M6 12h3",
  chevron: "M6 4l4 4-4 4",
  follow: "M8 4.5a3.5 3.5 0 1 0 0 7 3.5 3.5 0 0 0 0-7zM8 1.5v3M8 11.5v3M1.5 8h3M11.5 8h3",
  trail: "M2 12c2-7 4-7 6-3s4 3 6-5",
  search: "M7 3a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM10 10l3.5 3.5",
  turn: "M13 8a5 5 0 1 1-1.6-3.7M13 2.5v3h-3M8 7.5v.1",
  reset: "M3 8a5 5 0 1 0 1.6-3.7M3 2.5v3h3",
  warn: "M8 2.5L14.5 13.5h-13zM8 6.5v3.5M8 11.8v.1",
} as const;

export type IconName = keyof typeof icons;

export function icon(name: IconName): SVGSVGElement {
  const space = "http://www.w3.org/2000/svg";
  const svg = document.createElementNS(space, "svg");
  svg.setAttribute("viewBox", "0 0 16 16");
  svg.setAttribute("class", "icon");
  svg.setAttribute("aria-hidden", "true");
  const path = document.createElementNS(space, "path");
  path.setAttribute("d", icons[name]);
  svg.append(path);
  return svg;
}

export interface ButtonOptions {
  icon?: IconName;
  text?: string;
  title: string;
  test?: string;
  class?: string;
  press: (event: MouseEvent) => void;
}

/** A button that names itself for people who do not see the drawing. */
export function button(options: ButtonOptions): HTMLButtonElement {
  return h(
    "button",
    {
      type: "button",
      class: `button ${options.class ?? ""}`.trim(),
      title: options.title,
      "aria-label": options.text ? null : options.title,
      "data-test": options.test,
      onclick: options.press,
    },
    options.icon && icon(options.icon),
    options.text && h("span", { class: "button-text" }, options.text),
  );
}

export function setIcon(element: HTMLElement, name: IconName): void {
  const old = element.querySelector("svg");
  const next = icon(name);
  if (old) {
    old.replaceWith(next);
  } else {
    element.prepend(next);
  }
}

export function setPressed(element: HTMLElement, on: boolean): void {
  element.setAttribute("aria-pressed", String(on));
}

/** Changes the text only when it differs: no layout for numbers that stay. */
export function setText(element: Node, text: string): void {
  if (element.textContent !== text) {
    element.textContent = text;
  }
}

/** True while the user types: keys then belong to the field. */
export function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) {
    return false;
  }
  if (target instanceof HTMLInputElement) {
    return !["range", "checkbox", "radio", "button"].includes(target.type);
  }
  return target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement || target.isContentEditable;
}
