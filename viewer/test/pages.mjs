/* test/pages.mjs -- the viewer on pages of real runs: node test/pages.mjs SINEW [--screens FOLDER] [--only WORD]
 * Runs examples with the command SINEW in a temporary folder, makes their pages, opens them from disk in Chromium and
 * checks what they show against `sinew check` and `sinew csv`. Prints a line per check; screenshots stay in FOLDER, to
 * be looked at.
 */
import assert from "node:assert/strict";
import { existsSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { launch, root } from "./browser_tools.mjs";
import * as checks from "./page_checks.mjs";
import { checkLive } from "./page_live.mjs";
import { beamsModel, hostileModel, lockingModel, manyModel, Runs, seeingModel, strutModel, until } from "./page_runs.mjs";
import * as seeing from "./page_seeing.mjs";
import { Sheet } from "./page_tools.mjs";
import { checkWatch, checkWatchFromMistake } from "./page_watch.mjs";

const option = (name, otherwise) => {
  const at = process.argv.indexOf(name);
  return at > 0 ? process.argv[at + 1] : otherwise;
};
const repository = dirname(root);
const sinew = resolve(process.argv[2] ?? join(repository, "build/release/sinew"));
if (!existsSync(sinew)) {
  console.error(`there is no command at ${sinew}: node test/pages.mjs SINEW [--screens FOLDER] [--only WORD]`);
  process.exit(2);
}
const screens = resolve(option("--screens", join(repository, "build/viewer-screens")));
const only = option("--only", "");
mkdirSync(screens, { recursive: true });
const folder = mkdtempSync(join(tmpdir(), "sinew-pages-"));
const runs = new Runs(sinew, repository, folder);
const browser = await launch();
let failed = 0;

async function check(name, act) {
  if (!name.includes(only)) {
    return;
  }
  const from = Date.now();
  try {
    await act();
    console.log(`ok    ${name} (${((Date.now() - from) / 1000).toFixed(1)} s)`);
  } catch (e) {
    failed++;
    console.log(`FAIL  ${name}\n      ${e.stack.replaceAll("\n", "\n      ")}`);
  }
}

/** A run that is made when first asked for; the runs of two checks go on side by side. */
const later = (make) => {
  let made;
  return () => (made ??= make());
};
const example = (name, ...words) => later(() => runs.make(name, runs.example(name), words));
const governor = example("governor", "--set", "dt=1e-2", "--until", "4");
const crane = example("tower_crane", "--set", "dt=0.05", "--set", "elements=4");
const cable = example("cable_pendulum");
const andrews = example("andrews", "--set", "dt=5e-5");
const gyroscope = example("gyroscope", "--set", "dt=4e-3", "--until", "2");
const beams = later(() => runs.make("beams", runs.write("beams.lua", beamsModel)));
const seen = later(() => runs.make("seeing", runs.write("seeing.lua", seeingModel)));
const strut = later(() => runs.make("strut", runs.write("strut.lua", strutModel), [], false, "static"));
const vibrating = later(() => runs.make("vibrating", runs.write("vibrating.lua", seeingModel), [], false, "modes"));
const failing = later(() => runs.make("locking", runs.write("locking.lua", lockingModel), [], true));
const hundred = later(() => runs.make("hundred", runs.write("hundred.lua", manyModel(100))));
const many = later(() => runs.make("many", runs.write("many.lua", manyModel(200))));
const hostileName = "\"a' & <b>名前 #1%20.lua";
const hostile = later(() => runs.make("hostile", runs.write(hostileName, hostileModel)));

/** Opens the page of a run, checks what holds for every page, then what is asked. */
async function checkRun(name, run, act, banner = false) {
  await check(name, async () => {
    const made = await run();
    const sheet = await Sheet.open(browser, made.page);
    const shown = await sheet.get("banner").isVisible();
    assert.equal(shown, banner, banner ? "there is no banner" : "a good run has a banner");
    const csv = await checks.checkPage(sheet, made, runs);
    await sheet.picture(screens, made.name);
    await act?.(sheet, made, csv);
    await sheet.close();
  });
}

/** One question to the page of a run that the checks before have opened as well. */
async function ask(name, run, act) {
  await check(name, async () => {
    const made = await run();
    const sheet = await Sheet.open(browser, made.page);
    await act(sheet, made, await runs.csv(made));
    await sheet.picture(screens, name.replace(/[^a-z]+/gi, "-"));
    await sheet.close();
  });
}

if (!only) {
  for (const run of [governor, cable, crane, andrews, gyroscope, beams, failing, hundred, many, hostile]) {
    run().catch(() => {}); // told by the check that needs it
  }
}
await checkRun("governor: page", governor);
await ask("governor: play, pause, scrub, step", governor, (sheet, _, csv) => checks.checkTime(sheet, csv));
await ask("governor: plots", governor, (sheet, _, csv) => checks.checkPlots(sheet, csv));
await ask("governor: energy", governor, (sheet, made) => checks.checkEnergy(sheet, made, runs));
await ask("governor: mouse, views, fit", governor, (sheet, _, csv) => checks.checkCamera(sheet, csv));
await ask("governor: dark and light", governor, (sheet) => checks.checkTheme(sheet));
await ask("governor: saved pictures", governor, (sheet) => checks.checkPicture(sheet, screens));
await ask("governor: link", governor, (sheet, made, csv) => checks.checkLink(browser, sheet, made, csv, "slider"));
await ask("governor: colour by speed", governor, (sheet, _, csv) => checks.checkSpeed(sheet, csv));
await checkRun("cable_pendulum: page", cable);
await ask("cable_pendulum: colour by tension", cable, (sheet, made) =>
  checks.checkField(sheet, made, runs, "tension", ["parts/rope/tension"]));
await ask("cable_pendulum: click", cable, (sheet, made, csv) =>
  checks.checkPicking(sheet, made, runs, csv, { name: "weight", channel: "weight" }, "rope"));
await checkRun("andrews: page", andrews);
await checkRun("tower_crane: page", crane);
await ask("tower_crane: click", crane, (sheet, made, csv) =>
  checks.checkPicking(sheet, made, runs, csv, { name: "load", channel: "load" }, "slew"));
const ropes = ["hoist_left", "hoist_right", "sling1", "sling2", "sling3", "sling4"];
await ask("tower_crane: colour by tension", crane, (sheet, made) =>
  checks.checkField(sheet, made, runs, "tension", ropes.map((name) => `parts/${name}/tension`)));
await checkRun("gyroscope: page", gyroscope);
await ask("gyroscope: click", gyroscope, (sheet, made, csv) =>
  checks.checkPicking(sheet, made, runs, csv, { name: "rotor", channel: "rotor" }, "nod"));
await ask("gyroscope: colour by speed", gyroscope, (sheet, _, csv) => checks.checkSpeed(sheet, csv));
await checkRun("beams: page", beams);
const bent = ["i", "channel", "tube", "twisted", "arc", "corner", "on_block"];
for (const field of ["M3", "strain_energy"]) {
  await ask(`beams: colour by ${field}`, beams, (sheet, made) =>
    checks.checkField(sheet, made, runs, field, bent.map((name) => `parts/${name}/${field}`)));
}
await checkRun("seeing: page", seen);
await ask("seeing: colours along beams", seen, (sheet, made) => seeing.checkAlong(sheet, made, runs));
await ask("seeing: words and round-off", seen, (sheet) => seeing.checkWords(sheet));
await ask("seeing: arms, clamps, supports", seen, (sheet) => seeing.checkAttachments(sheet));
await ask("seeing: arrows by size or alike", seen, (sheet) => seeing.checkArrows(sheet));
await ask("seeing: groups", seen, (sheet) => seeing.checkGroups(sheet));
await ask("seeing: the model's view", seen, (sheet) => seeing.checkView(sheet));
await ask("seeing: room for all panels", seen, (sheet) => seeing.checkRoom(sheet));
await ask("seeing: focus", seen, (sheet) => seeing.checkFocus(sheet));
await ask("seeing: picking beside a cable", seen, (sheet) => seeing.checkTolerance(sheet));
await ask("strut: load factor", strut, (sheet, made) => seeing.checkLoadPath(sheet, made, runs));
await ask("vibrating: phase", vibrating, (sheet) => seeing.checkPhase(sheet));
await ask("tower_crane: energy", crane, (sheet, made) => checks.checkEnergy(sheet, made, runs));
await checkRun("run that failed", failing, async (sheet) => {
  assert.equal(await sheet.text("status"), "failed");
  await checks.checkBanner(sheet, true, /failed[^]*cannot be continued/);
}, true);
await check("run that was killed", async () => {
  const model = runs.example("double_pendulum");
  const run = await runs.startLong("killed", model, 200);
  assert.equal(await runs.end(run, "SIGKILL"), "SIGKILL");
  const made = { ...(await runs.view("killed")), model };
  const sheet = await Sheet.open(browser, made.page);
  await checks.checkPage(sheet, made, runs);
  await sheet.picture(screens, "killed");
  await checks.checkBanner(sheet, true, /not (finished|completed)|killed|ended/);
  await sheet.close();
});
await checkRun("200 bodies: page", many, async (sheet) => {
  const few = await Sheet.open(browser, (await hundred()).page);
  const [, stats] = await checks.checkMany(few, sheet, 200);
  console.log(`      ${stats.drawCalls} draw calls, ${stats.bytes} bytes per frame, ${stats.triangles} triangles`);
  await few.close();
});
await checkRun("names and text that look like markup", hostile, async (sheet) => {
  const wanted = hostileName.replace(/\.lua$/, "");
  assert.equal(await sheet.text("model"), wanted);
  assert((await sheet.page.title()).startsWith(wanted));
  await sheet.get("run").click();
  await sheet.get("tab-model").click();
  const [text] = hostileModel.match(/<\/script>.*🔩/);
  assert((await sheet.text("run-dialog")).includes(text), "the text of the model is shown as it is");
  await sheet.get("tab-parameters").click();
  const parameter = "</script><script>window.caught = 'parameter'</script>\"&amp;<b>";
  assert((await sheet.text("run-dialog")).includes(parameter), "parameters are shown as they are");
  await sheet.press("Escape");
  await sheet.page.locator('[data-test="item"] button[title^="constructor ("]').click();
  assert.equal(await sheet.text("inspector-name"), "constructor");
  assert.equal(await sheet.run(() => window.caught), undefined, "text of the model was run");
});
await check("a narrow window", async () => {
  const sheet = await Sheet.open(browser, (await governor()).page, { size: [420, 760] });
  await until("the page fits", () => sheet.run(() => document.documentElement.scrollWidth <= window.innerWidth));
  await sheet.assertSeen("the narrow scene");
  await sheet.picture(screens, "narrow");
  await sheet.close();
});
await check("model that is watched", () => checkWatch(browser, runs, screens));
await check("model that is watched, with a mistake", () => checkWatchFromMistake(browser, runs, screens));
await check("run that is still going", () => checkLive(browser, runs, runs.example("tower_crane"), screens));

await runs.endAll();
await browser.close();
rmSync(folder, { recursive: true, force: true });
process.exit(failed > 0 ? 1 : 0);
