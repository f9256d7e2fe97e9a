/* address.ts -- the address of the page says what is seen: kept up to date while nothing moves, copied on request. */
import { encodeState, type ViewState } from "../state";
import { openDialog } from "./dialog";
import { h } from "./dom";
import { note } from "./notices";

export interface AddressLinks {
  base: ViewState; // what needs not be written
  current: () => ViewState;
  busy: () => boolean; // playing: later
}

const patience = 600; // ms: browsers allow few changes of the address

export class Address {
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly links: AddressLinks) {}

  link(): string {
    return `${location.href.replace(/#.*$/, "")}#${this.text()}`;
  }

  async copy(): Promise<void> {
    const link = this.link();
    this.save();
    try {
      await navigator.clipboard.writeText(link);
      note("Link copied: it opens this view.");
    } catch {
      const field = h("input", {
        class: "field",
        readonly: true,
        value: link,
        "aria-label": "Link",
        "data-test": "link-text",
      });
      openDialog({ title: "Link to this view", test: "link-dialog", body: [h("p", {}, "Copy this address:"), field] });
      field.select();
    }
  }

  saveSoon(): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => (this.links.busy() ? this.saveSoon() : this.save()), patience);
  }

  private save(): void {
    clearTimeout(this.timer);
    try {
      history.replaceState(null, "", `#${this.text()}`);
    } catch {
      // a page in a sandbox may not change its address; the copied link still works
    }
  }

  private text(): string {
    return encodeState(this.links.current(), this.links.base);
  }
}
