/* test/browser_tools.mjs -- Debian's Chromium for tests, pages with a bundle in them, and looks at PNG pictures.
 * Software WebGL 2 (ANGLE on SwiftShader) comes with --use-angle=swiftshader --enable-unsafe-swiftshader.
 */
import { existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { inflateSync } from "node:zlib";
import { chromium } from "playwright-core";
import { build } from "vite";

export const root = dirname(dirname(fileURLToPath(import.meta.url)));

const flags = [
  "--no-sandbox",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--use-gl=angle",
  "--use-angle=swiftshader",
  "--enable-unsafe-swiftshader",
];

/** SINEW_CHROMIUM, or the first Chromium of the path. */
function browserPath() {
  const folders = (process.env.PATH ?? "").split(delimiter).filter(Boolean);
  const places = ["chromium", "chromium-browser"].flatMap((name) => folders.map((folder) => join(folder, name)));
  return process.env.SINEW_CHROMIUM ?? places.find((place) => existsSync(place)) ?? "";
}

export function launch() {
  const path = browserPath();
  if (!existsSync(path)) {
    throw new Error("there is no Chromium: install Debian's package chromium, or set SINEW_CHROMIUM");
  }
  return chromium.launch({ executablePath: path, args: flags });
}

/** The synthetic bundles of make_bundle.ts, for Node. */
export async function bundles() {
  const out = join(root, `node_modules/.sinew-bundles-${process.pid}`);
  mkdirSync(out, { recursive: true });
  await build({
    root,
    configFile: false,
    logLevel: "warn",
    build: {
      ssr: join(root, "test/make_bundle.ts"),
      outDir: out,
      emptyOutDir: true,
      minify: false,
      rollupOptions: { output: { entryFileNames: "make_bundle.mjs" } },
    },
  });
  const made = await import(join(out, "make_bundle.mjs"));
  rmSync(out, { recursive: true, force: true });
  return made;
}

/** The built page with a bundle in it, or two, exactly as src/show/page/page.c makes it. */
export function pageWith(base64, second = "") {
  const marker = '<script id="sinew-bundle" type="text/plain">';
  const page = readFileSync(join(root, "dist/viewer.html"), "utf8");
  const other = second && `</script>\n<script id="sinew-second" type="text/plain">${second}`;
  return page.replace(marker, () => marker + base64 + other);
}

/** A PNG with 8 bits per channel (as browsers make them) to { width, height, channels, at(x, y) }. */
export function readPng(bytes) {
  let o = 8;
  let width = 0;
  let height = 0;
  let channels = 0;
  const data = [];
  while (o < bytes.length) {
    const length = bytes.readUInt32BE(o);
    const type = bytes.toString("latin1", o + 4, o + 8);
    if (type === "IHDR") {
      width = bytes.readUInt32BE(o + 8);
      height = bytes.readUInt32BE(o + 12);
      channels = { 0: 1, 2: 3, 4: 2, 6: 4 }[bytes[o + 17]];
    } else if (type === "IDAT") {
      data.push(bytes.subarray(o + 8, o + 8 + length));
    }
    o += 12 + length;
  }
  const raw = inflateSync(Buffer.concat(data));
  const across = width * channels;
  const pixels = Buffer.alloc(across * height);
  for (let y = 0; y < height; y++) {
    const filter = raw[y * (across + 1)];
    for (let i = 0; i < across; i++) {
      const left = i >= channels ? pixels[y * across + i - channels] : 0;
      const above = y > 0 ? pixels[(y - 1) * across + i] : 0;
      const corner = y > 0 && i >= channels ? pixels[(y - 1) * across + i - channels] : 0;
      const p = left + above - corner;
      const [a, b, c] = [Math.abs(p - left), Math.abs(p - above), Math.abs(p - corner)];
      const guess = [0, left, above, (left + above) >> 1, a <= b && a <= c ? left : b <= c ? above : corner][filter];
      pixels[y * across + i] = raw[y * (across + 1) + 1 + i] + guess;
    }
  }
  return {
    width,
    height,
    channels,
    at: (x, y) => [...pixels.subarray((y * width + x) * channels, (y * width + x + 1) * channels)],
  };
}

/** How many colours a picture has (each channel in 16 steps), and the share of the most frequent. */
export function colorsOf(png) {
  const counts = new Map();
  for (let y = 0; y < png.height; y += 2) {
    for (let x = 0; x < png.width; x += 2) {
      const key = png
        .at(x, y)
        .map((v) => v >> 4)
        .join();
      counts.set(key, (counts.get(key) ?? 0) + 1);
    }
  }
  const total = Math.ceil(png.height / 2) * Math.ceil(png.width / 2);
  return { colors: counts.size, largestShare: Math.max(...counts.values()) / total };
}
