/* snapshot.ts -- a PNG of the scene, with name, time and legend drawn into it on request. */
import { colorStops } from "../scene/colors";
import type { SinewScene } from "../scene/scene";
import type { Legend } from "../scene/types";
import { download, fileName } from "./download";
import { note } from "./notices";
import { leftOf, ticksBetween } from "./ticks";
import { humanName, scaleFor } from "./units";

export interface Caption {
  full: boolean; // with name, time and legend
  model: string;
  time: string; // "t = 1.250 s", "load factor 0.35"
  file: string; // the same for the name of a file: "1.250s"
  legend: Legend | null;
  text: string; // colour of letters
  panel: string; // colour behind the legend
  ratio: number; // device pixels per CSS pixel
}

/** Saves what the scene shows now, and says so. */
export async function takePicture(scene: SinewScene | null, caption: Caption): Promise<void> {
  if (!scene) {
    note("There is no 3D picture to save.");
    return;
  }
  try {
    const plain = await scene.snapshot();
    const name = fileName(caption.model, caption.file, "png");
    download(caption.full ? await compose(plain, caption) : plain, name);
    note(`Saved ${name}`);
  } catch (error) {
    note(`No picture: ${error instanceof Error ? error.message : String(error)}`);
  }
}

async function compose(picture: Blob, caption: Caption): Promise<Blob> {
  const image = await createImageBitmap(picture);
  const canvas = document.createElement("canvas");
  canvas.width = image.width;
  const strip = caption.legend ? 64 * caption.ratio : 0; // the legend stands below the picture, not on it
  canvas.height = image.height + strip;
  const g = canvas.getContext("2d");
  if (!g) {
    return picture;
  }
  g.fillStyle = caption.panel;
  g.fillRect(0, 0, canvas.width, canvas.height);
  g.drawImage(image, 0, 0);
  const unit = caption.ratio;
  g.scale(unit, unit);
  const width = image.width / unit;
  const height = image.height / unit;
  const font = (px: number, weight = 400): string =>
    `${weight} ${px}px system-ui, -apple-system, "Segoe UI", sans-serif`;
  g.fillStyle = caption.text;
  g.textBaseline = "alphabetic";
  g.font = font(14, 600);
  g.fillText(caption.model, 16, 26, width - 32);
  g.font = font(13);
  g.fillText(caption.time, 16, 46, width - 32);
  if (caption.legend) {
    drawLegend(g, caption, 16, height + 20, Math.min(420, width - 32), font);
  }
  return await new Promise((resolve, reject) =>
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("the browser made no picture"))), "image/png"),
  );
}

function drawLegend(
  g: CanvasRenderingContext2D,
  caption: Caption,
  x: number,
  y: number,
  width: number,
  font: (px: number, weight?: number) => string,
): void {
  const legend = caption.legend!;
  const { unit: u, factor } = scaleFor(legend.unit, Math.max(Math.abs(legend.min), Math.abs(legend.max)));
  g.font = font(12, 600);
  g.fillText(humanName(legend.name) + (u ? ` (${u})` : ""), x, y);
  const bar = g.createLinearGradient(x, 0, x + width, 0);
  for (const [share, color] of colorStops(legend.diverging)) {
    bar.addColorStop(share, color);
  }
  g.fillStyle = bar;
  g.fillRect(x, y + 8, width, 12);
  g.fillStyle = caption.text;
  g.font = font(11);
  const measure = (text: string): number => g.measureText(text).width;
  for (const tick of ticksBetween(legend.min / factor, legend.max / factor, width, measure)) {
    g.fillRect(x + tick.share * width - 0.5, y + 20, 1, 4);
    g.fillText(tick.text, x + leftOf(tick, width, measure(tick.text)), y + 35);
  }
}
