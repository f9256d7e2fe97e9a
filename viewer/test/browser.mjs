/* test/browser.mjs -- the built page in Chromium, with synthetic bundles: how much is drawn and sent per frame, that
 * the picture shows something, that picking finds what is there. `--keep FOLDER` keeps the pictures.
 */
import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { bundles, colorsOf, launch, pageWith, readPng, root } from "./browser_tools.mjs";

const keep = process.argv.indexOf("--keep");
const pictures = keep > 0 ? process.argv[keep + 1] : null;
if (pictures) {
  mkdirSync(pictures, { recursive: true });
}
const { makeBundle, makeMore, toBase64 } = await bundles();
const folder = mkdtempSync(join(tmpdir(), "sinew-viewer-"));
const browser = await launch();
let failed = 0;

async function check(name, wanted, act) {
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  const complaints = [];
  page.on("pageerror", (e) => complaints.push(e.message));
  page.on("console", (m) => (m.type() === "error" ? complaints.push(m.text()) : undefined));
  page.on("request", (r) => (/^(file|data|blob):/.test(r.url()) ? undefined : complaints.push(`asks for ${r.url()}`)));
  try {
    const file = join(folder, "page.html");
    const text = pageWith(toBase64(makeBundle(wanted)));
    writeFileSync(file, text);
    await page.goto(pathToFileURL(file).href);
    await page.waitForFunction(() => window.sinew?.scene?.stats().drawCalls > 0, null, { timeout: 60000 });
    await act(page, text.length);
    assert.deepEqual(complaints, [], "the page complained");
    console.log(`ok    ${name}`);
  } catch (e) {
    failed++;
    console.log(`FAIL  ${name}\n${e.stack}\n${complaints.join("\n")}`);
  }
  await page.close();
}

/** Two frames later everything asked for is drawn. */
const drawn = (page) =>
  page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done()))));

async function picture(page, name) {
  await drawn(page);
  const bytes = await page
    .locator("canvas")
    .first()
    .screenshot(pictures ? { path: join(pictures, `${name}.png`) } : {});
  return readPng(bytes);
}

const stats = async (page) => {
  await drawn(page);
  return page.evaluate(() => window.sinew.stats());
};

await check(
  "150 bodies, 8 lines, 1e5 triangles, 1000 frames: few draw calls, few bytes, quick",
  {
    bodies: 150,
    springs: 10,
    joints: 20,
    cables: 4,
    beams: 4,
    linePoints: 21,
    sphereRings: 24,
    frames: 1000,
  },
  async (page, size) => {
    assert(size < 25e6, `the page has ${size} bytes`);
    await page.evaluate(() => window.sinew.scene.setEdges(true));
    const all = await stats(page);
    console.log(`      ${JSON.stringify(all)}, page ${(size / 1e6).toFixed(1)} MB`);
    assert(all.triangles >= 1e5, "triangles");
    assert.equal(all.parts, 150 + 10 + 20 + 8);
    assert.equal(all.instances, 180);
    // 5 geometries, edges of 3, shadows of 4; lines with edges and shadow; links, background, ground, 2 of the axes
    assert(all.drawCalls <= 20, `${all.drawCalls} draw calls`);
    // matrices of all instances, and positions and normals of the lines
    assert(all.bytes <= 180 * 64 + 20 * 24 + 24 * 8 * 121 * 24, `${all.bytes} bytes per frame`);
    const time = await page.evaluate(() => {
      const { scene } = window.sinew;
      const times = [];
      for (let i = 0; i < 200; i++) {
        const from = performance.now();
        scene.setTime(0.05 * i);
        times.push(performance.now() - from);
      }
      return times.sort((a, b) => a - b)[100];
    });
    console.log(`      moving everything takes ${time.toFixed(2)} ms (median of 200)`);
    assert(time < 8, "moving everything takes too long for 60 pictures a second");
    const { colors, largestShare } = colorsOf(await picture(page, "many"));
    assert(colors > 30 && largestShare < 0.9, `the picture is blank: ${colors} colours, ${largestShare} of one`);
  },
);

