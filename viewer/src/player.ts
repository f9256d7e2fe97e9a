/* player.ts -- the clock: which time is shown, and how it runs on.
 *
 * Time is continuous (the scene interpolates between frames); steps go from frame to frame. The speed is a factor of real
 * time; when it is not chosen by the user, it is the 1-2-5 number that makes the whole run last 5 to 20 s.
 */
import { rowAt } from "./plots/channels";

/** 1, 2 or 5 times a power of ten: the largest not above x. */
export function niceBelow(x: number): number {
  const power = 10 ** Math.floor(Math.log10(x) + 1e-12);
  const digit = x / power;
  return Number(((digit >= 5 - 1e-9 ? 5 : digit >= 2 - 1e-9 ? 2 : 1) * power).toPrecision(3));
}

/** Factor of real time so that `duration` seconds of model time last between 5 and 20 s on the screen. */
export function chosenSpeed(duration: number): number {
  if (!(duration > 0) || !Number.isFinite(duration)) {
    return 1;
  }
  if (duration < 5) {
    return niceBelow(duration / 5);
  }
  if (duration > 20) {
    const below = niceBelow(duration / 20);
    return below * 20 >= duration * (1 - 1e-9) ? below : niceBelow(below * 2.5 + 1e-12);
  }
  return 1;
}

export interface Times {
  readonly time: ArrayLike<number>;
  readonly count: number;
}

export class Player {
  time = 0;
  playing = false;
  speed = 1;
  loop = true;
  /** Called with every new time; `scrubbed` unless the clock itself moved it. */
  onTime: (time: number, scrubbed: boolean) => void = () => {};
  onPlaying: (playing: boolean) => void = () => {};
  private last = 0;
  private request = 0;
  private part: [number, number] | null = null;

  constructor(private frames: Times) {
    this.time = this.start;
  }

  get start(): number {
    return this.part ? this.part[0] : this.frames.count > 0 ? this.frames.time[0]! : 0;
  }

  get end(): number {
    return this.part ? this.part[1] : this.frames.count > 0 ? this.frames.time[this.frames.count - 1]! : 0;
  }

  /** Plays only a part of the time (one mode of several); null: all of it. */
  between(part: [number, number] | null): void {
    this.part = part;
    this.setTime(this.start);
  }

  get frame(): number {
    return Math.max(0, rowAt(this.frames.time, this.frames.count, this.time + 1e-9 * (this.end - this.start)));
  }

  get count(): number {
    return this.frames.count;
  }

  get atEnd(): boolean {
    return this.time >= this.end;
  }

  setTime(time: number, scrubbed = true): void {
    if (!Number.isFinite(time)) {
      return;
    }
    this.time = Math.min(this.end, Math.max(this.start, time));
    this.onTime(this.time, scrubbed);
  }

  setFrame(index: number): void {
    if (this.frames.count > 0) {
      this.setTime(this.frames.time[Math.min(this.frames.count - 1, Math.max(0, index))]!);
    }
  }

  /** To the next or previous frames; from between two frames the first step goes to the nearer side. */
  step(by: number): void {
    this.pause();
    const i = this.frame;
    const onFrame = Math.abs(this.time - (this.frames.time[i] ?? 0)) <= 1e-9 * (this.end - this.start);
    this.setFrame(by < 0 && !onFrame ? i + 1 + by : i + by);
  }

  play(): void {
    if (this.playing || this.end <= this.start) {
      return;
    }
    if (this.atEnd) {
      this.setTime(this.start);
    }
    this.playing = true;
    this.last = performance.now();
    this.request = requestAnimationFrame(this.tick);
    this.onPlaying(true);
  }

  pause(): void {
    if (this.playing) {
      this.playing = false;
      cancelAnimationFrame(this.request);
      this.onPlaying(false);
    }
  }

  toggle(): void {
    if (this.playing) {
      this.pause();
    } else {
      this.play();
    }
  }

  private readonly tick = (now: number): void => {
    // a page that slept, or a slow frame: never jump by more than a quarter of a second
    const passed = Math.min(0.25, Math.max(0, (now - this.last) / 1000));
    this.last = now;
    let time = this.time + passed * this.speed;
    if (time >= this.end) {
      if (this.loop && this.end > this.start) {
        time = this.start + ((time - this.end) % (this.end - this.start));
      } else {
        this.setTime(this.end, false);
        this.pause();
        return;
      }
    }
    this.setTime(time, false);
    if (this.playing) {
      this.request = requestAnimationFrame(this.tick);
    }
  };
}
