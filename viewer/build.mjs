/* build.mjs -- makes dist/viewer.html (or the file that is named): one page with everything in it, the same bytes for
 * the same sources. The C side (src/show/page/page.c) finds the element of the bundle and the `<html ` of this page by their text, so neither may occur
 * in the script. The first comment of the page holds the hash that tools/check_viewer.sh recomputes.
 */
import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "vite";

const root = dirname(fileURLToPath(import.meta.url));
const read = (name) => readFileSync(join(root, name), "utf8");

/** sha256 of the lines `sha256sum` prints for the sources, in the order of LC_ALL=C sort. */
function sourceHash() {
  const files = ["build.mjs", "index.html", "package-lock.json"];
  const walk = (folder) => {
    for (const entry of readdirSync(join(root, folder), { withFileTypes: true })) {
      const name = `${folder}/${entry.name}`;
      if (entry.isDirectory()) {
        walk(name);
      } else {
        files.push(name);
      }
    }
  };
  walk("src");
  const sum = (bytes) => createHash("sha256").update(bytes).digest("hex");
  files.sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)));
  return sum(files.map((name) => `${sum(readFileSync(join(root, name)))}  ${name}\n`).join(""));
}

const result = await build({
  root,
  configFile: false,
  logLevel: "warn",
  build: {
    write: false,
    target: "es2020",
    cssCodeSplit: false,
    assetsInlineLimit: 1 << 30,
    modulePreload: false,
    rollupOptions: { input: join(root, "src/main.ts"), output: { format: "iife", inlineDynamicImports: true } },
  },
});
const output = (Array.isArray(result) ? result[0] : result).output;
const script = output
  .filter((o) => o.type === "chunk")
  .map((o) => o.code.trim())
  .join("\n")
  .replaceAll("</script", "<\\/script")
  .replaceAll("<!--", "<\\!--");
const style = output
  .filter((o) => o.type === "asset" && o.fileName.endsWith(".css"))
  .map((o) => String(o.source).trim())
  .join("\n");

const marker = '<script id="sinew-bundle" type="text/plain">';
for (const [text, where] of [
  [marker, "script"],
  ["<html ", "script"],
  ["</style", "style"],
]) {
  if ((where === "script" ? script : style).includes(text)) {
    throw new Error(`the ${where} contains '${text}', which the page must hold once only: write it in two pieces`);
  }
}
const licenses = ["three", "uplot"]
  .map((name) => `${name}\n${read(`node_modules/${name}/LICENSE`).trim().replaceAll("--", "- -")}`)
  .join("\n\n");
const page = read("index.html")
  .replace("<!doctype html>\n", (t) => `${t}<!-- Sinew viewer, sources sha256 ${sourceHash()} -->\n`)
  .replace("</head>", () => `<!-- Contains:\n${licenses}\n-->\n<style>\n${style}\n</style>\n</head>`)
  .replace('<script type="module" src="/src/main.ts"></script>', () => `<script>\n${script}\n</script>`);
if (page.split(marker).length !== 2 || page.split("<html ").length !== 2) {
  throw new Error("the page must hold the element of the bundle and '<html ' exactly once");
}
const file = resolve(process.argv[2] ?? join(root, "dist/viewer.html"));
mkdirSync(dirname(file), { recursive: true });
writeFileSync(`${file}.part`, page);
renameSync(`${file}.part`, file);
console.log(`${relative(root, file)}: ${(page.length / 1024).toFixed(0)} kB`);
