/* summary.ts -- how a run went, in sentences. */
import type { Head } from "../format";
import { formatShort } from "./units";

const ends: Record<string, string> = {
  completed: "The run is complete",
  failed: "The run failed",
  stopped: "The model stopped the run",
  interrupted: "The run was interrupted",
  running: "The run is not finished",
};

/** What a person would say about a run; numbers that are not stored are left out. */
export function summaryWords(head: Pick<Head, "status" | "summary" | "modes" | "clock">): string {
  const numbers = new Map(head.summary.map(([key, value]) => [key, parseFloat(value)]));
  const get = (key: string): number => numbers.get(key) ?? NaN;
  const has = (key: string): boolean => Number.isFinite(get(key));
  const said: string[] = [];
  if (head.modes || head.clock) {
    return "";
  }
  const scheme = head.summary.find(([key]) => key === "scheme")?.[1];
  const reached = has("t end") ? ` at t = ${formatShort(get("t end"), 5)} s` : "";
  const steps = has("steps") ? `, after ${get("steps")} steps${scheme ? ` of the scheme ${scheme}` : ""}` : "";
  said.push(`${ends[head.status] ?? "The run ended"}${reached}${steps}.`);
  if (get("steps") > 0 && has("newton iterations")) {
    const halved = get("step rejections");
    const iterations = formatShort(get("newton iterations") / get("steps"), 2);
    said.push(`Each step took ${iterations} iterations on average; ${halved ? `${halved} steps were halved` : "no step was halved"}.`);
  }
  if (has("energy identity error")) {
    const error = get("energy identity error");
    const verdict = error < 1e-9 ? "The energy balance closes to round-off" : "The energy balance is open";
    said.push(`${verdict} (${formatShort(error, 2)} of the largest energy)${lost(get("numerical dissipation"))}.`);
  }
  if (has("constraint error")) {
    said.push(`Joints are closed to ${formatShort(get("constraint error"), 2)}.`);
  }
  if (has("wall seconds")) {
    said.push(`It took ${formatShort(get("wall seconds"), 2)} s on the clock.`);
  }
  return said.join(" ");
}

function lost(share: number): string {
  if (!Number.isFinite(share)) {
    return "";
  }
  return share === 0 ? ", and no energy is lost by the method" : `; the method itself has lost ${formatShort(share, 2)} of it`;
}
