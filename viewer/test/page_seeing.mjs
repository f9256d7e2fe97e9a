/* test/page_seeing.mjs -- how a model is shown: colours along beams, arms and supports, arrows, groups, words of section
 * forces, round-off, the model's own view, load factors and phases, panels that leave room, focus, picking.
 */
import assert from "node:assert/strict";
import { assertMarks } from "./page_checks.mjs";
import { assertNear } from "./page_tools.mjs";

const select = (sheet, name) =>
  sheet.run((wanted) => {
    const { app } = window.sinew;
    app.select(app.data.head.items.findIndex((i) => i.name === wanted));
  }, name);

/** M3 of the boom goes smoothly from the clamp, where it is that of the clamp, to 0 at its end; other parts may be left out. */
export async function checkAlong(sheet, made, runs) {
  const csv = await runs.csv(made, "parts/boom/M3", "parts/soft/M3", "root_moment");
  const t = csv.time.at(-1);
  await sheet.setTime(t);
  await sheet.get("color").selectOption("field:M3");
  const boom = await sheet.run(() => {
    const { app, scene } = window.sinew;
    const { values, itemOf, positions } = scene.parts.lines.surface;
    const item = app.data.head.items.findIndex((i) => i.name === "boom");
    const at = new Map(); // place along the beam -> value
    itemOf.forEach((of, v) => of === item && at.set(positions[3 * v].toFixed(4), values[2 * v]));
    return [...at].map(([x, value]) => [Number(x), value]).sort((a, b) => a[0] - b[0]);
  });
  const size = csv.size("root_moment_z");
  assertNear(boom[0][1], csv.at("root_moment_z", t), size, "the colour at the clamp");
  assert(Math.abs(boom.at(-1)[1]) < 1e-4 * size, "the colour at the free end");
  assert(boom.length > 20, `${boom.length} places along the boom`);
  for (let i = 1; i < boom.length; i++) {
    const step = Math.abs(boom[i][1] - boom[i - 1][1]);
    assert(step < 0.15 * size, `a step of ${step} of ${size} at x = ${boom[i][0]}`);
  }
  const largest = (name) => Math.max(...csv.names.filter((n) => n.startsWith(name)).map((n) => Math.max(...csv.get(n))));
  const legend = () => sheet.run(() => window.sinew.app.legend());
  assertNear((await legend()).max, largest("parts/boom"), size, "the range of all parts");
  await select(sheet, "soft");
  await sheet.get("color-add").click();
  assertNear((await legend()).max, largest("parts/soft"), largest("parts/soft"), "the range of the chosen part");
  assert.match(await sheet.text("legend"), /chosen parts/);
  for (const width of [1280, 700, 420]) {
    await sheet.page.setViewportSize({ width, height: 800 });
    await sheet.drawn();
    const { min, max } = await legend();
    await assertMarks(sheet, min, max);
  }
  await sheet.page.setViewportSize({ width: 1280, height: 800 });
  await sheet.get("color-all").click();
  assertNear((await legend()).max, largest("parts/boom"), size, "the range of all parts again");
  await sheet.get("color").selectOption("field:V2"); // nothing but round-off in the plane of the loads
  assert.deepEqual(await legend().then(({ min, max }) => [min, max]), [0, 0]);
  assert.deepEqual(await sheet.get("legend-mark").allInnerTexts(), ["0"]);
  await sheet.get("color").selectOption("field:M3");
}

export async function checkWords(sheet) {
  const chips = (await sheet.chips("plot")).map(([id]) => id);
  const wanted = ["N", "V2", "V3"].map((n) => `channels/root.${n}`);
  assert.deepEqual(chips, [...wanted, ...["T", "M2", "M3"].map((n) => `channels/root_moment.${n}`)]);
  await select(sheet, "boom");
  await sheet.setTime(0.15);
  const lines = await sheet.inspected();
  const find = (label) => lines.find((l) => l.label === label)?.values;
  assert.deepEqual(find("position of first end"), [0, 0, 1]);
  assert.equal(find("position of last end")[1], 0, "round-off is shown as 0");
  assert.deepEqual(find("V2"), [0, 0]);
  assert.deepEqual(find("T"), [0, 0]);
  await select(sheet, "left.thigh");
  assert((await sheet.inspected()).some((l) => l.label === "position of centre of mass"));
}

