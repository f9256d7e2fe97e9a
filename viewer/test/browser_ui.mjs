/* test/browser_ui.mjs -- the page as its user has it, in Chromium with synthetic bundles: playing, scrubbing, selecting,
 * plots, links, pictures, banners, live runs, and pages with nothing in them. `--keep FOLDER` keeps pictures.
 * What must hold is known from the motion of make_bundle.ts: channels/tip = sin t, kinetic energy cos^2 t.
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
const folder = mkdtempSync(join(tmpdir(), "sinew-ui-"));
const browser = await launch();
let failed = 0;

/** A page of its own for each check; `wanted`: a bundle for a file, or the address of a server. */
async function check(name, wanted, act, { width = 1280, height = 720, scheme = "light" } = {}) {
  const context = await browser.newContext({ viewport: { width, height }, colorScheme: scheme, acceptDownloads: true });
  const page = await context.newPage();
  page.setDefaultTimeout(20000);
  const complaints = [];
  page.on("pageerror", (e) => complaints.push(e.message));
  try {
    let address = wanted;
    if (typeof wanted === "object") {
      const file = join(folder, "page.html");
      const second = wanted.second ? toBase64(makeBundle(wanted.second)) : "";
      writeFileSync(file, pageWith(toBase64(makeBundle(wanted)), second));
      address = pathToFileURL(file).href;
    }
    await page.goto(address);
    await page.waitForFunction(() => window.sinew !== undefined, null, { timeout: 60000 });
    await act(page, address);
    await drawn(page);
    if (pictures) {
      await page.screenshot({ path: join(pictures, `ui_${name.replace(/\W+/g, "_")}.png`) });
    }
    assert.deepEqual(complaints, [], "the page complained");
    console.log(`ok    ${name}`);
  } catch (e) {
    failed++;
    console.log(`FAIL  ${name}\n${e.stack}\n${complaints.join("\n")}`);
  }
  await context.close();
}

const drawn = (page) =>
  page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done()))));
const by = (test) => `[data-test="${test}"]`;
const time = (page) => page.evaluate(() => window.sinew.app.player.time);
const near = (a, b, tolerance, what) => assert(Math.abs(a - b) <= tolerance, `${what}: ${a} is not ${b}`);
const usual = { bodies: 6, joints: 2, beams: 1, arrows: 1, frames: 201 };

await check("plays, pauses, steps, loops", usual, async (page) => {
  assert.equal(await page.locator(by("speed")).evaluate((e) => e.selectedOptions[0].textContent), "1× auto");
  await page.click(by("play"));
  await page.waitForFunction(() => window.sinew.app.player.time > 0.3);
  await page.keyboard.press("Space");
  assert.equal(await page.evaluate(() => window.sinew.app.player.playing), false);
  await page.keyboard.press("Home");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowRight");
  near(await time(page), 0.1, 1e-9, "two frames on");
  await page.click(by("back"));
  near(await time(page), 0.05, 1e-9, "one frame back");
  await page.keyboard.press("End");
  assert.match(await page.locator(by("frames")).textContent(), /201 \/ 201/);
  await page.keyboard.press("Space"); // from the end: begins again
  await page.waitForFunction(() => window.sinew.app.player.time > 0.05 && window.sinew.app.player.time < 5);
  await page.evaluate(() => {
    window.sinew.pause();
    window.sinew.setTime(9.9);
    window.sinew.play();
  });
  await page.waitForFunction(() => window.sinew.app.player.time < 5); // looped
  await page.click(by("loop"));
  await page.evaluate(() => window.sinew.app.player.setTime(9.9));
  await page.waitForFunction(() => !window.sinew.app.player.playing);
  near(await time(page), 10, 1e-9, "stays at the end without loop");
});