const calls = [];
for (const bodies of [9, 1000]) {
  await check(`${bodies} bodies`, { bodies, frames: 5 }, async (page) => {
    const s = await stats(page);
    assert.equal(s.parts, bodies);
    assert.equal(s.bytes, 64 * bodies);
    calls.push(s.drawCalls);
  });
}
await check("draw calls do not depend on the number of bodies", { bodies: 1 }, async () => {
  assert.equal(calls.length, 2);
  assert.equal(calls[0], calls[1]);
});

const zoo = { bodies: 9, springs: 4, joints: 4, cables: 2, beams: 2, tubes: 1, sheets: 1, arrows: 2, frames: 101 };
await check("picking finds bodies, a spring, lines, a sheet and nothing", zoo, async (page) => {
  await page.evaluate(() => {
    const { scene } = window.sinew;
    scene.smooth = false;
    scene.setJoints(false);
    scene.view("bottom"); // springs hang above the bodies
    window.sinew.setTime(3);
  });
  await drawn(page);
  const found = await page.evaluate(() => {
    const { app, scene } = window.sinew;
    const { items, rows } = app.data.head;
    return items
      .map((item, i) => {
        const row = rows.findIndex((r) => r.item === i);
        if (row < 0 || item.kind === "shell") {
          return null;
        }
        const last = item.class === "part" && item.kind !== "body" ? row + 4 : row;
        const { x, y } = scene.project(scene.pointOf(last, [0, 0, 0]).position);
        return { want: i, got: scene.pick(x, y)?.item ?? -1, kind: item.kind };
      })
      .filter(Boolean);
  });
  assert(found.length >= 14);
  for (const f of found) {
    assert.equal(f.got, f.want, `a ${f.kind}`);
  }
  assert.equal(await page.evaluate(() => window.sinew.scene.pick(3, 3)), null);
  const [sheet, spring] = await page.evaluate(() => {
    const { app, scene } = window.sinew;
    const index = (kind) => app.data.head.items.findIndex((item) => item.kind === kind);
    const row = app.data.head.rows.findIndex((r) => r.item === index("shell")) + 9;
    const a = scene.project(scene.pointOf(row, [0, 0, 0]).position);
    const onSheet = scene.pick(a.x, a.y)?.item === index("shell");
    scene.view("front");
    scene.render();
    const b = scene.project([0, 0, 1.45]);
    return [onSheet, app.data.head.items[scene.pick(b.x, b.y)?.item ?? 0].kind];
  });
  assert(sheet, "the sheet was not picked");
  assert.equal(spring, "spring");
  await page.evaluate(() => window.sinew.scene.setHidden([0]));
  const hidden = await page.evaluate(() => {
    const { x, y } = window.sinew.scene.project(window.sinew.scene.pointOf(1, [0, 0, 0]).position);
    return window.sinew.scene.pick(x, y)?.item ?? -1;
  });
  assert(hidden !== 0, "a hidden body was picked");
});

await check("the mouse turns, shifts, zooms and selects", zoo, async (page) => {
  await page.evaluate(() => (window.sinew.scene.smooth = false));
  const canvas = await page.locator("canvas").first().boundingBox();
  const [x, y] = [canvas.x + canvas.width - 60, canvas.y + 60];
  const state = () => page.evaluate(() => window.sinew.scene.cameraState());
  const drag = async (button, dx, dy) => {
    await page.mouse.move(x, y);
    await page.mouse.down({ button });
    await page.mouse.move(x + dx / 2, y + dy / 2);
    await page.mouse.move(x + dx, y + dy);
    await page.mouse.up({ button });
    return state();
  };
  const start = await state();
  const turned = await drag("left", -50, 20);
  assert(turned[3] > start[3] && turned[4] > start[4], "dragging turns the view");
  assert.deepEqual(turned.slice(0, 3), start.slice(0, 3));
  const shifted = await drag("right", -50, 20);
  assert.deepEqual(shifted.slice(3, 6), turned.slice(3, 6));
  assert.notDeepEqual(shifted.slice(0, 3), turned.slice(0, 3), "dragging with the right button shifts it");
  await page.mouse.wheel(0, 300);
  await drawn(page);
  assert((await state())[5] > shifted[5], "the wheel zooms");
  await page.evaluate(() => window.sinew.scene.view("iso"));
  await drawn(page);
  const at = await page.evaluate(() => window.sinew.scene.project(window.sinew.scene.pointOf(3, [0, 0, 0]).position));
  const under = await page.evaluate(({ x, y }) => window.sinew.pick(x, y), at);
  await page.mouse.click(canvas.x + at.x, canvas.y + at.y);
  await drawn(page);
  const selected = await page.evaluate(() => window.sinew.scene.selected);
  assert.equal(selected, under.item);
});

