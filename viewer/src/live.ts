/* live.ts -- a run that is still going: asks the server of `sinew view --serve` every second for what is new.
 *
 * The server listens on loopback only and wants its token with every question. A server that does not answer is asked again
 * ever more rarely; after `patience` failures in a row the page says that it has gone, and shows what came.
 */

export type LiveStatus = "running" | "ended" | "gone";

export interface LiveOptions {
  token: string;
  next: number;
  /** Takes a block of bytes; answers with where to go on, and the status of the run. */
  take: (bytes: ArrayBuffer) => { next: number; status: string };
  report: (status: LiveStatus, detail: string) => void;
  replaced?: () => void;
  interval?: number; // ms
  patience?: number;
  fetch?: (url: string) => Promise<{ ok: boolean; status: number; arrayBuffer: () => Promise<ArrayBuffer> }>;
}

export function bundleUrl(token: string): string {
  return `bundle?token=${encodeURIComponent(token)}`;
}

export function moreUrl(token: string, from: number): string {
  return `more?token=${encodeURIComponent(token)}&from=${from}`;
}

export class Live {
  status: LiveStatus = "running";
  private next: number;
  private failures = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private stopped = false;

  constructor(private readonly options: LiveOptions) {
    this.next = options.next;
  }

  start(): void {
    this.schedule();
  }

  stop(): void {
    this.stopped = true;
    clearTimeout(this.timer);
  }

  private schedule(): void {
    clearTimeout(this.timer);
    if (!this.stopped) {
      const interval = this.options.interval ?? 1000;
      this.timer = setTimeout(() => void this.ask(), interval * Math.min(10, 1 + this.failures));
    }
  }

  /** One question; public for tests. */
  async ask(): Promise<void> {
    const { token, take, report, patience = 3 } = this.options;
    try {
      const get = this.options.fetch ?? ((url: string) => fetch(url, { cache: "no-store" }));
      const answer = await get(moreUrl(token, this.next));
      if (answer.status === 410) {
        this.stop(); // another run has taken the file's place
        this.options.replaced?.();
        return;
      }
      if (!answer.ok) {
        throw new Error(`the server answered ${answer.status}`);
      }
      const { next, status } = take(await answer.arrayBuffer());
      this.next = next;
      const back = this.failures >= patience;
      this.failures = 0;
      if (status !== "running") {
        this.status = "ended";
        this.stop();
        report("ended", status);
      } else if (back) {
        this.status = "running";
        report("running", status);
      }
    } catch (error) {
      this.failures++;
      if (this.failures === patience) {
        this.status = "gone";
        report("gone", error instanceof Error ? error.message : String(error));
      }
    }
    this.schedule();
  }
}
