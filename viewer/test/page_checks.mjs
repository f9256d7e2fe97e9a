/* test/page_checks.mjs -- what every page of a run must do, and what one page is asked in full: time, picking, plots,
 * energy, colours, links, pictures, keys.
 */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { colorsOf, readPng } from "./browser_tools.mjs";
import { until, wait } from "./page_runs.mjs";
import { assertNear, readNumber, Sheet } from "./page_tools.mjs";

const largestPage = 25e6;
const sorted = (lists) => Object.fromEntries(Object.entries(lists).map(([key, list]) => [key, [...list].sort()]));
/** Time at a share of the run. */
const share = (csv, s) => csv.time[0] + s * (csv.time[csv.time.length - 1] - csv.time[0]);

/** Of every page: size, list of items, picture, numbers of all channels at and between stored times. */
export async function checkPage(sheet, made, runs) {
  assert(made.bytes < largestPage, `the page has ${made.bytes} bytes`);
  if (made.model) {
    const wanted = await runs.items(made);
    assert.deepEqual(sorted(await sheet.tree()), sorted(wanted), "the list of items is that of sinew check");
    const { parts } = await sheet.run(() => window.sinew.stats());
    assert.equal(parts, wanted.parts.length + wanted.joints.length + wanted.forces.length, "every item is drawn");
  }
  await sheet.assertSeen("the scene");
  const csv = await runs.csv(made);
  const middle = Math.floor(csv.time.length / 2);
  for (const t of [csv.time[0], csv.time[middle], (csv.time[middle] + csv.time[middle + 1]) / 2, csv.time.at(-1)]) {
    await sheet.assertChannels(csv, t);
  }
  await sheet.setTime(share(csv, 0.4));
  return csv;
}

export async function checkBanner(sheet, wanted, word) {
  const banner = sheet.get("banner");
  assert.equal(await banner.isVisible(), wanted, wanted ? "there is no banner" : "there is a banner on a good run");
  if (wanted) {
    assert.match(await banner.innerText(), word);
    await sheet.get("banner-log").click();
    await sheet.get("run-dialog").waitFor();
    await sheet.press("Escape");
    await sheet.get("banner-close").click();
    assert.equal(await banner.isVisible(), false, "the banner does not close");
  }
}

export async function checkTime(sheet, csv) {
  const end = csv.time.at(-1);
  await sheet.press("Home");
  assert.equal(await sheet.time(), csv.time[0]);
  await sheet.get("play").click();
  await until("playing advances time", async () => (await sheet.time()) > 0.02 * end);
  await sheet.press("Space");
  const stopped = await sheet.time();
  await wait(200);
  assert.equal(await sheet.time(), stopped, "pause stops");
  assert(stopped < 0.9 * end, "it plays at a speed that can be watched");

  // the slider, by hand: a press in its middle is the middle of the run
  const box = await sheet.get("scrub").boundingBox();
  await sheet.page.mouse.click(box.x + 0.5 * box.width, box.y + 0.5 * box.height);
  assert(Math.abs((await sheet.time()) - 0.5 * end) < 0.01 * end, "scrubbing sets the time");
  await sheet.get("time").fill(String(0.25 * end));
  await sheet.press("Enter");
  assert(Math.abs((await sheet.time()) - 0.25 * end) < 1e-6 * end, "a typed time is gone to");

  // keys: from frame to frame
  const frames = await sheet.run(() => [...window.sinew.app.data.frames.time]);
  await sheet.setTime(frames[10]);
  await sheet.press("ArrowRight");
  assert.equal(await sheet.time(), frames[11], "the right arrow goes one frame on");
  await sheet.press("ArrowLeft", "ArrowLeft");
  assert.equal(await sheet.time(), frames[9], "the left arrow goes one frame back");
  await sheet.press("End");
  assert.equal(await sheet.time(), end);
  await sheet.press("Space");
  await until("space plays", async () => (await sheet.time()) < end);
  await sheet.press("Space");
  assert.equal(await sheet.run(() => window.sinew.app.player.playing), false, "space pauses");
}