await check("colours, legends, magnification, trails, views, themes", zoo, async (page) => {
  await page.evaluate(() => {
    window.sinew.scene.smooth = false;
    window.sinew.setTime(2.3);
  });
  const legends = {};
  for (const mode of [
    { by: "speed" },
    { by: "displacement" },
    { by: "field", name: "tension" },
    { by: "field", name: "curvature" },
    { by: "field", name: "energy" },
  ]) {
    legends[mode.name ?? mode.by] = await page.evaluate((m) => {
      window.sinew.scene.setColorMode(m);
      return window.sinew.scene.legend();
    }, mode);
    const { colors } = colorsOf(await picture(page, mode.name ?? mode.by));
    assert(colors > 30, `coloured by ${mode.name ?? mode.by}: ${colors} colours`);
  }
  assert.equal(legends.speed.unit, "m/s");
  assert.equal(legends.speed.min, 0);
  // farthest corner of a body: it swings at 0.3 m/s at most and turns at 1 rad/s, 0.25 and 0.2 from the middle
  assert(
    legends.speed.max > 0.5 && legends.speed.max < 0.3 + Math.hypot(0.25, 0.2) + 1e-6,
    `speed up to ${legends.speed.max}`,
  );
  assert(
    Math.abs(legends.tension.max - 100) < 0.1 && Math.abs(legends.tension.min + 100) < 0.1,
    "tension over the run",
  );
  const frame = await page.evaluate(() => {
    const { scene } = window.sinew;
    scene.setRange("frame");
    const now = scene.legend();
    scene.setRange({ min: 1, max: 3 });
    return [now, scene.legend()];
  });
  assert(frame[0].max < legends.energy.max, "the range of the frame is smaller");
  assert.deepEqual([frame[1].min, frame[1].max], [1, 3]);
  const state = await page.evaluate(() => {
    const { scene } = window.sinew;
    scene.setRange("run");
    scene.setColorMode({ by: "item" });
    scene.setMagnification(3);
    scene.setTrails([
      { item: 0, row: 1, local: [0.25, 0.2, 0.15] },
      { item: 4, row: 5, local: [0.25, 0.2, 0.15] },
    ]);
    scene.setSelected(4);
    scene.view("front");
    scene.setProjection("orthographic");
    scene.follow(4, true);
    window.sinew.setTime(7);
    const before = scene.cameraState();
    scene.follow(-1);
    scene.setProjection("perspective");
    scene.fit("now");
    scene.setCameraState(before);
    return [before, scene.cameraState()];
  });
  assert.deepEqual(state[0], state[1], "the state of the camera comes back");
  await picture(page, "magnified");
  await page.evaluate(() => {
    const { scene } = window.sinew;
    scene.follow(-1);
    scene.setWireframe(true);
    scene.view("iso");
  });
  assert(colorsOf(await picture(page, "wireframe")).colors > 20);
  const png = await page.evaluate(async () => {
    window.sinew.scene.setWireframe(false);
    const blob = await window.sinew.scene.snapshot();
    return [...new Uint8Array(await blob.arrayBuffer())];
  });
  const { colors, largestShare } = colorsOf(readPng(Buffer.from(png)));
  assert(colors > 30 && largestShare < 0.9, "the snapshot is blank");
});

await check("a run that ended in numbers that are none", { ...zoo, status: "failed", brokenAfter: 8 }, async (page) => {
  await page.evaluate(() => {
    const { scene } = window.sinew;
    scene.smooth = false;
    scene.setColorMode({ by: "speed" });
    scene.follow(3, true);
    scene.setTrails([{ item: 3, row: 4, local: [0, 0, 0] }]);
    window.sinew.setTime(9.5);
    window.sinew.scene.pick(100, 100);
  });
  await drawn(page);
  const legend = await page.evaluate(() => {
    window.sinew.setTime(3);
    window.sinew.scene.fit("now");
    return window.sinew.scene.legend();
  });
  assert(Number.isFinite(legend.max) && legend.max < 1, "the range keeps to numbers");
  const { colors } = colorsOf(await picture(page, "broken"));
  assert(colors > 30, "the picture comes back before the end");
});

