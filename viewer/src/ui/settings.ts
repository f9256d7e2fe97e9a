/* settings.ts -- what the left panel offers below the list of items: colours, display, trails. */
import type { App } from "../app";
import { parseTrail, type RangeMode } from "../state";
import { checkbox, segments, slider } from "./controls";
import { button, h } from "./dom";
import { formatShort, formatUnit, humanName, parseNumber } from "./units";

function section(title: string, test: string, ...body: (Node | string)[]): HTMLDetailsElement {
  return h(
    "details",
    { class: "section", open: true, "data-test": test },
    h("summary", {}, h("span", { class: "panel-title" }, title)),
    h("div", { class: "section-body" }, ...body),
  );
}

export function colorSection(app: App): HTMLElement {
  const { store } = app;
  const select = h(
    "select",
    {
      class: "field",
      "aria-label": "Colour by",
      "data-test": "color",
      onchange: () => store.set({ color: select.value }),
    },
    h("option", { value: "item" }, "Colour of each item"),
    h("option", { value: "speed" }, "Speed (m/s)"),
    h("option", { value: "displacement" }, "Displacement (m)"),
  );
  const fields = app.fields();
  if (fields.length > 0) {
    select.append(
      h(
        "optgroup",
        { label: "Stored fields" },
        ...fields.map((f) => {
          const unit = formatUnit(f.unit);
          return h("option", { value: `field:${f.name}` }, humanName(f.name) + (unit ? ` (${unit})` : ""));
        }),
      ),
    );
  }
  const ranges = segments<RangeMode>(
    [
      { value: "run", text: "Whole run", title: "Range of the colours: smallest to largest value of the whole run" },
      { value: "frame", text: "Now", title: "Range of the colours: smallest to largest value at the current time" },
      { value: "typed", text: "Typed", title: "Range of the colours: given by hand" },
    ],
    () => store.state.range,
    (range) => {
      const legend = app.legend();
      store.set(
        range === "typed" && legend ? { range, rangeMin: short(legend.min), rangeMax: short(legend.max) } : { range },
      );
    },
    "Range of the colours",
    "range",
  );
  const end = (key: "rangeMin" | "rangeMax", label: string): HTMLInputElement => {
    const input = h("input", {
      type: "text",
      inputmode: "decimal",
      class: "number wide",
      "aria-label": label,
      "data-test": key,
      onchange: () => {
        const value = parseNumber(input.value);
        if (Number.isFinite(value)) {
          store.set({ [key]: value });
        }
        show();
      },
    });
    return input;
  };
  const low = end("rangeMin", "Lowest value");
  const high = end("rangeMax", "Highest value");
  const typed = h("div", { class: "typed-range" }, low, h("span", { class: "dim" }, "to"), high);
  const rangeBox = h("div", { class: "range-box" }, ranges.element, typed);
  const show = (): void => {
    const { color, range, rangeMin, rangeMax } = store.state;
    select.value = color;
    if (select.value !== color) {
      select.value = "item"; // a link named a field that this run does not have
    }
    rangeBox.hidden = select.value === "item";
    typed.hidden = range !== "typed";
    low.value = formatShort(rangeMin, 6);
    high.value = formatShort(rangeMax, 6);
    ranges.show();
  };
  store.on((changed) => (["color", "range", "rangeMin", "rangeMax"] as const).some((k) => changed.has(k)) && show());
  show();
  rangeBox.append(partsOfColor(app));
  return section("Colour", "section-color", select, rangeBox);
}