/** Clicks on every part; `known` { name, channel } is where the channel says; `listed` is chosen from the list. */
export async function checkPicking(sheet, made, runs, csv, known, listed) {
  const t = share(csv, 0.6);
  await sheet.setTime(t);
  for (const name of (await runs.items(made)).parts) {
    assert.equal(await sheet.click(name), name, `a click on '${name}'`);
  }
  await sheet.click(known.name);
  const lines = await sheet.inspected();
  const position = lines.find((l) => /^position of (centre of mass|point)$/.test(l.label));
  assert(position, "the inspector shows the position");
  ["x", "y", "z"].forEach((axis, i) => {
    const column = `${known.channel}_${axis}`;
    const size = csv.size(`${known.channel}_x`);
    assertNear(position.values[i], csv.at(column, t), size, `position ${axis} of ${known.name}`);
  });

  // an item from the list: its stored numbers
  await sheet.page.locator(`[data-test="item"] button[title^="${listed} ("]`).click();
  assert.equal(await sheet.text("inspector-name"), listed);
  const stored = (await sheet.inspected()).filter((l) => l.path);
  assert(stored.length >= 1, `the inspector shows the stored numbers of '${listed}'`);
  const numbers = await runs.csv(made, ...stored.map((l) => l.path));
  for (const { path, values } of stored) {
    const letters = values.length === 3 ? ["_x", "_y", "_z"] : [""];
    const size = Math.max(...letters.map((l) => numbers.size(path + l)));
    values.forEach((value, i) => assertNear(value, numbers.at(path + letters[i], t), size, path + letters[i]));
  }
  await sheet.press("Escape");
  assert.equal(await sheet.get("inspector").isVisible(), false, "escape closes the inspector");
  const corner = await sheet.page.locator("canvas.canvas").boundingBox();
  await sheet.page.mouse.click(corner.x + 5, corner.y + 5);
  assert.equal(await sheet.get("inspector").isVisible(), false, "nothing is selected by a click on nothing");
}

/** The numbers beside the curves, the curves themselves, and the time by hand in a plot. */
export async function checkPlots(sheet, csv) {
  for (const s of [0, 0.3, 0.777, 1]) {
    await sheet.setTime(share(csv, s));
    await sheet.assertChips("plot", csv, 2);
  }
  // where the curve is drawn there is its colour
  await sheet.setTime(share(csv, 0));
  const marks = await sheet.run(() => {
    const { app } = window.sinew;
    return app.dock.panels.flatMap(({ plot }) =>
      plot.shown.map((channel, i) => {
        const u = plot.chart;
        const row = Math.floor(u.data[0].length / 3);
        const scale = u.series[i + 1].scale;
        const [x, y] = [u.valToPos(u.data[0][row], "x", true), u.valToPos(u.data[i + 1][row], scale, true)];
        const box = [Math.round(x) - 2, Math.round(y) - 2, 5, 5];
        const pixels = u.ctx.getImageData(...box).data;
        const wanted = [1, 3, 5].map((k) => parseInt(u.series[i + 1].stroke().slice(k, k + 2), 16));
        let least = Infinity;
        for (let p = 0; p < pixels.length; p += 4) {
          if (pixels[p + 3] > 100) {
            least = Math.min(least, Math.max(...wanted.map((c, k) => Math.abs(c - pixels[p + k]))));
          }
        }
        return { id: channel.id, least };
      }),
    );
  });
  assert(marks.length >= 2);
  for (const { id, least } of marks) {
    assert(least < 60, `the curve of ${id} is not where its value is`);
  }
  const over = sheet.page.locator(".u-over").first();
  const box = await over.boundingBox();
  await sheet.page.mouse.click(box.x + 0.25 * box.width, box.y + 0.5 * box.height);
  const end = csv.time.at(-1);
  assert(Math.abs((await sheet.time()) - 0.25 * end) < 0.01 * end, "a click in a plot sets the time");
  await sheet.assertChips("plot", csv, 2);
}

