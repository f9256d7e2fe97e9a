/* scene/travel.ts -- what of a model moves, and what travels so far that the camera should go along. Depends on the data alone.
 */
import type { BundleData } from "../bundle";
import type { Head } from "../format";

const moves = (head: Head, row: number): boolean =>
  row >= 0 && (head.rows[row]!.position >= 0 || head.rows[row]!.quaternion >= 0);

/** Items that are drawn and of which nothing moves over the run. */
export function standingItems(head: Head): Set<number> {
  const drawn = new Set<number>();
  const moving = new Set<number>();
  const see = (item: number, row: number): void => void (moves(head, row) ? moving : drawn).add(item);
  head.solids.forEach((s) => see(s.item, s.at.row));
  head.betweens.forEach((b) => [b.a.row, b.b.row].forEach((row) => see(b.item, row)));
  head.lines.forEach((l) => l.rows.forEach((row) => see(l.item, row)));
  head.rows.forEach((row, i) => row.item >= 0 && see(row.item, i)); // corners of sheets are rows of their item
  return new Set([...drawn].filter((item) => !moving.has(item)));
}

/** Is anything that moves held by something that does not: by a joint, a spring, a rope? Then it stays near. */
function isHeld(head: Head): boolean {
  const parted = (a: number, b: number): boolean => moves(head, a) !== moves(head, b);
  return (
    [...head.glyphs, ...head.betweens].some(({ a, b }) => parted(a.row, b.row)) ||
    head.lines.some((l) => l.rows.some((row) => parted(row, l.rows[0]!)))
  );
}

const samples = 48;
const farTravel = 2.5; // sizes of what moves

/** The part to follow where all that moves goes far beside its size (a vehicle); -1: none. It is the body that
 *  stays nearest to the middle of all. */
export function traveller(data: BundleData): number {
  const { head, frames } = data;
  const rows = head.rows.flatMap((r, i) => (r.item >= 0 && r.position >= 0 ? [i] : []));
  if (rows.length === 0 || frames.count < 3 || head.modes || head.clock || isHeld(head)) {
    return -1;
  }
  const low = [Infinity, Infinity, Infinity];
  const high = [-Infinity, -Infinity, -Infinity];
  const middles: { at: number; middle: number[] }[] = []; // begin of a frame, middle of what moves
  let spread = 0;
  for (let k = 0; k <= samples; k++) {
    const at = Math.round((k * (frames.count - 1)) / samples) * frames.stride;
    const [least, most] = [[Infinity, Infinity, Infinity], [-Infinity, -Infinity, -Infinity]];
    for (const row of rows) {
      for (let c = 0; c < 3; c++) {
        const x = frames.values[at + head.rows[row]!.position + c]!;
        least[c] = Math.min(least[c]!, x);
        most[c] = Math.max(most[c]!, x);
      }
    }
    spread = Math.max(spread, Math.hypot(...most.map((x, c) => x - least[c]!)));
    const middle = least.map((x, c) => (x + most[c]!) / 2);
    middles.push({ at, middle });
    for (let c = 0; c < 3; c++) {
      low[c] = Math.min(low[c]!, middle[c]!);
      high[c] = Math.max(high[c]!, middle[c]!);
    }
  }
  const bodies = head.solids.filter((s) => s.at.row >= 0 && head.rows[s.at.row]!.position >= 0);
  const sizeOf = (s: (typeof bodies)[number]): number => Math.max(...s.scale);
  const size = spread + bodies.reduce((most, s) => Math.max(most, sizeOf(s)), 0);
  const travelled = Math.hypot(...high.map((x, c) => x - low[c]!));
  if (!(size > 0) || !(travelled > farTravel * size) || bodies.length === 0) {
    return -1;
  }
  const away = (s: (typeof bodies)[number]): number =>
    middles.reduce((sum, { at, middle }) => {
      const x = at + head.rows[s.at.row]!.position;
      return sum + Math.hypot(...middle.map((m, c) => frames.values[x + c]! - m));
    }, 0);
  return bodies.reduce((best, s) => (away(s) < away(best) ? s : best)).item;
}
