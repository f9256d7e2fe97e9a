/* test/page_runs.mjs -- runs of the built command for the browser tests: results, pages, and what `sinew csv` and
 * `sinew check` say about them, with which the pages are compared.
 */
import { execFile, spawn } from "node:child_process";
import { cpSync, statSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { promisify } from "node:util";

const execute = promisify(execFile);

export const wait = (ms) => new Promise((done) => setTimeout(done, ms));

/** Asks until the answer is true. */
export async function until(what, ask, seconds = Number(process.env.WAIT ?? 120)) {
  for (const end = Date.now() + 1000 * seconds; Date.now() < end; await wait(50)) {
    if (await ask()) {
      return;
    }
  }
  throw new Error(`waited ${seconds} s in vain: ${what}`);
}

/** A table of `sinew csv`: columns by name, and their values between rows on straight lines. */
export class Csv {
  constructor(text) {
    const [head, ...rows] = text.trim().split("\n");
    this.names = head.split(",");
    const numbers = rows.map((line) => line.split(",").map(Number));
    this.columns = new Map(this.names.map((name, i) => [name, Float64Array.from(numbers, (row) => row[i])]));
    this.time = this.columns.get("t");
  }

  get(name) {
    const column = this.columns.get(name);
    if (!column) {
      throw new Error(`sinew csv has no column '${name}', only ${this.names.join(", ")}`);
    }
    return column;
  }

  at(name, t) {
    const { time } = this;
    const column = this.get(name);
    let i = 0;
    while (i + 2 < time.length && time[i + 1] <= t) {
      i++;
    }
    const share = Math.min(1, Math.max(0, (t - time[i]) / (time[i + 1] - time[i])));
    return column[i] + share * (column[i + 1] - column[i]);
  }

  /** Size of a column's numbers: what rounding is measured by. */
  size(name) {
    return this.get(name).reduce((most, v) => Math.max(most, Math.abs(v)), 0);
  }

  /** The same over all components of the vector that a column belongs to: beside them round-off is 0. */
  sizeOfVector(name) {
    const stem = name.replace(/_[xyz]$/, "");
    return Math.max(...this.names.filter((n) => n === name || n.replace(/_[xyz]$/, "") === stem).map((n) => this.size(n)));
  }

  /** Name of a column by the id in the page: "channels/tip.x" is tip_x, "joints/hinge/reaction.z" ends with _z; section
   *  forces N, V2, V3 and moments T, M2, M3 are _x, _y, _z there. */
  static column(id) {
    const section = { N: "x", V2: "y", V3: "z", T: "x", M2: "y", M3: "z" };
    return id
      .replace(/\.(N|V2|V3|T|M2|M3)$/, (_, name) => `.${section[name]}`).replace(/^channels\//, "").replace(/\.([a-z0-9]+)$/, "_$1");
  }
}

export class Runs {
  constructor(sinew, root, folder) {
    Object.assign(this, { sinew, root, folder });
    this.children = new Set();
    this.slots = [Promise.resolve(), Promise.resolve()]; // two runs at a time
  }

  path(name) {
    return join(this.folder, name);
  }

  async call(...words) {
    const { stdout } = await execute(this.sinew, words, { cwd: this.folder, maxBuffer: 1 << 28 });
    return stdout;
  }

  /** An example, copied: nothing is written into the repository. */
  example(name) {
    const to = this.path(name);
    cpSync(join(this.root, "examples", name), to, { recursive: true });
    return join(to, "model.lua");
  }

  write(file, text) {
    writeFileSync(this.path(file), text);
    return this.path(file);
  }

  /** Runs a model (waiting for a free processor) and makes its page; `fails`: an exit code of 4 is what is expected. */
  make(name, model, words = [], fails = false, verb = "run") {
    const i = Runs.turn++ % 2;
    const made = this.slots[i].then(() => this.made(name, model, words, fails, verb));
    this.slots[i] = made.catch(() => {});
    return made;
  }

  static turn = 0;

  async made(name, model, words, fails, verb) {
    const result = this.path(`${name}.h5`);
    const quiet = verb === "run" ? ["--quiet"] : [];
    const code = await this.call(verb, model, "-o", result, ...quiet, ...words).then(
      () => 0,
      (e) => e.code,
    );
    if (code !== (fails ? 4 : 0)) {
      throw new Error(`sinew ${verb} ${basename(model)} ended with ${code}`);
    }
    return { ...(await this.view(name)), model };
  }

  async view(name) {
    const page = this.path(`${name}.html`);
    const said = await this.call("view", this.path(`${name}.h5`), "-o", page);
    if (said.trim() !== page) {
      throw new Error(`sinew view said '${said.trim()}', not the name of the page`);
    }
    return { name, result: this.path(`${name}.h5`), page, bytes: statSync(page).size };
  }

  async csv(made, ...channels) {
    return new Csv(await this.call("csv", made.result, ...channels));
  }

  /** Names of parts, joints and forces as `sinew check` lists them. */
  async items(made) {
    const found = JSON.parse(await this.call("check", made.model, "--json"));
    const names = (list) => found[list].map((item) => item.name);
    return { parts: names("parts"), joints: names("joints"), forces: names("forces") };
  }

  /** A process that goes on; `end` (below) ends what is left. */
  start(...words) {
    const child = spawn(this.sinew, words, { cwd: this.folder, stdio: ["ignore", "pipe", "pipe"] });
    child.said = "";
    child.stdout.on("data", (bytes) => (child.said += bytes));
    child.stderr.resume();
    child.ended = new Promise((done) => child.on("exit", (code, signal) => done(code ?? signal)));
    this.children.add(child);
    return child;
  }

  /** Ends a process of `start` and tells how it ended. */
  async end(child, signal) {
    child.kill(signal);
    const how = await child.ended;
    this.children.delete(child);
    return how;
  }

  async endAll() {
    await Promise.all([...this.children].map((child) => this.end(child, "SIGKILL")));
  }

  /** A run that goes on for minutes, once its file has at least so many rows. */
  async startLong(name, model, rows) {
    const result = this.path(`${name}.h5`);
    const child = this.start("run", model, "-o", result, "--quiet", "--until", "1000");
    await until(`${rows} rows of ${name}`, async () => {
      const text = await this.call("csv", result, "energy/total").catch(() => "");
      return text.split("\n").length > rows;
    });
    return child;
  }
}

/* ---- models made here */

/** A crank driven past the reach of two rods: fails at t = 0.923 s. */
export const lockingModel = `
local a = body { name = "crank", at = { 0.5, 0, 0 }, mass = 1, inertia = { 0.1, 0.1, 0.1 } }
revolute { name = "motor", ground, a, at = { 0, 0, 0 }, axis = "z", drive = function(t) return t end }
local y = sqrt(0.36 - 0.0625)
local p = point { name = "pin", at = { 1.25, y, 0 }, mass = 0.1 }
distance { name = "rod1", a, p, at_a = { 1, 0, 0 } }
distance { name = "rod2", p, ground, at_b = { 1.5, 0, 0 } }
point_on_plane { name = "plane", ground, p, at = { 1.25, y, 0 }, axis = "z" }
channel("angle", angle("motor"))
run { dt = 0.01, duration = 3 }
`;

/** n bodies of three shapes in a field, thrown up with different spins. */
export const manyModel = (n) => `
gravity { 0, 0, -9.81 }
local shapes = { function() return box { size = { 0.3, 0.2, 0.1 }, mass = 1 } end,
                 function() return cylinder { length = 0.4, radius = 0.08, axis = "z", mass = 1 } end,
                 function() return sphere { radius = 0.12, mass = 1 } end }
for i = 0, ${n - 1} do
  body { name = "b" .. i, at = { i%20*0.6, i//20*0.6, 0 }, shape = shapes[i%3 + 1](),
         velocity = { 0, 0, 3 + i%7*0.3 }, angular_velocity = { i%5, 2 - i%3, 1 } }
end
channel("height", energy("potential"))
run { dt = 0.02, duration = 1 }
`;

/** A pendulum with things in its text and parameters that must not become part of the page. */
export const hostileModel = `
-- "quotes" 'and' \`more\` \\u003c </script><script>window.caught = "text"</script> <!-- <html data-live="x"> 重力 é 🔩
param { note = "</script><script>window.caught = 'parameter'</script>\\"&amp;<b>", length = 1.0 }
gravity { 0, 0, -9.81 }
local longest = "a" .. string.rep("-z_9", 15 + 0*#note)
local a = body { name = longest, at = { length, 0, 0 }, shape = sphere { radius = 0.1, mass = 1 } }
revolute { name = "constructor", ground, a, at = { 0, 0, 0 }, axis = "y" }
channel("toString", angle("constructor"))
channel("log", position(a))
run { dt = 0.01, duration = 0.5 }
`;

/** Beams of several sections that bend under their weight: straight, twisted, along an arc, round a corner, on a body. */
export const beamsModel = `
gravity { 0, 0, -9.81 }
local function cantilever(name, y, section, more)
  local fields = { name = name, ground, from = { 0, y, 0 }, to = { 1, y, 0 }, section = section, elements = 4,
                   E = 2e8, nu = 0.3, density = 2000, damping = 1e-3 }
  for k, v in pairs(more or {}) do fields[k] = v end
  return beam(fields)
end
local i = i_section { height = 0.08, width = 0.05, flange = 0.006, web = 0.004 }
local first = cantilever("i", 0, i)
cantilever("channel", 0.2, channel_section { height = 0.08, width = 0.04, flange = 0.005, web = 0.004 })
cantilever("tube", 0.4, tube { radius = 0.03, thickness = 0.004 })
cantilever("twisted", 0.6, rectangle { width = 0.01, height = 0.06 }, { twist = 6.28, elements = 16 })
cantilever("arc", 0.8, hollow_box { width = 0.03, height = 0.05, thickness = 0.004 }, { through = { 0.5, 0.8, 0.3 }, order = 3, elements = 6 })
beam { name = "corner", ground, points = { { 0, 1.2, 0 }, { 0.5, 1.2, 0 }, { 0.5, 1.6, 0 } }, elements = 6, section = i,
       E = 2e8, nu = 0.3, density = 2000, damping = 1e-3 }
local block = body { name = "block", at = { -0.5, 0.4, 0 }, shape = box { size = { 0.2, 0.2, 0.2 }, mass = 1 },
                     angular_velocity = { 0, 0, 2 } }
beam { name = "on_block", block, from = { -0.4, 0.4, 0 }, to = { -0.4, 0.4, 0.6 }, section = circle { radius = 0.02 },
       up = "x", elements = 3, E = 2e7, nu = 0.3, density = 2000 }
channel("tip", position(first.last))
run { dt = 5e-3, duration = 0.3 }
`;

/** A clamped beam with two loads, legs made by a group, a cable tied beside a beam, and a wish for the camera. */
export const seeingModel = `
gravity { 0, 0, -9.81 }
local boom = beam { name = "boom", ground, from = { 0, 0, 1 }, to = { 1, 0, 1 }, elements = 4, order = 2,
                    section = rectangle { width = 0.02, height = 0.04 }, E = 2e11, nu = 0.3, density = 7800, damping = 1e-3 }
beam { name = "soft", ground, from = { 0, 0.4, 1 }, to = { 0.5, 0.4, 1 }, elements = 4,
       section = rectangle { width = 0.01, height = 0.02 }, E = 2e10, nu = 0.3, density = 1000, damping = 1e-3 }
force { name = "large", boom.last, value = { 0, 0, -100 } }
force { name = "small", boom:node(4), value = { 0, 0, -25 } }
local leg = group("leg", function()
  local thigh = body { name = "thigh", at = { 0, 0, 0.5 }, shape = box { size = { 0.05, 0.05, 0.4 }, density = 1000 } }
  local shin = body { name = "shin", at = { 0, 0, 0.1 }, shape = box { size = { 0.05, 0.05, 0.3 }, density = 1000 } }
  revolute { name = "hip", ground, thigh, at = { 0, 0, 0.72 }, axis = "y", initial = 0.2 }
  revolute { name = "knee", thigh, shin, at = { 0, 0, 0.27 }, axis = "y" }
end)
place(leg, { name = "left", at = { 0.3, 0.8, 0 } })
place(leg, { name = "right", at = { 0.6, 0.8, 0 } })
cable { name = "stay", boom:node(4), ground, from = { 0.5, 0, 1.2 }, to = { 0, 0, 2 }, elements = 4, stiffness = 1e4,
        mass_per_length = 0.1, radius = 0.004 }
view { azimuth = 30, elevation = 20, aim = { 0.5, 0.2, 1 }, zoom = 1.5 }
channel("root", output(boom, "force_first"))
channel("root_moment", output(boom, "moment_first"))
channel("tip", position(boom.last))
run { dt = 5e-3, duration = 0.3 }
`;

/** A strut that is pushed together: equilibria under a growing load. */
export const strutModel = `
local strut = beam { name = "strut", ground, from = { 0, 0, 0 }, to = { 0, 0, 1 }, elements = 6, up = "x",
                     stiffness = { 1e5, 1e5, 1e5, 10, 10, 10 }, mass_per_length = 1, rotary_inertia = { 1e-3, 1e-3 } }
force { name = "push", strut.last, value = { 0.5, 0, -10 } }
load_path { name = "path", factor = 1 }
channel("tip", position(strut.last))
`;