export async function checkEnergy(sheet, made, runs) {
  await sheet.get("energy").click();
  const shown = (await sheet.chips("plot-energy")).map(([id]) => id);
  const shares = ["kinetic", "strain", "potential", "work", "dissipation", "numerical"].map((n) => `energy/${n}`);
  const all = await runs.csv(made, ...shares);
  for (const id of shares) {
    const column = [...all.get(id)];
    const still = column.every((v) => v === column[0]); // zero throughout: left out
    const always = ["energy/kinetic", "energy/potential"].includes(id);
    assert.equal(shown.includes(id), always || !still, `the energy panel shows ${id}`);
  }
  const csv = await runs.csv(made, ...new Set([...shares, ...shown, "energy/defect"]));
  assert.match(await sheet.text("plot-energy"), /Energy change/);
  // a share of rounding size is compared with the size of all
  const size = Math.max(...shown.map((id) => csv.size(id)));
  const compare = async (absolute) => {
    for (const s of [0, 0.5, 1]) {
      const t = share(csv, s);
      await sheet.setTime(t);
      for (const test of ["plot-energy", "plot-defect"]) {
        const chips = await sheet.chips(test);
        assert(chips.length > 0, test);
        for (const [id, value] of chips) {
          const from = absolute || test === "plot-defect" ? 0 : csv.get(id)[0];
          assertNear(value, csv.at(id, t) - from, 1e-6 * size, `${id} at t = ${t}`);
        }
      }
    }
  };
  await compare(false); // measured from the start
  await sheet.get("plot-absolute").click();
  await compare(true);
}

const legendEnds = async (sheet) => {
  await sheet.drawn();
  assert(await sheet.get("legend").isVisible(), "there is a legend");
  const { min, max } = await sheet.run(() => window.sinew.app.legend());
  await assertMarks(sheet, min, max);
  return [min, max];
};

/** Marks of the legend: round numbers, each over its place on the bar, beside each other. */
export async function assertMarks(sheet, min, max) {
  const { marks, left, width, factor } = await sheet.run(() => {
    const box = document.querySelector(".legend-bar").getBoundingClientRect();
    const list = [...document.querySelectorAll('[data-test="legend-mark"]')].map((e) => {
      const { left, right } = e.getBoundingClientRect();
      return { text: e.textContent, value: Number(e.dataset.value), left, right };
    });
    const { factor } = document.querySelector('[data-test="legend"]').dataset;
    return { marks: list, left: box.left, width: box.width, factor: Number(factor) };
  });
  assert(marks.length >= 1, "the legend has marks");
  const [low, high] = [min / factor, max / factor];
  marks.forEach((mark, i) => {
    assertNear(readNumber(mark.text), mark.value, Math.abs(high - low), `the mark ${mark.text}`);
    assert(/^[125]$|^[125]?0*$|^[0-9]{1,3}0*$/.test(String(mark.value).replace(/[-.]|e.*/g, "").replace(/^0+/, "")));
    const at = left + (max > min ? (mark.value - low) / (high - low) : 0.5) * width;
    assert(mark.left - 1 <= at && at <= mark.right + 1, `${mark.text} is not over its place`);
    assert(i === 0 || mark.left >= marks[i - 1].right + 4, `${mark.text} touches ${marks[i - 1]?.text}`);
  });
}

/** Marks have few digits: a hundredth of the range. */
const assertEnd = (got, want, range, what) =>
  assert(Math.abs(got - want) <= 0.01 * range, `${what}: legend ${got}, run ${want}`);

export async function checkSpeed(sheet, csv) {
  assert.equal(await sheet.get("legend").isVisible(), false, "colours of items have no legend");
  await sheet.setTime(share(csv, 0.6));
  await sheet.get("color").selectOption("speed");
  const most = await sheet.run(() => window.inside.largestSpeed());
  const [low, high] = await legendEnds(sheet);
  assertEnd(low, 0, most, "lowest speed");
  assertEnd(high, most, most, "highest speed");
  await sheet.assertSeen("the scene in colours of speed");
}

