/* page_state.ts -- the state that a page begins with. */
import type { BundleData } from "./bundle";
import type { Channels } from "./plots/channels";
import { traveller } from "./scene/travel";
import { defaultState, type ViewState } from "./state";

/** What a page shows before anyone touched it: the first channels are plotted, what travels far is followed. Depends on the data only: links need it. */
export function pageState(channels: Channels, data: BundleData): ViewState {
  const state = defaultState();
  const first = channels.head.series
    .map((s, i) => ({ s, i }))
    .filter(({ s }) => s.path.startsWith("channels/"))
    .slice(0, 2);
  state.plots = first.map(({ i }) => ({
    channels: channels
      .ofSeries(i)
      .filter((c) => c.component >= 0)
      .slice(0, 6)
      .map((c) => c.id),
    log: false,
  }));
  state.follow = data.head.view?.aim ? "" : (data.head.items[traveller(data)]?.name ?? "");
  state.dock = state.plots.length > 0;
  return state;
}
