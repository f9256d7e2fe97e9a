/* controls.ts -- small controls that are tied to a member of the state. */
import type { Store, ViewState } from "../state";
import { h } from "./dom";
import { formatShort, parseNumber } from "./units";

type KeysOf<T> = { [K in keyof ViewState]: ViewState[K] extends T ? K : never }[keyof ViewState];

export function checkbox(store: Store, key: KeysOf<boolean>, label: string, title: string): HTMLElement {
  const input = h("input", {
    type: "checkbox",
    "data-test": `set-${key}`,
    onchange: () => store.set({ [key]: input.checked }),
  });
  const show = (): void => {
    input.checked = store.state[key];
  };
  show();
  store.on((changed) => changed.has(key) && show());
  return h("label", { class: "check", title }, input, h("span", {}, label));
}

/** A slider on a logarithmic scale with the number beside it, which can be typed. */
export function slider(
  store: Store,
  key: "magnify" | "glyphSize" | "arrowSize",
  options: { label: string; title: string; min: number; max: number; typedMax: number; shown?: "glyphs" | "arrows" },
): HTMLElement {
  const low = Math.log10(options.min);
  const high = Math.log10(options.max);
  const range = h("input", {
    type: "range",
    min: low,
    max: high,
    step: (high - low) / 200,
    "aria-label": options.label,
    "data-test": `set-${key}`,
    oninput: () => {
      const value = 10 ** Number(range.value);
      // one is a value people want to hit
      store.set({ [key]: Math.abs(Math.log10(value)) < (high - low) / 60 ? 1 : Number(value.toPrecision(2)) });
    },
  });
  const number = h("input", {
    type: "text",
    inputmode: "decimal",
    class: "number",
    "aria-label": `${options.label}, number`,
    onchange: () => {
      const value = parseNumber(number.value.replace(/[x×]$/i, ""));
      if (value > 0 && value <= options.typedMax) {
        store.set({ [key]: value });
      }
      show();
    },
  });
  const show = (): void => {
    const value = store.state[key];
    range.value = String(Math.log10(Math.max(value, options.min)));
    number.value = `${formatShort(value, 3)}×`;
  };
  show();
  store.on((changed) => changed.has(key) && show());
  const label = options.shown
    ? checkbox(store, options.shown, options.label, `Show: ${options.label.toLowerCase()}`)
    : h("span", { class: "slider-label" }, options.label);
  return h("div", { class: "slider", title: options.title }, label, range, number);
}

/** A choice of few, side by side. */
export function segments<T extends string>(
  options: { value: T; text: string; title: string }[],
  get: () => T,
  set: (value: T) => void,
  label: string,
  test: string,
): { element: HTMLElement; show: () => void } {
  const buttons = options.map((o) =>
    h(
      "button",
      { type: "button", class: "segment", title: o.title, "data-value": o.value, onclick: () => set(o.value) },
      o.text,
    ),
  );
  const show = (): void =>
    buttons.forEach((b, i) => b.setAttribute("aria-pressed", String(options[i]!.value === get())));
  show();
  return {
    element: h("div", { class: "segments", role: "group", "aria-label": label, "data-test": test }, ...buttons),
    show,
  };
}