/** Which parts have colours and a range of their own: all, or those that were chosen. */
function partsOfColor(app: App): HTMLElement {
  const { store } = app;
  const list = h("div", { class: "trails color-parts", "data-test": "color-parts" });
  const add = button({
    icon: "plus",
    text: "Selected part",
    title: "Only chosen parts are coloured, and the range is theirs",
    class: "framed small",
    test: "color-add",
    press: () => store.toggle("colorOf", store.state.select),
  });
  const all = button({
    text: "All parts",
    title: "Colours and range of all parts again",
    class: "framed small",
    test: "color-all",
    press: () => store.set({ colorOf: [] }),
  });
  const show = (): void => {
    const { colorOf, select } = store.state;
    add.disabled = !select || colorOf.includes(select) || app.data.head.items[app.selected]?.class === "joint";
    all.hidden = colorOf.length === 0;
    list.replaceChildren(
      ...colorOf.map((name) =>
        h(
          "div",
          { class: "trail" },
          h("span", { class: "ellipsis" }, name),
          h("span", { class: "spacer" }),
          button({ icon: "close", title: `Without ${name}`, class: "tiny", press: () => store.toggle("colorOf", name) }),
        ),
      ),
    );
  };
  store.on((changed) => (changed.has("colorOf") || changed.has("select")) && show());
  show();
  return h("div", { class: "range-box" }, list, h("div", { class: "buttons" }, add, all));
}

const short = (value: number): number => Number(value.toPrecision(3));

export function displaySection(app: App): HTMLElement {
  const { store } = app;
  const { head } = app.data;
  return section(
    "Display",
    "section-display",
    head.glyphs.length > 0
      ? slider(store, "glyphSize", {
          label: "Joints",
          title: "Symbols of joints (G) and their size",
          min: 0.1,
          max: 10,
          typedMax: 20,
          shown: "glyphs",
        })
      : "",
    head.arrows.length > 0
      ? slider(store, "arrowSize", {
          label: "Forces",
          title: "Arrows of forces and moments (R) and their size",
          min: 0.1,
          max: 10,
          typedMax: 100,
          shown: "arrows",
        })
      : "",
    head.arrows.length > 0
      ? checkbox(store, "arrowScaled", "Long for large forces", "Length of arrows by size; else all are equally long")
      : "",
    slider(store, "magnify", {
      label: "Magnify",
      title: "Draws displacements and turns from the first frame magnified",
      min: 1,
      max: 1000,
      typedMax: 1e6,
    }),
    h(
      "div",
      { class: "checks" },
      checkbox(store, "grid", "Ground", "Ground grid (D)"),
      checkbox(store, "axes", "Axes", "Axes in the corner (X)"),
      checkbox(store, "edges", "Edges", "Edges of shapes (B)"),
      app.second && checkbox(store, "ghost", "Second run", `Draw ${app.second.head.file} pale behind this run`),
      checkbox(store, "wire", "Wireframe", "Triangles as lines (W)"),
      checkbox(store, "ortho", "Parallel", "Parallel projection in place of perspective (O)"),
    ),
  );
}

export function trailSection(app: App): HTMLElement {
  const { store } = app;
  const list = h("div", { class: "trails", "data-test": "trails" });
  const hint = h("p", { class: "note" }, "Shift + click on a part draws the path of that point.");
  const show = (): void => {
    const { trails } = store.state;
    list.replaceChildren(
      ...trails.map((text) => {
        const trail = parseTrail(text);
        const where = trail.local ? `at (${trail.local.map((v) => formatShort(v, 2)).join(", ")})` : "";
        return h(
          "div",
          { class: "trail", title: text },
          h("span", { class: "ellipsis" }, trail.name),
          h("span", { class: "kind" }, where),
          button({
            icon: "close",
            title: `Remove the trail of ${trail.name}`,
            class: "tiny",
            press: () => store.toggle("trails", text),
          }),
        );
      }),
    );
    if (trails.length > 1) {
      list.append(
        button({
          text: "Remove all",
          title: "Remove all trails",
          class: "framed small",
          press: () => store.set({ trails: [] }),
        }),
      );
    }
    hint.hidden = trails.length > 0;
  };
  store.on((changed) => changed.has("trails") && show());
  show();
  const box = section("Trails", "section-trails", list, hint);
  box.open = store.state.trails.length > 0;
  store.on((changed) => {
    box.open ||= changed.has("trails") && store.state.trails.length > 0;
  });
  return box;
}