/** A field over the run and at one time, against the stored series of all parts that have it. */
export async function checkField(sheet, made, runs, field, paths) {
  const csv = await runs.csv(made, ...paths);
  const columns = csv.names.slice(1).map((name) => csv.get(name));
  const ends = (lists) => {
    const [low, high] = [Math.min(...lists.flat()), Math.max(...lists.flat())];
    const both = low < 0 && high > 0 && Math.min(-low, high) > 0.01 * Math.max(-low, high); // zero in the middle
    return both ? [-Math.max(-low, high), Math.max(-low, high)] : [low, high];
  };
  const run = ends(columns.map((c) => [...c]));
  await sheet.get("color").selectOption(`field:${field}`);
  const shown = await legendEnds(sheet);
  run.forEach((want, i) => assertEnd(shown[i], want, run[1] - run[0], `${field} over the run`));
  const row = Math.floor(csv.time.length / 3);
  await sheet.setTime(csv.time[row]);
  await sheet.run(() => window.sinew.app.store.set({ range: "frame" }));
  const now = ends(columns.map((c) => [c[row]]));
  const shownNow = await legendEnds(sheet);
  const range = Math.max(now[1] - now[0], 1e-3 * (run[1] - run[0]));
  now.forEach((want, i) => assertEnd(shownNow[i], want, range, `${field} at t = ${csv.time[row]}`));
  await sheet.run(() => window.sinew.app.store.set({ range: "run" }));
  await sheet.assertSeen(`the scene in colours of ${field}`);
}

/** Time, camera, selection, colours and plots come back from the address, in a new page. */
export async function checkLink(browser, sheet, made, csv, item) {
  await sheet.setTime(share(csv, 0.35));
  await sheet.run((name) => {
    const { app } = window.sinew;
    app.view("left");
    app.select(app.data.head.items.findIndex((i) => i.name === name));
    app.store.set({ color: "speed", theme: "dark", edges: true, trails: [name] });
  }, item);
  const box = await sheet.page.locator("canvas.canvas").boundingBox();
  await sheet.page.mouse.move(box.x + 0.4 * box.width, box.y + 0.3 * box.height);
  await sheet.page.mouse.down();
  await sheet.page.mouse.move(box.x + 0.5 * box.width, box.y + 0.35 * box.height, { steps: 4 });
  await sheet.page.mouse.up();
  await sheet.page.mouse.move(5, 5);
  const told = () => sheet.run(() => window.sinew.app.link().endsWith(location.hash) && location.hash.length > 10);
  await until("the address tells the view", told);
  const hash = await sheet.run(() => location.hash);
  const state = await sheet.run(() => window.sinew.app.currentState());
  assert.equal(state.select, item);
  const other = await Sheet.open(browser, made.page, { hash });
  const again = await other.run(() => window.sinew.app.currentState());
  const { time, camera, ...rest } = state;
  assert(Math.abs(again.time - time) < 1e-6 * csv.time.at(-1), "the time comes back");
  camera.forEach((v, i) => {
    const off = again.camera[i] - v - (i === 3 ? 2 * Math.PI * Math.round((again.camera[i] - v) / (2 * Math.PI)) : 0);
    assert(Math.abs(off) <= 1e-4 * (1 + Math.abs(v)), `the camera comes back: ${again.camera} for ${camera}`);
  });
  assert.deepEqual({ ...again, time: 0, camera: 0 }, { ...rest, time: 0, camera: 0 }, "the state comes back");
  assert.equal(await other.text("inspector-name"), item);
  const [a, b] = [await sheet.canvas(), await other.canvas()];
  let different = 0;
  for (let y = 0; y < a.height; y += 3) {
    for (let x = 0; x < a.width; x += 3) {
      different += a.at(x, y).some((v, k) => Math.abs(v - b.at(x, y)[k]) > 24) ? 9 : 0;
    }
  }
  assert(different < 0.01 * a.width * a.height, `the picture comes back: ${different} pixels differ`);
  await other.close();
}

const brightness = async (sheet) => {
  const png = await sheet.canvas();
  let sum = 0;
  for (let y = 0; y < png.height; y += 8) {
    for (let x = 0; x < png.width; x += 8) {
      sum += png.at(x, y)[1];
    }
  }
  return sum / (Math.ceil(png.height / 8) * Math.ceil(png.width / 8));
};