await check("scrub bar and plots move one time, and values follow", usual, async (page) => {
  const bar = await page.locator(by("scrub")).boundingBox();
  await page.mouse.click(bar.x + bar.width * 0.3, bar.y + bar.height / 2);
  near(await time(page), 3, 0.15, "scrub bar");
  const over = await page
    .locator(`${by("plot")} .u-over`)
    .first()
    .boundingBox();
  await page.mouse.move(over.x + 10, over.y + 30);
  await page.mouse.down();
  await page.mouse.move(over.x + over.width * 0.6, over.y + 40, { steps: 5 });
  await page.mouse.up();
  const t = await time(page);
  near(t, 6, 0.1, "drag in a plot");
  const shown = await page.locator('[data-channel="channels/tip"] .chip-value').textContent();
  near(Number(shown.replace("−", "-").replace(/[^\d.e-]/g, "")), Math.sin(t), 2e-3, "value at the time");
  near(await page.evaluate(() => window.sinew.values("tip")), Math.sin(t), 1e-3, "values()");
  await page.mouse.wheel(0, -400);
  await page.waitForFunction(() => window.sinew.state.span !== null);
  const [a, b] = await page.evaluate(() => window.sinew.state.span);
  assert(a < t && b > t && b - a < 8, "zoomed about the pointer");
  await page.mouse.dblclick(over.x + 60, over.y + 30);
  await page.waitForFunction(() => window.sinew.state.span === null);
  await page.fill(by("time"), "1,5");
  await page.keyboard.press("Enter");
  near(await time(page), 1.5, 1e-12, "typed time");
});

await check("channels are chosen, the energy opens at one click", usual, async (page) => {
  await page.click(by("plot-new"));
  await page.fill(by("picker-search"), "pull");
  await page.keyboard.press("Enter"); // all components of the first hit
  await page.click(by("dialog-close"));
  assert.deepEqual(await page.evaluate(() => window.sinew.state.plots.at(-1).channels), [
    "forces/pull.x",
    "forces/pull.y",
    "forces/pull.z",
  ]);
  await page.click(by("energy"));
  const names = await page
    .locator(`${by("plot-energy")} ${by("plot-channel")}`)
    .evaluateAll((list) => list.map((e) => e.dataset.channel));
  assert.deepEqual(names, ["energy/kinetic", "energy/potential", "energy/total"]);
  const kinetic = () => page.locator(`${by("plot-energy")} [data-channel="energy/kinetic"] .chip-value`).textContent();
  assert.equal(await kinetic(), "0 J"); // measured from the start
  await page.click(by("plot-absolute"));
  assert.equal(await kinetic(), "1.000 J"); // cos^2 0
  await page.click(by("plot-absolute"));
  await page.locator(`${by("plot-energy")} ${by("plot-log")}`).click();
  assert.equal(await page.locator(`${by("plot-energy")} ${by("plot-log")}`).getAttribute("aria-pressed"), "true");
  await page
    .locator(`${by("plot")} ${by("plot-close")}`)
    .last()
    .click();
  await page.keyboard.press("e");
  assert.equal(await page.locator(by("plot-energy")).count(), 0);
  assert.equal(await page.locator(by("plot")).count(), 1);
});

await check("items: list, scene and inspector agree; hide, follow, trail", usual, async (page) => {
  await page.click(`${by("item")}[data-item="2"] .item-name`);
  assert.equal(await page.locator(by("inspector-name")).textContent(), "body3");
  assert.match(await page.locator(by("facts")).textContent(), /3 kg/);
  await page.keyboard.press("Escape");
  assert(await page.locator(by("inspector")).isHidden());
  const { x, y } = await page.evaluate(() => {
    const { scene } = window.sinew;
    const box = document.querySelector("canvas").getBoundingClientRect();
    const p = scene.project(scene.pointOf(scene.rowOf(3), [0, 0, 0]).position);
    return { x: p.x + box.left, y: p.y + box.top };
  });
  await page.mouse.click(x, y);
  assert.equal(await page.locator(by("inspector-name")).textContent(), "body4");
  await page.click(by("trail"));
  await page.click(by("follow"));
  assert.equal(await page.evaluate(() => window.sinew.scene.following.item), 3);
  await page.click(by("hide"));
  assert.deepEqual(await page.evaluate(() => [window.sinew.state.hidden, window.sinew.state.trails.length]), [
    ["body4"],
    1,
  ]);
  await page.keyboard.press("u");
  assert.deepEqual(await page.evaluate(() => window.sinew.state.hidden), []);
});

