/* test/page_watch.mjs -- a model that is watched, in the browser: `sinew run --watch`. The page follows edits and sliders, tells mistakes,
 * and keeps what the reader sees.
 */
import assert from "node:assert/strict";
import { until, wait } from "./page_runs.mjs";
import { Sheet } from "./page_tools.mjs";

const part = `rod = body { name = "rod", at = { length/2, 0, 0 }, shape = cylinder { length = length, radius = 0.02, axis = "x", density = 7850 } }`;
const model = (duration) => `param { length = range(1, 0.5, 2), start = range(90, 10, 170, 5), mass = 3 }
gravity { 0, 0, -9.81 }
include "watched_part.lua"
revolute { name = "hinge", ground, rod, at = { 0, 0, 0 }, axis = "y", initial = -deg(start - 90) }
channel("tip", position(rod, { length, 0, 0 }))
local unused = mass
run { dt = 5e-3, duration = ${duration} }
`;

export async function checkWatch(browser, runs, screens) {
  runs.write("watched_part.lua", part);
  const file = runs.write("watched.lua", model(2));
  const server = runs.start("run", file, "--watch");
  await until("the link", () => server.said.includes("\n"));
  const link = server.said.split("\n")[0].trim();
  const { origin } = new URL(link);
  const sheet = await Sheet.open(browser, link, { origin });
  const end = () => sheet.run(() => window.sinew?.app?.data.head.status === "completed" ? window.sinew.app.player.end : 0);
  const tip = () => sheet.run(() => Math.hypot(...window.sinew.values("channels/tip")));
  const done = () => sheet.get("watch-status").innerText().then((t) => t === "up to date", () => false);
  await until("the first run", async () => (await done()) && (await end()) === 2);
  assert(Math.abs((await tip()) - 1) < 1e-6, "the model's own length");
  await sheet.assertSeen("the watched scene");

  // an edit: the page shows the new result, and keeps the theme and what is selected
  await sheet.press("t");
  const theme = await sheet.run(() => document.documentElement.dataset.theme);
  await wait(500); // the address is saved
  runs.write("watched.lua", model(3));
  await until("the edited model", async () => (await end().catch(() => 0)) === 3);
  assert.equal(await sheet.run(() => document.documentElement.dataset.theme), theme, "the theme is kept");

  // a mistake in an included file: told in the page, the last result stays; then mended
  runs.write("watched_part.lua", `${part}\nx = = 3\n`);
  await until("the mistake", async () => (await sheet.get("watch-error").isVisible()) && (await sheet.text("watch-error")).includes("watched_part.lua:2"));
  assert.equal(await end(), 3, "the last good result is shown");
  await sheet.picture(screens, "watch-mistake");
  runs.write("watched_part.lua", part);
  await until("it is mended", async () => (await done()) && !(await sheet.get("watch-error").isVisible()));

  // a slider by key: a new run, the same slider has the keys, the number is shown
  await sheet.get("watch-length").focus();
  await sheet.press("ArrowRight", "ArrowRight", "ArrowRight", "ArrowRight");
  await until("the run of the slider", async () => Math.abs((await tip().catch(() => 0)) - 1.04) < 1e-6);
  await until("the slider has the keys", () => sheet.run(() => document.activeElement?.dataset?.name === "length"));
  // by mouse: while it is held the page stays, then shows the newest
  const box = await sheet.get("watch-length").boundingBox();
  await sheet.page.mouse.move(box.x + 0.4 * box.width, box.y + box.height / 2);
  await sheet.page.mouse.down();
  for (let k = 4; k <= 9; k++) {
    await sheet.page.mouse.move(box.x + (k / 10) * box.width, box.y + box.height / 2);
    await wait(60);
  }
  await sheet.page.mouse.up();
  await until("the dragged slider", async () => (await tip().catch(() => 0)) > 1.7);
  await until("the end of the runs", done);
  assert.equal(await sheet.get("watch-start").count(), 1, "a slider for every range");
  assert.equal(await sheet.get("watch-mass").count(), 0, "and for nothing else");
  await sheet.assertSeen("the scene after sliders");
  await sheet.picture(screens, "watch");
  await sheet.close();
  assert.equal(await runs.end(server, "SIGINT"), 0, "Ctrl-C ends it well");
}

/** A model with a mistake from the start: the page tells it, and opens the result when it is mended. */
export async function checkWatchFromMistake(browser, runs, screens) {
  const file = runs.write("broken.lua", "bdy { }\n");
  const server = runs.start("run", file, "--watch");
  await until("the link", () => server.said.includes("\n"));
  const page = await browser.newPage({ viewport: { width: 420, height: 760 } });
  await page.goto(server.said.split("\n")[0].trim());
  await page.waitForFunction(() => document.querySelector('[data-test="watch-error"]')?.textContent.includes("bdy"));
  await page.screenshot({ path: `${screens}/watch-broken.png` });
  runs.write("broken.lua", model(1).replace('include "watched_part.lua"', part));
  await page.waitForFunction(() => window.sinew?.scene?.stats().drawCalls > 0, null, { timeout: 60000 });
  await wait(500);
  await page.screenshot({ path: `${screens}/watch-narrow.png` });
  await page.close();
  assert.equal(await runs.end(server, "SIGINT"), 0);
}
