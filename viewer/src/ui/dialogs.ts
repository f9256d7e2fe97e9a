/* dialogs.ts -- about the run (summary, parameters, model text, log), and help. */
import type { App } from "../app";
import { openDialog, tabs } from "./dialog";
import { h } from "./dom";
import { summaryWords } from "./summary";
import { formatShort, humanName } from "./units";

function table(rows: [string, string][], empty: string): Node {
  if (rows.length === 0) {
    return h("p", { class: "note" }, empty);
  }
  return h(
    "table",
    { class: "facts" },
    h(
      "tbody",
      {},
      ...rows.map(([key, value]) => h("tr", {}, h("th", { scope: "row" }, humanName(key)), h("td", {}, value))),
    ),
  );
}

function text(content: string, empty: string): Node {
  return content.trim() ? h("pre", { class: "text" }, content) : h("p", { class: "note" }, empty);
}

const runTabs = ["summary", "parameters", "model", "log", "warnings"] as const;
export type RunTab = (typeof runTabs)[number];

export function openRun(app: App, first: RunTab = "summary"): void {
  const { head } = app.data;
  const facts: [string, string][] = [
    ["model", head.model],
    ["file", head.file],
    ["status", head.status],
    ["frames in this page", `${app.player.count} of ${Math.max(head.storedFrames, app.player.count)} stored`],
    ["written by", head.creator],
  ];
  const told = new Set(head.summary.map(([key]) => key));
  const rows = [...facts.filter(([key, value]) => value !== "" && !told.has(key)), ...head.summary];
  const parameters = Object.entries(head.parameters).map(([key, value]): [string, string] => [
    key,
    typeof value === "number" ? formatShort(value, 9) : String(value),
  ]);
  const words = summaryWords(head);
  openDialog({
    title: head.model || "Run",
    test: "run-dialog",
    class: "wide",
    body: [
      tabs(
        [
          {
            name: "Summary",
            test: "tab-summary",
            content: () => h("div", {}, words && h("p", { class: "words" }, words), table(rows, "No summary is stored.")),
          },
          {
            name: "Parameters",
            test: "tab-parameters",
            content: () => table(parameters, "This model has no parameters."),
          },
          { name: "Model", test: "tab-model", content: () => text(head.text, "The model text is not stored.") },
          {
            name: `Log (${head.log.length})`,
            test: "tab-log",
            content: () => text(head.log.join("\n"), "The log is empty."),
          },
          {
            name: `Warnings (${head.warnings.length})`,
            test: "tab-warnings",
            content: () => text(head.warnings.join("\n\n"), "There are no warnings."),
          },
        ],
        runTabs.indexOf(first),
      ),
    ],
  });
}

const mouse: [string, string][] = [
  ["Drag", "turn the view"],
  ["Right drag", "move the view"],
  ["Wheel", "zoom"],
  ["Click", "select a part, joint or force"],
  ["Double click", "look at it closely"],
  ["Shift + click", "draw the path of that point"],
  ["Drag in a plot", "go to that time"],
  ["Wheel in a plot", "zoom the time axis"],
  ["Shift + drag in a plot", "zoom to a window of time"],
];

export function openHelp(app: App): void {
  const group = (name: string, rows: [string, string][]): Node =>
    h(
      "section",
      {},
      h("h3", { class: "panel-title" }, name),
      h("dl", { class: "keys" }, ...rows.flatMap(([key, what]) => [h("dt", {}, h("kbd", {}, key)), h("dd", {}, what)])),
    );
  openDialog({
    title: "Help",
    test: "help-dialog",
    class: "wide",
    body: [
      h(
        "div",
        { class: "help-columns" },
        group("Mouse", mouse),
        ...[...new Set(app.keys.map((k) => k.group))].map((name) =>
          group(
            name,
            app.keys.filter((k) => k.group === name && k.shown).map((k): [string, string] => [k.shown, k.help]),
          ),
        ),
      ),
      h(
        "p",
        { class: "note" },
        "The address of this page always describes what you see (time, camera, selection, colours, plots): " +
          "copy it to come back to this view. ",
        app.data.head.creator,
      ),
    ],
  });
}
