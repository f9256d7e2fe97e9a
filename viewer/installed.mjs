/* installed.mjs -- is node_modules what package-lock.json says? Exit code 0: yes, so that `npm ci` can be left out.
 * npm keeps what it installed in node_modules/.package-lock.json; packages for other machines are not in it.
 */
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = dirname(fileURLToPath(import.meta.url));
const packages = (name) => JSON.parse(readFileSync(join(root, name), "utf8")).packages;

function same() {
  const { "": _, ...wanted } = packages("package-lock.json");
  const there = packages("node_modules/.package-lock.json");
  const extra = Object.keys(there).some((name) => !(name in wanted));
  const fits = ([name, want]) => (there[name] ? there[name].integrity === want.integrity : want.optional === true);
  return !extra && Object.entries(wanted).every(fits);
}

try {
  process.exit(same() ? 0 : 1);
} catch {
  process.exit(1); // nothing is installed
}
