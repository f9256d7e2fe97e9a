/* test/page_tools.mjs -- a page of a real run in the browser: opened, watched for complaints, looked at, and its
 * numbers read as a user reads them.
 */
import assert from "node:assert/strict";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { colorsOf, readPng } from "./browser_tools.mjs";
import { putInside } from "./page_inside.mjs";
import { Csv, wait } from "./page_runs.mjs";

/** A number as people read it: "−1.25e-3 N·m". */
export function readNumber(text) {
  const value = parseFloat(text.replaceAll("−", "-"));
  assert(Number.isFinite(value), `'${text}' is no number`);
  return value;
}

const words = { deg: Math.PI / 180, g: 1e-3, t: 1e3, MPa: 1e6, kPa: 1e3, GPa: 1e9 };
const prefixes = { k: 1e3, M: 1e6, m: 1e-3, µ: 1e-6 };

/** What one of an engineering unit is in SI. */
export function factorOf(unit) {
  const [first = ""] = unit.split(/[·/]/);
  const prefixed = /^([kMmµ])(N|J|W|m|s)$/.exec(first);
  return words[unit] ?? (prefixed ? prefixes[prefixed[1]] : 1);
}

/** "−1.25e-3 kN·m" in SI. */
export function readQuantity(text) {
  return readNumber(text) * factorOf(text.trim().split(" ").slice(1).join(" "));
}

/** A shown number has four digits, a stored one those of float32. */
export function assertNear(got, want, size, what, digits = 6e-4) {
  const off = Math.abs(got - want);
  assert(off <= digits * Math.abs(want) + 2e-6 * size, `${what}: the page has ${got}, sinew csv ${want}`);
}

export class Sheet {
  constructor(page, complaints) {
    Object.assign(this, { page, complaints });
  }

