/* film.ts -- the run as a film, by the browser's own recorder: the scene as it is shown, once from the start to the end at the
 * chosen speed. MP4 where the browser can write it, else WebM.
 */
import type { Player } from "../player";
import { download, fileName } from "./download";
import { note } from "./notices";

const kinds: [mime: string, ending: string][] = [
  ["video/mp4;codecs=avc1.640028", "mp4"],
  ["video/webm;codecs=vp9", "webm"],
  ["video/webm;codecs=vp8", "webm"],
];
const bitsPerSecond = 12e6;
const lastFrame = 200; // ms that the end stays

let stop: (() => void) | null = null;

/** Records until the end of the run, or until it is called again. */
export async function takeFilm(canvas: HTMLCanvasElement, player: Player, model: string): Promise<void> {
  if (stop) {
    stop();
    return;
  }
  const [mime, ending] = kinds.find(([m]) => typeof MediaRecorder !== "undefined" && MediaRecorder.isTypeSupported(m)) ?? [];
  if (!mime || !ending || player.end <= player.start) {
    note("This browser records no films: `sinew view FILE.h5 -o film.mp4` makes one.");
    return;
  }
  const recorder = new MediaRecorder(canvas.captureStream(60), { mimeType: mime, videoBitsPerSecond: bitsPerSecond });
  const parts: Blob[] = [];
  recorder.ondataavailable = (event) => parts.push(event.data);
  const ended = new Promise<void>((resolve) => (recorder.onstop = () => resolve()));
  const { loop } = player;
  player.pause();
  player.loop = false;
  player.setTime(player.start, false);
  recorder.start();
  player.play();
  note("Recording: V again, or a pause, ends it");
  await new Promise<void>((resolve) => {
    stop = resolve;
    const look = (): void => (player.playing ? void requestAnimationFrame(look) : resolve());
    look();
  });
  stop = null;
  player.pause();
  player.loop = loop;
  setTimeout(() => recorder.stop(), lastFrame);
  await ended;
  const name = fileName(model, "film", ending);
  download(new Blob(parts, { type: mime }), name);
  note(`Saved ${name}`);
}
