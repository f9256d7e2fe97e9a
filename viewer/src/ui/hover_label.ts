/* ui/hover_label.ts -- the name beside the mouse, of the item under it. */
import { h } from "./dom";

export class HoverLabel {
  readonly element = h("div", { class: "hover-label", hidden: true });

  /** undefined: there is nothing under the mouse. */
  show(name: string | undefined, event: PointerEvent, stage: HTMLElement): void {
    this.element.hidden = name === undefined;
    if (name !== undefined) {
      const box = stage.getBoundingClientRect();
      this.element.textContent = name;
      const x = Math.min(event.clientX - box.left + 14, box.width - this.element.offsetWidth - 8);
      this.element.style.transform = `translate(${x}px, ${event.clientY - box.top + 16}px)`;
    }
  }
}
