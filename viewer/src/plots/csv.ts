/* csv.ts -- the numbers of a plot as a text that spreadsheets read: SI, a column per channel, a row per time.
 * Channels of other tables have no number at some of the times: their cells are empty there.
 */
import uPlot from "uplot";
import type { Channel, Channels } from "./channels";

/** "t,tip.x\n0,1\n": float32 has nine digits at most. */
export function columnsToCsv(names: string[], columns: ArrayLike<number | null | undefined>[]): string {
  const cell = (x: number | null | undefined): string => (x === null || x === undefined ? "" : String(Number(x.toPrecision(9))));
  const quoted = names.map((n) => (/[",\n]/.test(n) ? `"${n.replaceAll('"', '""')}"` : n));
  const lines = [quoted.join(",")];
  for (let i = 0; i < (columns[0]?.length ?? 0); i++) {
    lines.push(columns.map((c) => cell(c[i])).join(","));
  }
  return `${lines.join("\n")}\n`;
}

export function plotToCsv(channels: Channels, list: readonly Channel[]): string {
  const tables = [...new Set(list.map((c) => c.table))];
  const parts = tables.map((t) => {
    const { time, count } = channels.tables[t] ?? { time: [], count: 0 };
    const times = Array.from({ length: count }, (_, i) => time[i]!);
    return [times, ...list.filter((c) => c.table === t).map((c) => channels.column(c))] as uPlot.AlignedData;
  });
  const joined = parts.length > 1 ? uPlot.join(parts) : (parts[0] ?? [[]]);
  const order = tables.flatMap((t) => list.filter((c) => c.table === t));
  const units = order.map((c) => (c.unit && c.unit !== "1" ? `${c.id} [${c.unit}]` : c.id));
  return columnsToCsv(["t [s]", ...units], joined as ArrayLike<number | null | undefined>[]);
}