export async function checkAttachments(sheet) {
  const seen = await sheet.run(() => {
    const { data, scene } = window.sinew.app;
    const { items, glyphs, geometries, betweens, lines, rows } = data.head;
    const named = (i) => items[i].name;
    const place = ({ row, position }) => scene.pointOf(row, position).position;
    const stay = lines.find((l) => named(l.item) === "stay");
    const arm = betweens.find((b) => named(b.item) === "boom");
    return {
      symbols: glyphs.map((g) => `${named(g.item)}: ${geometries[g.geometry].name}`),
      arm: arm && [place(arm.a), place(arm.b)],
      tied: scene.pointOf(stay.rows[0], [0, 0, 0]).position,
      own: arm && rows[arm.a.row].item === arm.item,
    };
  });
  const count = (text) => seen.symbols.filter((s) => s === text).length;
  assert.equal(count("boom: clamp"), 1);
  assert.equal(count("soft: clamp"), 1);
  assert.equal(count("stay: support"), 1);
  assert.equal(count("left.hip: support"), 1);
  assert.equal(count("left.knee: support"), 0);
  assert(seen.arm && seen.own, "the boom has an arm");
  for (let k = 0; k < 3; k++) {
    assert(Math.abs(seen.arm[1][k] - seen.tied[k]) < 1e-5, "the arm ends where the cable begins");
  }
  assert(Math.abs(Math.hypot(...[0, 1, 2].map((k) => seen.arm[1][k] - seen.arm[0][k])) - 0.2) < 1e-3);
}

export async function checkArrows(sheet) {
  const lengths = () =>
    sheet.run(() => {
      const { items, arrows } = window.sinew.app.data.head;
      const m = window.sinew.scene.parts.arrows[0].matrix;
      return Object.fromEntries(
        arrows.map((a, i) => [items[a.item].name, Math.hypot(m[16 * i], m[16 * i + 1], m[16 * i + 2])]),
      );
    });
  await sheet.drawn();
  const scaled = await lengths();
  assert(Math.abs(scaled.small / scaled.large - 0.25) < 1e-5, "arrows as long as their forces are large");
  await sheet.get("set-arrowScaled").uncheck();
  const equal = await lengths();
  assert(equal.small > 0 && Math.abs(equal.small / equal.large - 1) < 1e-5, "all equally long");
  await sheet.get("set-arrowScaled").check();
}

export async function checkGroups(sheet) {
  const colors = await sheet.run(() =>
    Object.fromEntries(window.sinew.app.data.head.items.map((i) => [i.name, i.color])),
  );
  assert.equal(colors["left.thigh"], colors["left.shin"]);
  assert.equal(colors["right.thigh"], colors["right.shin"]);
  assert.notEqual(colors["left.thigh"], colors["right.thigh"]);
  assert.notEqual(colors["left.thigh"], colors.boom);
  const group = sheet.page.locator('[data-group="left"]').first();
  const thigh = group.locator('[data-test="item"]').first();
  assert.equal(await thigh.locator(".ellipsis").innerText(), "thigh");
  await group.locator("summary").click();
  assert.equal(await thigh.isVisible(), false, "a group folds");
  await select(sheet, "left.thigh"); // what is selected is seen
  assert.equal(await thigh.isVisible(), true);
  await sheet.page.locator('.tree-fold:has(> [data-group="left"]) > .eye').first().click();
  const hidden = await sheet.run(() => window.sinew.state.hidden);
  assert.deepEqual(hidden.sort(), ["left.shin", "left.thigh"]);
  await sheet.press("u");
}

/** view { azimuth = 30, elevation = 20, aim = { 0.5, 0.2, 1 }, zoom = 1.5 } */
export async function checkView(sheet) {
  const [x, y, z, azimuth, elevation, distance] = await sheet.camera();
  [x - 0.5, y - 0.2, z - 1, azimuth - (-60 * Math.PI) / 180, elevation - Math.PI / 9].forEach((off) =>
    assert(Math.abs(off) < 1e-4, `the camera is off by ${off}`),
  );
  await sheet.press("f");
  const all = (await sheet.camera())[5];
  assert(Math.abs(all / distance - 1.5) < 0.01, `zoom ${all / distance}`);
}

