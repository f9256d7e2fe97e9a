/* scene/types.ts -- words that the scene and the user interface share. */

/** What the colours mean. `field`: a Field of the bundle by name. */
export type ColorMode = { by: "item" } | { by: "speed" } | { by: "displacement" } | { by: "field"; name: string };

/** Range of the legend: over the whole run, over the current frame, or typed by the user. */
export type RangeMode = "run" | "frame" | { min: number; max: number };

/** What the legend says now; `unit` is SI. */
export interface Legend {
  diverging: boolean; // from -m to m, zero in the middle
  name: string;
  unit: string;
  min: number;
  max: number;
}

/** Colours as CSS texts (#rrggbb). */
export interface SceneTheme {
  top: string; // background, from top to bottom
  bottom: string;
  grid: string;
  text: string; // letters of the axes
  highlight: string; // selection, hover
  edge: string; // feature edges
  without: string; // items without a value in the chosen colours
}

/** What is under the mouse: where, and fixed in which row (for trails). */
export interface Pick {
  item: number;
  row: number;
  local: [number, number, number]; // in the axes of the row
  point: [number, number, number]; // ground
}

export type ViewName = "iso" | "front" | "back" | "left" | "right" | "top" | "bottom";

/** A point whose path is drawn. */
export interface Trail {
  item: number;
  row: number;
  local: [number, number, number];
  color?: string;
}

/** Counts of the last frame drawn, for tests. */
export interface SceneStats {
  drawCalls: number;
  triangles: number;
  bytes: number; // written to the GPU because of the last change of time
  instances: number;
  parts: number; // items that have something to see
}

export const lightTheme: SceneTheme = {
  top: "#f7f9fb",
  bottom: "#d5dce4",
  grid: "#6b7785",
  text: "#2b3440",
  highlight: "#ff8a00",
  edge: "#1c2430",
  without: "#a4abb3",
};

export const darkTheme: SceneTheme = {
  top: "#14181d",
  bottom: "#3b444f",
  grid: "#93a0ae",
  text: "#dde4ec",
  highlight: "#ffb03a",
  edge: "#05070a",
  without: "#6d757e",
};