export async function checkTheme(sheet) {
  const theme = () => sheet.run(() => document.documentElement.dataset.theme);
  await sheet.run(() => window.sinew.app.store.set({ theme: "light" }));
  const light = await brightness(sheet);
  await sheet.get("theme").click();
  assert.equal(await theme(), "dark");
  const dark = await brightness(sheet);
  assert(light > 150 && dark < 100, `the brightness of the scene is ${light} in light, ${dark} in dark`);
  await sheet.press("t");
  assert.equal(await theme(), "light");
}

export async function checkPicture(sheet, folder) {
  for (const [name, key] of [["full", "s"], ["plain", "Shift+S"]]) {
    const [download] = await Promise.all([sheet.page.waitForEvent("download"), sheet.press(key)]);
    const file = `${folder}/saved-${name}.png`;
    await download.saveAs(file);
    assert.match(download.suggestedFilename(), /\.png$/);
    const png = readPng(readFileSync(file));
    const { colors, largestShare } = colorsOf(png);
    assert(png.width > 300 && png.height > 200, `the saved picture has ${png.width} x ${png.height} pixels`);
    assert(colors > 25 && largestShare < 0.95, `the saved picture shows nothing: ${colors} colours`);
  }
}

/** All drawn parts are within the canvas: middle of every item's place. */
const allInside = (sheet) =>
  sheet.run(() => {
    const { app, scene } = window.sinew;
    scene.render();
    const canvas = document.querySelector("canvas.canvas");
    return app.data.head.rows.every((row, i) => {
      const at = row.item < 0 ? { x: 1, y: 1 } : scene.project(scene.pointOf(i, [0, 0, 0]).position);
      return at && at.x >= 0 && at.y >= 0 && at.x <= canvas.clientWidth && at.y <= canvas.clientHeight;
    });
  });

/** Mouse and keys move the camera; F brings everything back into view, at all times. */
export async function checkCamera(sheet, csv) {
  const box = await sheet.page.locator("canvas.canvas").boundingBox();
  const [x, y] = [box.x + 0.7 * box.width, box.y + 0.3 * box.height];
  for (const [width, height] of [[700, 900], [1280, 800]]) {
    await sheet.page.setViewportSize({ width, height });
    await sheet.drawn();
    assert(await allInside(sheet), "a window of another size shows everything");
  }
  const first = await sheet.camera();
  await sheet.page.mouse.move(x, y);
  await sheet.page.mouse.down();
  await sheet.page.mouse.move(x + 80, y + 20, { steps: 4 });
  await sheet.page.mouse.up();
  await sheet.drawn();
  const turned = await sheet.camera();
  assert(Math.abs(turned[3] - first[3]) > 0.05, "a drag turns");
  await sheet.page.mouse.wheel(0, -1500);
  await sheet.drawn();
  assert((await sheet.camera())[5] < 0.9 * turned[5], "the wheel zooms");
  await sheet.press("Escape", "f");
  for (const s of [0, 0.25, 0.5, 0.75, 1]) {
    await sheet.setTime(share(csv, s));
    assert(await allInside(sheet), "F shows everything");
  }
  const sides = new Set();
  for (const key of ["1", "2", "3", "4", "5", "6", "7"]) {
    await sheet.press(key);
    await sheet.drawn();
    sides.add((await sheet.camera()).slice(3, 5).map((v) => v.toFixed(2)).join());
    assert(await allInside(sheet), `view ${key} shows everything`);
  }
  assert.equal(sides.size, 7, "seven different views");
  await sheet.press("1", "?");
  await sheet.get("help-dialog").waitFor();
  await sheet.press("Escape");
}

/** 200 bodies cost as many calls as 100, and twice the bytes per frame. */
export async function checkMany(few, many, bodies) {
  const stats = [];
  for (const sheet of [few, many]) {
    await sheet.setTime(0.3);
    stats.push(await sheet.run(() => window.sinew.stats()));
  }
  const [half, whole] = stats;
  assert.equal(whole.parts, bodies);
  assert(whole.drawCalls < 40, `${whole.drawCalls} draw calls`);
  assert.equal(whole.drawCalls, half.drawCalls, "draw calls do not depend on the number of bodies");
  assert.equal(whole.bytes, 2 * half.bytes, "bytes per frame grow with the number of bodies");
  return stats;
}