/** Nothing covers another: the panels at the sides and below leave room for each other and for the scene. */
export async function checkRoom(sheet) {
  await sheet.run(() => window.sinew.app.store.set({ color: "speed", energy: true, dock: true }));
  await select(sheet, "boom");
  for (const [width, height] of [
    [1280, 800],
    [900, 560],
    [800, 420],
  ]) {
    await sheet.page.setViewportSize({ width, height });
    await sheet.drawn();
    const box = (test) => sheet.get(test).first().boundingBox();
    const boxes = {};
    for (const test of ["inspector", "legend", "dock", "left", "play", "color"]) {
      const b = (boxes[test] = await box(test));
      assert(b && b.x >= -1 && b.x + b.width <= width + 1, `${test} is inside at ${width} x ${height}`);
      assert(test === "color" || (b.y >= -1 && b.y + b.height <= height + 1), `${test} fits ${width} x ${height}`);
    }
    const apart = (a, b) => a.x + a.width <= b.x + 1 || b.x + b.width <= a.x + 1 || a.y + a.height <= b.y + 1 || b.y + b.height <= a.y + 1;
    for (const [a, b] of [
      ["inspector", "legend"],
      ["inspector", "dock"],
      ["legend", "dock"],
      ["left", "dock"],
      ["dock", "play"],
    ]) {
      assert(apart(boxes[a], boxes[b]), `${a} and ${b} overlap at ${width} x ${height}`);
    }
    const stage = await sheet.page.locator(".stage").boundingBox();
    assert(stage.height >= 120, `the scene has ${stage.height} px at ${width} x ${height}`);
  }
  await sheet.page.setViewportSize({ width: 1280, height: 800 });
}

export async function checkFocus(sheet) {
  const frame = () =>
    sheet.run(() => {
      const { outlineStyle } = getComputedStyle(document.activeElement);
      return document.activeElement === document.body ? "none" : outlineStyle;
    });
  await sheet.run(() => document.querySelector('[data-test="play"]').focus());
  await sheet.press("ArrowRight");
  assert.equal(await frame(), "none", "no frame after a key of the page");
  await sheet.page.locator("canvas.canvas").click({ position: { x: 30, y: 30 } });
  await sheet.press("g", "g");
  assert.equal(await frame(), "none", "no frame around the scene");
  await sheet.press("Tab");
  assert.equal(await frame(), "solid", "Tab shows where one is");
  await sheet.press("g", "g");
  assert.equal(await frame(), "none");
}

/** A cable of a few pixels is met a few pixels beside it, and not farther away. */
export async function checkTolerance(sheet) {
  await sheet.run(() => {
    const { app, scene } = window.sinew;
    app.store.set({ hidden: app.data.head.items.map((i) => i.name).filter((n) => n !== "stay"), glyphs: false });
    scene.view("front");
    scene.render();
  });
  await sheet.drawn();
  const found = await sheet.run(() => {
    const { app, scene } = window.sinew;
    const item = app.data.head.items.findIndex((i) => i.name === "stay");
    const { rows } = app.data.head.lines.find((l) => l.item === item);
    const [p, q] = [1, 2].map((k) => scene.project(scene.pointOf(rows[k], [0, 0, 0]).position));
    const length = Math.hypot(q.x - p.x, q.y - p.y);
    const [nx, ny] = [-(q.y - p.y) / length, (q.x - p.x) / length];
    const half = 6; // more than half of its thickness on the screen
    return [0, 1, 2, 3, 4, 5, half + 20].map((d) => scene.pick((p.x + q.x) / 2 + d * nx, (p.y + q.y) / 2 + d * ny)?.item === item);
  });
  assert.deepEqual(found, [true, true, true, true, true, true, false]);
  await sheet.run(() => window.sinew.app.store.set({ hidden: [], glyphs: true }));
}

export async function checkLoadPath(sheet, made, runs) {
  const csv = await runs.csv(made, "forces/path/factor");
  const row = Math.floor(csv.time.length / 2);
  await sheet.setTime(csv.time[row]);
  const shown = Number(await sheet.get("time").inputValue());
  assertNear(shown, csv.get("forces/path/factor")[row], 1, "the load factor");
  assert.equal(await sheet.text("time-unit"), "load factor");
  assert.equal(await sheet.page.locator(".time-end").innerText(), "");
  await sheet.get("time").fill("0.5");
  await sheet.press("Enter");
  assertNear(csv.at("forces/path/factor", await sheet.time()), 0.5, 1, "a typed load factor");
  assert.match(await sheet.run(() => window.sinew.app.clock.text(window.sinew.app.player.time)), /^load factor 0\.5/);
  assert.equal(await sheet.run(() => window.sinew.app.clock.mark(window.sinew.app.player.time, false)), "0.5");
}

export async function checkPhase(sheet) {
  await sheet.setTime(0.25);
  assert.equal(await sheet.get("time").inputValue(), "90");
  assert.equal(await sheet.text("time-unit"), "°");
  await sheet.get("time").fill("180");
  await sheet.press("Enter");
  assert(Math.abs((await sheet.time()) - 0.5) < 1e-5);
  assert.match(await sheet.run(() => window.sinew.app.clock.text(0.5)), /^mode 1: .* Hz, phase 180°$/);
  assert.deepEqual(
    await sheet.run(() => {
      const { clock, player } = window.sinew.app;
      return clock.splits(player.start, player.end).map((t) => clock.mark(t));
    }),
    ["0°", "90°", "180°", "270°", "360°"],
  );
}