for (const [name, wanted] of [
  ["no parts", { bodies: 0, frames: 3 }],
  ["no frames", { bodies: 2, cables: 1, frames: 0 }],
  ["one frame", { bodies: 2, cables: 1, sheets: 1, joints: 1, frames: 1 }],
]) {
  await check(`a page with ${name} opens`, wanted, async (page) => {
    await page.evaluate(() => {
      const { scene } = window.sinew;
      for (const by of ["speed", "displacement", "item"]) {
        scene.setColorMode({ by });
      }
      scene.view("front");
      scene.fit("now");
      scene.pick(200, 200);
      scene.setTrails([{ item: 0, row: 0, local: [0, 0, 0] }]);
    });
    assert(colorsOf(await picture(page, name)).colors > 1);
    const state = await page.evaluate(() => window.sinew.scene.cameraState());
    assert(state.every(Number.isFinite), `the camera is at ${state}`);
  });
}

await check(
  "many lines: 1e5 triangles that move one by one",
  { bodies: 1, cables: 60, linePoints: 51, frames: 40 },
  async (page) => {
    const s = await stats(page);
    const time = await page.evaluate(() => {
      const { scene } = window.sinew;
      scene.setColorMode({ by: "field", name: "tension" });
      const times = [];
      for (let i = 0; i < 100; i++) {
        const from = performance.now();
        scene.setTime(0.1 * i);
        times.push(performance.now() - from);
      }
      return times.sort((a, b) => a - b)[50];
    });
    console.log(`      ${JSON.stringify(s)}, moving and colouring takes ${time.toFixed(2)} ms`);
    assert(s.triangles > 1e5);
    assert(s.drawCalls <= 12, `${s.drawCalls} draw calls`);
    assert(time < 30, "moving everything takes too long");
  },
);

/** A live page from a server of our own: frames arrive while it is open, then the run ends. */
async function live() {
  const wanted = { bodies: 4, cables: 1, joints: 2, arrows: 1 };
  const asked = [];
  const server = createServer((request, answer) => {
    const url = new URL(request.url, "http://localhost");
    const from = Number(url.searchParams.get("from"));
    const name = url.pathname.slice(1);
    if (url.searchParams.get("token") !== "abc" && name !== "") {
      answer.writeHead(403).end();
    } else if (name === "") {
      answer.end(readFileSync(join(root, "dist/viewer.html"), "utf8").replace("<html ", '<html data-live="abc" '));
    } else if (name === "bundle") {
      answer.end(Buffer.from(makeBundle({ ...wanted, live: true, frames: 5, duration: 4 })));
    } else {
      asked.push(from);
      const times = from < 8 ? [from, from + 1] : [];
      answer.end(Buffer.from(makeMore(wanted, times, from < 8 ? "running" : "completed", from + times.length)));
    }
  });
  await new Promise((done) => server.listen(0, "127.0.0.1", done));
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  try {
    await page.goto(`http://127.0.0.1:${server.address().port}/`);
    await page.waitForFunction(() => window.sinew?.app.data.head.status === "completed", null, { timeout: 20000 });
    const { count, last } = await page.evaluate(() => {
      const { count, last } = window.sinew.app.data.frames;
      return { count, last };
    });
    assert.deepEqual([count, last], [9, 8]);
    assert.deepEqual(asked.slice(0, 3), [5, 7, 9]);
    await page.evaluate(() => window.sinew.setTime(7.5));
    const s = await stats(page);
    assert.equal(s.parts, 8);
    const n = asked.length;
    await page.waitForTimeout(1500);
    assert.equal(asked.length, n, "the page goes on asking after the end of the run");
    console.log("ok    a live page takes up frames until the run ends");
  } catch (e) {
    failed++;
    console.log(`FAIL  a live page takes up frames until the run ends\n${e.stack}`);
  }
  await page.close();
  server.close();
}
await live();

await browser.close();
rmSync(folder, { recursive: true, force: true });
process.exit(failed > 0 ? 1 : 0);
