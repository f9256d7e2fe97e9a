/* test/page_live.mjs -- a run that is still going, in the browser: `sinew view --serve`. */
import assert from "node:assert/strict";
import { request } from "node:http";
import { until } from "./page_runs.mjs";
import { Sheet } from "./page_tools.mjs";

/** Status of an answer; without `fetch`, which keeps connections and sets headers of its own. */
const statusOf = (url, headers = {}) =>
  new Promise((done, fail) => {
    const asked = request(url, { headers, agent: false }, (answer) => {
      answer.resume();
      done(answer.statusCode);
    });
    asked.on("error", fail);
    asked.end();
  });

export async function checkLive(browser, runs, model, screens) {
  const run = await runs.startLong("live", model, 20);
  const server = runs.start("view", runs.path("live.h5"), "--serve");
  await until("the link", () => server.said.includes("\n"));
  const link = server.said.trim();
  assert.match(link, /^http:\/\/127\.0\.0\.1:\d+\/\?token=[0-9a-f]{16,}$/, "one line: the link");
  const { origin } = new URL(link);

  const token = new URL(link).searchParams.get("token");
  const other = token.replace(/^./, (c) => (c === "0" ? "1" : "0"));
  for (const [path, wanted] of [["/?token=", 200], ["/bundle?token=", 200]]) {
    assert.equal(await statusOf(`${origin}${path}${token}`), wanted, path);
    assert.equal(await statusOf(`${origin}${path}${other}`), 403, `${path} with a wrong token`);
  }
  assert.equal(await statusOf(`${origin}/`), 403, "without a token");
  assert.equal(await statusOf(link, { host: "elsewhere.example" }), 403, "by another name of the host");

  const sheet = await Sheet.open(browser, link, { origin });
  const frames = () => sheet.run(() => window.sinew.app.data.frames.count);
  assert.equal(await sheet.text("live"), "live");
  assert.equal(await sheet.get("banner").isVisible(), false, "a run that goes on has no banner");
  const first = await frames();
  const firstTime = await sheet.time();
  await until("frames grow", async () => (await frames()) > first);
  await until("the time follows the run", async () => (await sheet.time()) > firstTime);
  await sheet.assertSeen("the live scene");
  // whoever looks at another time stays there
  await sheet.setTime(0);
  const now = await frames();
  await until("frames grow further", async () => (await frames()) > now);
  assert.equal(await sheet.time(), 0, "the time stays where it was put");
  await sheet.picture(screens, "live");

  assert.equal(await runs.end(run, "SIGINT"), 130, "an interrupted run");
  await until("the page says that the run ended", async () => (await sheet.text("live")) === "ended");
  assert(await sheet.get("banner").isVisible(), "an interrupted run has a banner");
  // one in so many rows is shown, to keep the page small; the server decides that from the whole run at the beginning
  const { time } = await runs.csv({ result: runs.path("live.h5") }, "energy/total");
  const shown = await sheet.run(() => [...window.sinew.app.data.frames.time]);
  const every = time.indexOf(shown[1]);
  assert(every >= 1 && every < 100, `one in ${every} rows is shown`);
  const wanted = time.filter((_, i) => i % every === 0 || i === time.length - 1);
  assert.deepEqual(shown, [...wanted], "all rows arrived, in their order, and the last");
  await sheet.picture(screens, "live-ended");
  await sheet.close();
  assert.equal(await runs.end(server, "SIGINT"), 0, "the server ends well");
}
