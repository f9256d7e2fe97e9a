/* test/run.mjs -- bundles the unit tests (test/*.test.ts) and runs them with Node's own test runner. */
import { spawnSync } from "node:child_process";
import { mkdirSync, readdirSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "vite";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const out = join(root, `node_modules/.sinew-test-${process.pid}`); // below node_modules, where three is found
mkdirSync(out, { recursive: true });
const tests = readdirSync(join(root, "test")).filter((name) => name.endsWith(".test.ts"));
await build({
  root,
  configFile: false,
  logLevel: "warn",
  build: {
    ssr: true,
    outDir: out,
    target: "node18",
    minify: false,
    rollupOptions: {
      input: Object.fromEntries(tests.map((name) => [name.slice(0, -3), join(root, "test", name)])),
      output: { entryFileNames: "[name].mjs", chunkFileNames: "[name]-[hash].mjs" },
    },
  },
});
const run = spawnSync(process.execPath, ["--test", ...tests.map((name) => join(out, `${name.slice(0, -3)}.mjs`))], {
  stdio: "inherit",
  timeout: 300000,
});
rmSync(out, { recursive: true, force: true });
process.exit(run.status ?? 1);
