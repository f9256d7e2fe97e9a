/* live_page.ts -- a page whose run is still going: takes what the server sends (live.ts) and tells how it goes. */
import { type BundleData, decodeMore } from "./bundle";
import { Live, type LiveStatus } from "./live";
import type { Player } from "./player";
import type { SinewScene } from "./scene/scene";
import { type Banner, note } from "./ui/notices";
import type { TopBar } from "./ui/topbar";

/** What grows with the run. */
interface Growing {
  readonly data: BundleData;
  readonly player: Player;
  readonly scene: SinewScene | null;
}

/** What tells of it; grown: new frames are there. */
interface Told {
  topbar: TopBar;
  banner: Banner;
  grown: () => void;
}

export class LivePage {
  private live: Live | undefined;

  constructor(
    private readonly page: Growing,
    private readonly told: Told,
  ) {}

  start(token: string): void {
    const { head, frames } = this.page.data;
    if (head.status !== "running") {
      this.told.topbar.showLive("ended", "ended");
      return;
    }
    this.told.topbar.showLive("live", "running");
    this.live = new Live({
      token,
      next: head.live?.next ?? frames.count,
      take: (bytes) => this.take(bytes),
      report: (status, detail) => this.report(status, detail),
      replaced: () => location.reload(),
    });
    this.live.start();
  }

  private take(bytes: ArrayBuffer): { next: number; status: string } {
    const { data, player, scene } = this.page;
    const more = decodeMore(bytes);
    const following = player.atEnd && !player.playing;
    if (scene) {
      scene.append(more);
    } else {
      data.append(more);
    }
    this.told.grown();
    this.told.topbar.showStatus();
    this.told.banner.show();
    player.setTime(following ? player.end : player.time);
    return { next: more.head.next, status: more.head.status };
  }

  private report(status: LiveStatus, detail: string): void {
    const { banner, topbar } = this.told;
    if (status === "ended") {
      topbar.showLive("ended", "ended");
      banner.show();
      note(`The run has ended: ${detail}.`);
    } else if (status === "gone") {
      topbar.showLive("server gone", "gone");
      banner.show("The server of this live page has gone. You see what came until then.");
    } else {
      topbar.showLive("live", "running");
      banner.show();
    }
  }
}