await check("numbers of a plot and a film leave the page", { ...usual, frames: 41 }, async (page) => {
  const saved = async (act) => {
    const [download] = await Promise.all([page.waitForEvent("download", { timeout: 60000 }), act()]);
    const file = join(folder, download.suggestedFilename());
    await download.saveAs(file);
    return { name: download.suggestedFilename(), bytes: readFileSync(file) };
  };
  const csv = await saved(() => page.locator(by("plot-csv")).first().click());
  assert.match(csv.name, /_plot1\.csv$/);
  const [head, ...rows] = csv.bytes.toString().trim().split("\n").map((line) => line.split(","));
  assert.equal(head[0], "t [s]");
  assert.equal(rows.length, 41);
  const channel = head[1].replace(/ \[.*/, "");
  const wanted = await page.evaluate((id) => {
    window.sinew.setTime(2.5);
    return window.sinew.values(id);
  }, channel);
  const row = rows.find((r) => Number(r[0]) === 2.5);
  near(Number(row[1]), wanted, 1e-6, `${channel} in the file`);
  await page.evaluate(() => window.sinew.app.store.set({ speed: 5 }));
  const film = await saved(() => page.keyboard.press("v"));
  assert.match(film.name, /_film\.(webm|mp4)$/);
  const start = film.bytes.subarray(0, 12).toString("latin1");
  assert(start.startsWith("\x1a\x45\xdf\xa3") || start.includes("ftyp"), "it begins as a film");
  assert(film.bytes.length > 10000, `the film has ${film.bytes.length} bytes`);
  near(await time(page), 10, 1e-9, "the whole run was shown");
});

await check("a second run: pale behind the first, its curves dashed", { ...usual, second: { ...usual, frames: 51 } }, async (page) => {
  const curves = () =>
    page.evaluate(() => {
      const { chart, shown } = window.sinew.app.dock.panels[0].plot;
      return { shown: shown.length, series: chart.series.slice(1).map((s) => [s.dash?.length > 0, s.show]), rows: chart.data[0].length };
    });
  const { shown, series, rows } = await curves();
  assert.equal(series.length, 2 * shown, "every curve has its fellow");
  assert(series.slice(shown).every(([dashed]) => dashed) && !series.slice(0, shown).some(([dashed]) => dashed));
  assert.equal(rows, 201, "51 of the 201 times are common to both");
  await page.locator(`${by("plot")} .chip-name`).first().click();
  const off = (await curves()).series.map(([, on]) => on);
  assert(!off[0] && !off[shown], "both curves of a channel are hidden together");
  const ghost = () => page.evaluate(() => window.sinew.scene.ghost.objects.filter((o) => o.visible).length);
  assert((await ghost()) > 0, "the second run is drawn");
  await page.locator("label", { hasText: "Second run" }).click();
  assert.equal(await ghost(), 0, "and can be left out");
});

await check("keys turn and zoom the view", usual, async (page) => {
  const camera = () => page.evaluate(() => window.sinew.scene.cameraState());
  const first = await camera();
  await page.keyboard.press("[");
  const turned = await camera();
  assert(turned[3] > first[3] + 0.05 && turned[4] === first[4], "[ turns");
  await page.keyboard.press("]");
  near((await camera())[3], first[3], 1e-4, "] turns back");
  await page.keyboard.press("ArrowUp");
  const higher = await camera();
  assert(higher[4] > first[4] + 0.05, "the arrow looks from higher");
  await page.keyboard.press("ArrowDown");
  near((await camera())[4], first[4], 1e-4, "and back");
  await page.keyboard.press("+");
  assert((await camera())[5] < 0.9 * first[5], "+ zooms in");
  await page.keyboard.press("-");
  near((await camera())[5], first[5], 1e-4 * first[5], "- zooms out");
});

await check("nothing is in the way of screen readers and keys (axe)", usual, async (page) => {
  await page.evaluate(readFileSync(join(root, "node_modules/axe-core/axe.min.js"), "utf8"));
  const states = [
    ["as it opens", () => {}],
    ["with energies and a selected item", () => page.evaluate(() => {
      window.sinew.app.select(0);
      window.sinew.app.store.set({ energy: true, dock: true, color: "field:tension" });
    })],
    ["dark", () => page.evaluate(() => window.sinew.app.store.set({ theme: "dark" }))],
    ["with help", () => page.keyboard.press("?")],
    ["with the run", () => page.keyboard.press("Escape").then(() => page.keyboard.press("i"))],
    ["choosing channels", () => page.keyboard.press("Escape").then(() => page.keyboard.press("a"))],
    ["with a menu", () => page.keyboard.press("Escape").then(() => page.click(by("snapshot")))],
    ["narrow", () => page.keyboard.press("Escape").then(() => page.setViewportSize({ width: 390, height: 780 }))],
  ];
  for (const [name, act] of states) {
    await act();
    await drawn(page);
    const found = await page.evaluate(() => window.axe.run(document).then((r) => r.violations));
    const told = found.map((v) => `${v.id}: ${v.nodes.map((n) => n.html).join(" ")}`);
    assert.deepEqual(told, [], name);
  }
});

await check("colours: legend over the run, now, typed", usual, async (page) => {
  assert(await page.locator(by("legend")).isHidden());
  await page.selectOption(by("color"), "speed");
  assert.match(await page.locator(by("legend")).textContent(), /speed.*m\/s.*whole run/);
  await page.click(`${by("range")} [data-value="typed"]`);
  await page.fill(by("rangeMax"), "2");
  await page.keyboard.press("Enter");
  assert.equal(await page.locator(by("legend-mark")).last().textContent(), "2.0");
  await page.selectOption(by("color"), "field:tension");
  await page.click(`${by("range")} [data-value="run"]`);
  const { max } = await page.evaluate(() => window.sinew.app.legend());
  const last = Number(await page.locator(by("legend-mark")).last().textContent());
  assert(last <= max && last > 0.8 * max && last % 5 === 0, `the last mark is ${last} of ${max}`);
  await page.click(`${by("item")}[data-item="1"] .item-name`);
  await page.click(by("color-add")); // a body without tension: no range is left
  assert.match(await page.locator(by("legend")).textContent(), /chosen parts/);
  assert.deepEqual(await page.evaluate(() => window.sinew.state.colorOf), ["body2"]);
  await page.click(by("color-all"));
  assert.equal(await page.evaluate(() => window.sinew.app.legend().max), max);
});

await check("a link restores the view, on opening and on arrival", usual, async (page, address) => {
  await page.evaluate(() => {
    const { app } = window.sinew;
    app.scene.smooth = false;
    app.store.set({
      color: "speed",
      range: "frame",
      magnify: 2,
      hidden: ["body1"],
      trails: ["body2"],
      energy: true,
      theme: "dark",
      span: [1, 4],
      speed: 0.5,
    });
    window.sinew.setTime(2.5);
    app.select(2);
    app.view("front");
  });
  const [link, state] = await page.evaluate(() => [window.sinew.app.link(), window.sinew.app.currentState()]);
  await page.waitForFunction((l) => location.href === l, link); // the address itself follows
  const other = await page.context().newPage();
  await other.goto(link);
  await other.waitForFunction(() => window.sinew !== undefined);
  assert.deepEqual(await other.evaluate(() => window.sinew.app.currentState()), state);
  assert.equal(await other.evaluate(() => document.documentElement.dataset.theme), "dark");
  await other.evaluate(() => {
    location.hash = "#t=1&sel=body2&plots=&theme=light&nonsense=1&cam=1,2";
  });
  await other.waitForFunction(() => window.sinew.state.select === "body2");
  const next = await other.evaluate(() => window.sinew.app.currentState());
  assert.deepEqual(
    [next.time, next.color, next.energy, next.plots, next.hidden, next.theme],
    [1, "item", false, [], [], "light"],
  );
  await other.close();
  assert.equal(await page.evaluate(() => document.title), "synthetic · Sinew");
  assert(address.startsWith("file:"), "no server was needed");
});

await check("pictures with legend and without", usual, async (page) => {
  await page.selectOption(by("color"), "displacement");
  for (const key of ["s", "Shift+S"]) {
    const [file] = await Promise.all([page.waitForEvent("download"), page.keyboard.press(key)]);
    assert.equal(file.suggestedFilename(), "synthetic_0.00s.png");
    const { colors, largestShare } = colorsOf(readPng(readFileSync(await file.path())));
    assert(colors > 30 && largestShare < 0.9, `${key}: ${colors} colours`);
  }
});

await check("keys: help tells them, fields keep theirs", usual, async (page) => {
  await page.keyboard.press("?");
  assert.match(await page.locator(by("help-dialog")).textContent(), /play or pause/);
  await page.keyboard.press("Escape");
  await page.waitForSelector(by("help-dialog"), { state: "detached" });
  await page.keyboard.press("g");
  assert.equal(await page.evaluate(() => window.sinew.state.glyphs), false);
  await page.keyboard.press("/");
  await page.keyboard.type("body g1");
  assert.equal(await page.evaluate(() => window.sinew.state.glyphs), false);
  await page.keyboard.press("Escape");
  await page.click(by("run"));
  await page.click(by("tab-log"));
  assert.match(await page.locator(by("run-dialog")).textContent(), /made for a test/);
});

await check(
  "dark is the system's wish, and can be changed",
  usual,
  async (page) => {
    const theme = () => page.evaluate(() => document.documentElement.dataset.theme);
    assert.equal(await theme(), "dark");
    await page.keyboard.press("t");
    assert.equal(await theme(), "light");
  },
  { scheme: "dark" },
);

await check("a failed run says so", { ...usual, status: "failed" }, async (page) => {
  assert.match(await page.locator(by("banner")).textContent(), /failed.*made for a test/);
  await page.click(by("banner-close"));
  assert(await page.locator(by("banner")).isHidden());
});

for (const [name, wanted] of [
  ["no parts, no frames", { bodies: 0, frames: 0 }],
  ["one frame", { bodies: 2, frames: 1 }],
  ["500 items", { bodies: 500, joints: 20, frames: 5 }],
]) {
  await check(name, wanted, async (page) => {
    for (const key of ["Space", "ArrowRight", "End", "e", "f", "1", "c", "l", "h", "Escape", "i"]) {
      await page.keyboard.press(key);
    }
    await page.keyboard.press("Escape");
    await page.selectOption(by("color"), "speed");
    assert.equal(await page.locator(by("item")).count(), (wanted.bodies ?? 0) + (wanted.joints ?? 0));
  });
}

await check(
  "a narrow window",
  usual,
  async (page) => {
    const wide = await page.evaluate(() => document.documentElement.scrollWidth);
    assert(wide <= 400, `the page is ${wide} px wide`);
    for (const test of ["play", "scrub", "speed", "help"]) {
      const box = await page.locator(by(test)).boundingBox();
      assert(box && box.x >= 0 && box.x + box.width <= 400, `${test} is outside`);
    }
    await page.click(by("toggle-left"));
    await page.click(`${by("item")}[data-item="0"] .item-name`);
    assert(await page.locator(by("inspector")).isVisible());
  },
  { width: 400, height: 760 },
);

// as src/show/page/serve.c sends it
const policy =
  "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data: blob:; connect-src 'self'";

/* A live run: 5 frames per question, then completed; or a server that goes away. */
async function live(name, act) {
  const wanted = { bodies: 3, frames: 11, duration: 1, live: true };
  const run = { at: 1, status: "running", asked: [] };
  const page = pageWith("").replace("<html ", '<html data-live="secret" ');
  const server = createServer((request, response) => {
    const url = new URL(request.url, "http://localhost");
    run.asked.push(url.pathname + url.search);
    if (url.pathname === "/") {
      response.setHeader("content-type", "text/html");
      response.setHeader("content-security-policy", policy);
      response.end(page);
    } else if (url.searchParams.get("token") !== "secret") {
      response.writeHead(403).end();
    } else if (url.pathname === "/bundle") {
      response.end(Buffer.from(makeBundle(wanted)));
    } else if (url.pathname === "/more") {
      const times = [1, 2, 3, 4, 5].map((i) => run.at + 0.1 * i);
      run.at = times.at(-1);
      response.end(Buffer.from(makeMore(wanted, times, run.status)));
    } else {
      response.writeHead(404).end();
    }
  });
  await new Promise((ready) => server.listen(0, "127.0.0.1", ready));
  await check(name, `http://127.0.0.1:${server.address().port}/`, (p) => act(p, run, server));
  server.closeAllConnections();
  server.close();
}

await live("live: grows, follows the end, stays where the user is, ends", async (page, run) => {
  near(await time(page), 1, 1e-9, "opens at the end");
  assert.equal(await page.locator(by("live")).textContent(), "live");
  await page.waitForFunction(() => window.sinew.app.player.time > 1.4);
  await page.evaluate(() => window.sinew.setTime(0.25));
  const end = await page.evaluate(() => window.sinew.app.player.end);
  await page.waitForFunction((e) => window.sinew.app.player.end > e, end);
  near(await time(page), 0.25, 1e-9, "stays");
  near(await page.evaluate(() => window.sinew.app.channels.values("tip", 1.3)), Math.sin(1.3), 1e-3, "rows came");
  run.status = "completed";
  await page.waitForFunction(() => document.querySelector('[data-test="live"]').textContent === "ended");
  assert.match(await page.locator(by("status")).textContent(), /completed/);
  const asked = run.asked.length;
  await page.waitForTimeout(1500);
  assert.equal(run.asked.length, asked, "asks no more after the end");
});

await live("live: says when the server has gone", async (page, run, server) => {
  server.closeAllConnections();
  server.close();
  await page.waitForFunction(() => document.querySelector('[data-test="live"]').dataset.state === "gone", null, {
    timeout: 30000,
  });
  assert.match(await page.locator(by("banner")).textContent(), /server.*gone/);
});

await browser.close();
rmSync(folder, { recursive: true, force: true });
process.exit(failed > 0 ? 1 : 0);