  /** Opens a page (a file or a link) and waits until it has drawn. Whatever it asks from elsewhere is a complaint. */
  static async open(browser, where, { hash = "", origin = "", size = [1280, 800] } = {}) {
    const page = await browser.newPage({ viewport: { width: size[0], height: size[1] }, acceptDownloads: true });
    const complaints = [];
    page.on("pageerror", (e) => complaints.push(e.message));
    page.on("console", (m) => (["error", "warning"].includes(m.type()) ? complaints.push(m.text()) : undefined));
    const url = where.startsWith("http") ? where : pathToFileURL(where).href;
    page.on("request", (r) => {
      const asked = r.url();
      if (!/^(data|blob):/.test(asked) && asked.replace(/#.*$/, "") !== url && !(origin && asked.startsWith(origin))) {
        complaints.push(`asks for ${asked}`);
      }
    });
    await page.addInitScript(putInside);
    await page.goto(url + hash);
    await page.waitForFunction(() => window.sinew?.scene?.stats().drawCalls > 0, null, { timeout: 60000 });
    const sheet = new Sheet(page, complaints);
    await sheet.run(() => {
      window.sinew.scene.smooth = false;
    });
    return sheet;
  }

  run(act, given) {
    return this.page.evaluate(act, given);
  }

  get(test) {
    return this.page.locator(`[data-test="${test}"]`);
  }

  text(test) {
    return this.get(test).first().innerText();
  }

  press(...keys) {
    return keys.reduce((before, key) => before.then(() => this.page.keyboard.press(key)), Promise.resolve());
  }

  /** Two frames later everything asked for is drawn. */
  drawn() {
    return this.run(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done()))));
  }

  time() {
    return this.run(() => window.sinew.app.player.time);
  }

  async setTime(t) {
    await this.run((time) => window.sinew.setTime(time), t);
    await this.drawn();
  }

  camera() {
    return this.run(() => window.sinew.scene.cameraState());
  }

  async close() {
    await this.page.close();
    assert.deepEqual(this.complaints, [], "the page complained");
  }

  // ---- looking

  async canvas() {
    await this.drawn();
    return readPng(await this.page.locator("canvas.canvas").screenshot());
  }

  async assertSeen(what) {
    const { colors, largestShare } = colorsOf(await this.canvas());
    assert(colors > 25 && largestShare < 0.95, `${what} is blank: ${colors} colours, ${largestShare} of it of one`);
  }

  async picture(folder, name) {
    await this.drawn();
    await wait(100);
    await this.page.screenshot({ path: join(folder, `${name}.png`) });
  }

  // ---- items

  /** Names in the list on the left, by class. */
  tree() {
    return this.run(() => {
      const out = { parts: [], joints: [], forces: [] };
      const { items } = window.sinew.app.data.head;
      for (const row of document.querySelectorAll('[data-test="item"]')) {
        const item = items[Number(row.dataset.item)];
        // an item of a group has the group's name above it
        if (!`.${item.name}`.endsWith(`.${row.querySelector(".ellipsis").textContent}`)) {
          throw new Error(`the list shows another name than '${item.name}'`);
        }
        out[`${item.class}s`].push(item.name);
      }
      return out;
    });
  }

  /** Where on the page a point of an item's surface is. */
  placeOf(name) {
    return this.run((wanted) => {
      const { app, scene } = window.sinew;
      const point = window.inside.pointOf(app.data.head.items.findIndex((i) => i.name === wanted));
      scene.render();
      const at = point && scene.project(point);
      const box = document.querySelector("canvas.canvas").getBoundingClientRect();
      return at && { x: box.left + at.x, y: box.top + at.y };
    }, name);
  }

  /** Clicks on an item with nothing else in the way, and tells which name the inspector shows. */
  async click(name) {
    await this.press("Escape");
    await this.run((keep) => {
      const { app, scene } = window.sinew;
      app.store.set({ hidden: app.data.head.items.map((i) => i.name).filter((n) => n !== keep), glyphs: false });
      scene.view("iso");
    }, name);
    await this.drawn();
    const at = await this.placeOf(name);
    assert(at, `'${name}' has a shape`);
    await this.page.mouse.click(at.x, at.y);
    await this.drawn();
    const shown = (await this.get("inspector-name").count()) ? await this.text("inspector-name") : "nothing";
    await this.run(() => window.sinew.app.store.set({ hidden: [], glyphs: true }));
    return shown;
  }

  /** Lines of the inspector: { label, path, values }. */
  async inspected() {
    const lines = await this.run(() =>
      [...document.querySelectorAll('[data-test="values"] tr')].map((row) => ({
        label: row.querySelector("th").textContent,
        path: row.dataset.path,
        values: [...row.querySelectorAll(".value")].map((cell) => cell.textContent),
        unit: row.querySelector(".unit").textContent,
      })),
    );
    return lines.map((line) => ({ ...line, values: line.values.map((text) => readQuantity(`${text} ${line.unit}`)) }));
  }

  // ---- numbers

  /** Values beside the plots, as shown: [[id, number]]. */
  async chips(test) {
    const texts = await this.run((panel) => {
      const chips = [...document.querySelectorAll(`[data-test="${panel}"] [data-test="plot-channel"]`)];
      return chips.map((chip) => [chip.dataset.channel, chip.querySelector(".chip-value").textContent]);
    }, test);
    return texts.map(([id, text]) => [id, readQuantity(text)]);
  }

  async assertChips(test, csv, least) {
    const t = await this.time();
    const chips = await this.chips(test);
    assert(chips.length >= least, `${chips.length} channels beside the plots '${test}', not ${least}`);
    for (const [id, shown] of chips) {
      const column = Csv.column(id);
      assertNear(shown, csv.at(column, t), csv.sizeOfVector(column), `${id} at t = ${t}`);
    }
  }

  /** Every channel of the result at a time, as stored in the page. */
  async assertChannels(csv, t) {
    await this.setTime(t);
    const values = await this.run(() => {
      const { app } = window.sinew;
      const list = app.channels.list.filter((c) => c.id.startsWith("channels/") && c.component >= 0);
      return list.map((c) => [c.id, app.values(c.id)]);
    });
    assert.equal(values.length, csv.names.length - 1, "as many channels as sinew csv");
    for (const [id, value] of values) {
      const column = Csv.column(id);
      assertNear(value, csv.at(column, t), csv.sizeOfVector(column), `${id} at t = ${t}`, 0);
    }
  }
}
