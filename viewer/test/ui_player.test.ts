/* The clock: a part of the time (one mode of several) bounds it; without one it is the whole run. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { Player } from "../src/player";

test("a part of the time bounds the clock", () => {
  const player = new Player({ time: [0, 0.5, 0.999999, 1, 1.5, 1.999999], count: 6 });
  assert.deepEqual([player.start, player.end, player.time], [0, 1.999999, 0]);
  player.between([1, 1.999999]);
  assert.deepEqual([player.start, player.end, player.time], [1, 1.999999, 1]);
  player.setTime(0.2);
  assert.equal(player.time, 1);
  player.setTime(7);
  assert(player.atEnd);
  assert.equal(player.frame, 5);
  player.between(null);
  assert.deepEqual([player.start, player.time], [0, 0]);
});
