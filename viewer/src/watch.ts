/* watch.ts -- the page of `sinew run --watch`: asks how the runs of the model go, and sends what sliders say.
 *
 * A result that is newer than the one shown is announced by `fresh`, but not while a slider is held. The server makes one run of changes
 * that follow each other within a moment.
 */

export interface WatchedParameter {
  name: string;
  value: number;
  low: number;
  high: number;
  step: number | null;
}

export interface WatchState {
  status: "running" | "complete" | "failed";
  runs: number; // begun
  shown: number; // the run whose result the file holds; 0: none yet
  message: string;
  parameters: WatchedParameter[];
}

type Answer = { ok: boolean; status: number; json: () => Promise<unknown> };

export interface WatchOptions {
  token: string;
  report: (state: WatchState | null) => void; // null: the server has gone
  fresh: () => void;
  interval?: number; // ms
  patience?: number; // questions without an answer
  fetch?: (url: string) => Promise<Answer>;
}

export function stateUrl(token: string): string {
  return `state?token=${encodeURIComponent(token)}`;
}

export function setUrl(token: string, name: string, value: number): string {
  return `set?token=${encodeURIComponent(token)}&name=${encodeURIComponent(name)}&value=${value}`;
}

export class Watch {
  /** A slider is held: the page stays as it is. */
  held = false;
  private shown = -1; // number of the run that the page shows; -1: none
  private failures = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private sending = false;
  private waiting = new Map<string, number>();

  constructor(private readonly options: WatchOptions) {}

  /** The state now; null: no answer. */
  async ask(): Promise<WatchState | null> {
    return this.get(stateUrl(this.options.token));
  }

  /** The page shows this run: from now on it looks for newer ones. */
  follow(shown: number): void {
    this.shown = shown;
    this.schedule();
  }

  stop(): void {
    clearTimeout(this.timer);
  }

  /** One question; public for tests. */
  async look(): Promise<void> {
    const { fresh, report, patience = 5 } = this.options;
    const state = await this.ask();
    this.failures = state ? 0 : this.failures + 1;
    if (state || this.failures === patience) {
      report(state);
    }
    if (state && state.shown > 0 && state.shown !== this.shown && !this.held && this.waiting.size === 0) {
      this.shown = state.shown;
      fresh();
    }
  }

  /** A slider moved. Only the newest value of each is sent, one after the other. */
  async set(name: string, value: number): Promise<void> {
    this.waiting.set(name, value);
    if (this.sending) {
      return;
    }
    this.sending = true;
    for (let next = this.waiting.entries().next(); !next.done; next = this.waiting.entries().next()) {
      const [key, number] = next.value;
      this.waiting.delete(key);
      const state = await this.get(setUrl(this.options.token, key, number));
      if (state) {
        this.options.report(state);
      }
    }
    this.sending = false;
  }

  private async get(url: string): Promise<WatchState | null> {
    try {
      const get = this.options.fetch ?? ((to: string) => fetch(to, { cache: "no-store" }));
      const answer = await get(url);
      return answer.ok ? ((await answer.json()) as WatchState) : null;
    } catch {
      return null;
    }
  }

  private schedule(): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.look().then(() => this.schedule()), this.options.interval ?? 300);
  }
}
