/* plot.ts -- one plot over time (uPlot): lines, a line at the current time, and the hands that move it.
 *
 * Drag: moves the time. Wheel: zooms the time axis about the pointer. Shift + drag: zooms to a window. Double click: all.
 * Channels of different unit get axes of their own; a logarithmic plot shows magnitudes.
 */
import uPlot from "uplot";
import { h, setText } from "../ui/dom";
import type { Clock } from "../ui/clock";
import { formatNumber, formatShort, formatUnit, type Scale } from "../ui/units";
import type { Channel, Channels } from "./channels";
import { linearRange, logMarks, logRange, logValue, zoomSpan } from "./scales";

export interface PlotLinks {
  channels: Channels;
  /** A second run: its curves of the same name are dashed. */
  second: Channels | null;
  /** Start and end of the run as it stands. */
  bounds: () => [number, number];
  scrub: (time: number, done: boolean) => void;
  clock: Pick<Clock, "text" | "mark" | "splits">;
  zoom: (span: [number, number] | null) => void;
}

export interface PlotColors {
  text: string;
  grid: string;
  lines: string[];
}

export function plotColors(): PlotColors {
  const style = getComputedStyle(document.documentElement);
  const get = (name: string): string => style.getPropertyValue(name).trim();
  return {
    text: get("--dim"),
    grid: get("--plot-grid"),
    lines: [1, 2, 3, 4, 5, 6, 7, 8].map((i) => get(`--line-${i}`)),
  };
}

const font = '11px system-ui, -apple-system, "Segoe UI", sans-serif';

export class TimePlot {
  readonly element = h("div", { class: "plot-canvas", role: "img" });
  private chart: uPlot | undefined;
  private time = 0;
  private shown: Channel[] = [];
  private others: { index: number; channel: Channel }[] = []; // of the second run, and which of `shown` each belongs to
  private scales = new Map<string, Scale>(); // by unit
  private readonly nowLine = h("div", { class: "plot-now" });
  private readonly tip = h("div", { class: "plot-tip", hidden: true });
  private readonly window = h("div", { class: "plot-window", hidden: true });
  private dots: HTMLElement[] = [];
  private readonly observer: ResizeObserver;
  private span: [number, number] | null = null;

  constructor(private readonly links: PlotLinks) {
    this.observer = new ResizeObserver(() => this.resize());
    this.observer.observe(this.element);
  }

  /** Draws these channels anew. */
  show(list: Channel[], log: boolean, colors: PlotColors): void {
    this.chart?.destroy();
    this.shown = list;
    this.log = log;
    this.element.setAttribute("aria-label", `Curves of ${list.map((c) => c.label).join(", ")} over time`);
    const units = [...new Set(list.map((c) => c.unit))];
    this.choose();
    const { second } = this.links;
    this.others = list.flatMap((c, index) => {
      const channel = second?.get(c.id);
      return channel && channel.unit === c.unit ? [{ index, channel }] : [];
    });
    const { clock } = this.links;
    const { splits } = clock;
    const scales: uPlot.Scales = {
      x: { time: false, range: () => this.span ?? this.bounds() },
    };
    const axes: uPlot.Axis[] = [
      {
        font,
        stroke: colors.text,
        grid: { stroke: colors.grid, width: 1 },
        ticks: { stroke: colors.grid, width: 1, size: 4 },
        size: 24,
        gap: 3,
        values: (_, marks) => marks.map((m, i) => clock.mark(m, i === marks.length - 1)),
        ...(splits ? { splits: (_u: uPlot, _i: number, min: number, max: number) => splits(min, max) } : {}),
      },
    ];
    units.forEach((unit, i) => {
      const key = `y${i}`;
      scales[key] = log
        ? { distr: 3, log: 10, range: (_, min, max) => logRange(min, max) }
        : { range: (_, min, max) => linearRange(min, max) };
      axes.push({
        scale: key,
        side: i === 0 ? 3 : 1,
        font,
        labelFont: font,
        space: 24,
        stroke: colors.text,
        grid: { show: i === 0, stroke: colors.grid, width: 1 },
        ticks: { stroke: colors.grid, width: 1, size: 4 },
        gap: 3,
        size: (chart, values) => axisSize(chart, values),
        values: (_, marks) => {
          const name = this.scales.get(unit)?.unit ?? formatUnit(unit);
          return marks.map((m, k) => formatShort(m, 5) + (k === marks.length - 1 && name ? ` ${name}` : ""));
        },
        ...(log
          ? {
              splits: (chart, _i, min, max) =>
                logMarks(min, max, Math.max(2, chart.bbox.height / devicePixelRatio / 26)),
              filter: (_u, marks) => marks,
            }
          : {}),
      });
    });
    const chart = new uPlot(
      {
        ...this.size(),
        legend: { show: false },
        padding: [8, units.length > 1 ? 0 : 16, 0, 0],
        cursor: {
          drag: { x: false, y: false, setScale: false },
          sync: { key: "sinew-time" },
          points: { size: 5, width: 1 },
          y: false,
        },
        scales,
        axes,
        series: [
          {},
          ...list.map((c, i) => ({
            scale: `y${units.indexOf(c.unit)}`,
            stroke: colors.lines[i % colors.lines.length]!,
            width: 1.5,
            pxAlign: 0,
            paths,
            dash: i >= colors.lines.length ? [6, 4] : [],
            points: { show: this.rows(c) < 2 },
          })),
          ...this.others.map(({ index }) => ({
            scale: `y${units.indexOf(list[index]!.unit)}`,
            stroke: colors.lines[index % colors.lines.length]!,
            width: 1,
            pxAlign: 0,
            paths,
            dash: [5, 4],
            points: { show: false },
          })),
        ],
        hooks: {
          draw: [() => this.placeNow()],
          setCursor: [(u) => this.placeTip(u)],
        },
      },
      this.data(log),
      this.element,
    );
    this.chart = chart;
    this.dots = list.map((_, i) => {
      const dot = h("div", { class: "plot-dot" });
      dot.style.background = colors.lines[i % colors.lines.length]!;
      return dot;
    });
    chart.over.append(this.nowLine, ...this.dots, this.tip, this.window);
    this.hands(chart);
    this.placeNow();
  }

  private log = false;

  /** How a channel is shown. */
  scaleOf(channel: Channel): Scale {
    return this.scales.get(channel.unit) ?? { unit: formatUnit(channel.unit), factor: 1 };
  }

  /** One scale for all channels of a unit. A logarithmic axis shows powers of ten of the SI unit. */
  private choose(): void {
    const { channels } = this.links;
    this.scales = new Map();
    for (const unit of this.log ? [] : new Set(this.shown.map((c) => c.unit))) {
      this.scales.set(unit, channels.scaleOf(this.shown.filter((c) => c.unit === unit)));
    }
  }

  /** Rows came, or the window of time changed. */
  refresh(): void {
    this.choose();
    this.chart?.setData(this.data(this.log), true);
  }

  setSpan(span: [number, number] | null): void {
    this.span = span;
    this.chart?.setData(this.chart.data, true);
  }

  setTime(time: number): void {
    this.time = time;
    this.placeNow();
  }

  setShown(index: number, on: boolean): void {
    this.chart?.setSeries(index + 1, { show: on });
    this.others.forEach((other, k) => {
      if (other.index === index) {
        this.chart?.setSeries(1 + this.shown.length + k, { show: on });
      }
    });
    this.placeNow();
  }

  dispose(): void {
    this.observer.disconnect();
    this.chart?.destroy();
    this.chart = undefined;
  }

  private bounds(): [number, number] {
    const [a, b] = this.links.bounds();
    return b > a ? [a, b] : [a - 0.5, a + 0.5];
  }

  private rows(channel: Channel): number {
    return this.links.channels.tables[channel.table]?.count ?? 0;
  }

  /** Times, and the columns of all curves. Tables, and runs, have times of their own: put on the union of them. */
  private data(log: boolean): uPlot.AlignedData {
    const { channels, second } = this.links;
    const curves = [
      ...this.shown.map((c) => ({ from: channels, channel: c, like: c })),
      ...this.others.map(({ index, channel }) => ({ from: second!, channel, like: this.shown[index]! })),
    ];
    type Curve = (typeof curves)[number];
    const column = ({ from, channel, like }: Curve): (number | null)[] => {
      const values = from.column(channel);
      const { factor } = this.scaleOf(like);
      return log
        ? (values.map(logValue) as (number | null)[])
        : factor === 1
          ? values
          : values.map((v) => (v === null ? null : v / factor));
    };
    const times = ({ from, channel }: Curve): number[] => {
      const table = from.tables[channel.table];
      return Array.from({ length: table?.count ?? 0 }, (_, i) => table!.time[i]!);
    };
    const groups: Curve[][] = [];
    for (const curve of curves) {
      const group = groups.find(([g]) => g!.from === curve.from && g!.channel.table === curve.channel.table);
      if (group) {
        group.push(curve);
      } else {
        groups.push([curve]);
      }
    }
    const parts = groups.map((group) => [times(group[0]!), ...group.map(column)] as uPlot.AlignedData);
    if (parts.length <= 1) {
      return parts[0] ?? ([[]] as unknown as uPlot.AlignedData);
    }
    const joined = uPlot.join(parts);
    const order = groups.flat();
    return [joined[0], ...curves.map((c) => joined[1 + order.indexOf(c)]!)] as uPlot.AlignedData;
  }

  private size(): { width: number; height: number } {
    return { width: Math.max(80, this.element.clientWidth), height: Math.max(60, this.element.clientHeight) };
  }

  private resize(): void {
    if (this.chart && this.element.clientWidth > 0) {
      const size = this.size();
      if (size.width !== this.chart.width || size.height !== this.chart.height) {
        this.chart.setSize(size);
      }
    }
  }

  private placeNow(): void {
    const u = this.chart;
    const { min, max } = u?.scales.x ?? {};
    if (!u || min == null || max == null) {
      return;
    }
    const inside = this.time >= min && this.time <= max;
    const x = u.valToPos(this.time, "x");
    this.nowLine.hidden = !inside;
    this.nowLine.style.transform = `translateX(${x.toFixed(1)}px)`;
    this.shown.forEach((channel, i) => {
      const dot = this.dots[i];
      if (!dot) {
        return;
      }
      const raw = this.links.channels.valueAt(channel, this.time) / this.scaleOf(channel).factor;
      const value = this.log ? Math.abs(raw) : raw;
      const drawn = inside && u.series[i + 1]?.show !== false && Number.isFinite(value) && (!this.log || value > 0);
      dot.hidden = !drawn;
      if (drawn) {
        const y = u.valToPos(value, u.series[i + 1]!.scale!);
        dot.style.transform = `translate(${x.toFixed(1)}px, ${y.toFixed(1)}px)`;
      }
    });
  }

  /** What is under the pointer: time and values, only in the plot that has the pointer itself. */
  private placeTip(u: uPlot): void {
    const { left, idx } = u.cursor;
    const here = this.element.matches(":hover") && !this.dragging;
    if (!here || left == null || left < 0 || idx == null) {
      this.tip.hidden = true;
      return;
    }
    const t = u.posToVal(left, "x");
    const lines = this.tipLines(t);
    while (this.tip.children.length > lines.length) {
      this.tip.lastChild!.remove();
    }
    lines.forEach((text, i) => {
      const line = (this.tip.children[i] as HTMLElement | undefined) ?? this.tip.appendChild(h("div"));
      setText(line, text);
    });
    this.tip.hidden = false;
    const flip = left > u.over.clientWidth / 2;
    this.tip.style.transform = `translateX(${flip ? left - 10 : left + 10}px)${flip ? " translateX(-100%)" : ""}`;
  }

  private tipLines(t: number): string[] {
    const lines = [this.links.clock.text(t)];
    for (const c of this.shown.slice(0, 8)) {
      const { unit, factor } = this.scaleOf(c);
      lines.push(`${c.label}  ${formatNumber(this.links.channels.valueAt(c, t) / factor)} ${unit}`);
    }
    return lines;
  }

  private dragging: "scrub" | "window" | "" = "";

  private hands(u: uPlot): void {
    const over = u.over;
    let from = 0;
    const at = (event: PointerEvent | WheelEvent): number => {
      const box = over.getBoundingClientRect();
      return Math.min(box.width, Math.max(0, event.clientX - box.left));
    };
    over.addEventListener("pointerdown", (event) => {
      if (event.button !== 0) {
        return;
      }
      over.setPointerCapture(event.pointerId);
      this.tip.hidden = true;
      from = at(event);
      this.dragging = event.shiftKey ? "window" : "scrub";
      if (this.dragging === "scrub") {
        this.links.scrub(u.posToVal(from, "x"), false);
      }
    });
    over.addEventListener("pointermove", (event) => {
      if (this.dragging === "scrub") {
        this.links.scrub(u.posToVal(at(event), "x"), false);
      } else if (this.dragging === "window") {
        const to = at(event);
        this.window.hidden = false;
        this.window.style.left = `${Math.min(from, to)}px`;
        this.window.style.width = `${Math.abs(to - from)}px`;
      }
    });
    const finish = (event: PointerEvent): void => {
      const to = at(event);
      const kind = this.dragging;
      this.dragging = "";
      this.window.hidden = true;
      if (kind === "scrub") {
        this.links.scrub(u.posToVal(to, "x"), true);
      } else if (kind === "window" && Math.abs(to - from) > 4) {
        const a = u.posToVal(Math.min(from, to), "x");
        const b = u.posToVal(Math.max(from, to), "x");
        this.links.zoom([a, b]);
      }
    };
    over.addEventListener("pointerup", finish);
    over.addEventListener("pointercancel", finish);
    over.addEventListener("dblclick", () => this.links.zoom(null));
    over.addEventListener(
      "wheel",
      (event) => {
        event.preventDefault();
        const [start, end] = this.bounds();
        const center = u.posToVal(at(event), "x");
        const factor = Math.exp(Math.max(-0.6, Math.min(0.6, event.deltaY * 0.002)));
        this.links.zoom(zoomSpan(this.span ?? [start, end], center, factor, start, end));
      },
      { passive: false },
    );
  }
}

/** Every point joined by a line. uPlot's own way draws whole pixels once points are dense, which roughens smooth curves;
 *  it is kept for data so dense that it does not matter. */
const paths: uPlot.Series.PathBuilder = (u, index, from, to) => {
  if (to - from > 30 * u.bbox.width) {
    return uPlot.paths.linear!()(u, index, from, to);
  }
  const xs = u.data[0];
  const ys = u.data[index]!;
  const scale = u.series[index]!.scale!;
  const stroke = new Path2D();
  let open = false;
  for (let i = from; i <= to; i++) {
    const y = ys[i];
    if (y === null) {
      open = false; // a gap; undefined is only a time of another table
    } else if (y !== undefined) {
      const px = u.valToPos(xs[i]!, "x", true);
      const py = u.valToPos(y, scale, true);
      if (open) {
        stroke.lineTo(px, py);
      } else {
        stroke.moveTo(px, py);
        stroke.lineTo(px, py); // a lone point is seen as a dot
        open = true;
      }
    }
  }
  return { stroke, fill: null, clip: null, band: null, gaps: null, flags: 0 } as unknown as uPlot.Series.Paths;
};

/** Room for the widest number of the axis; uPlot asks before it draws. */
function axisSize(chart: uPlot, values: string[] | null): number {
  if (!values || values.length === 0) {
    return 40;
  }
  const longest = values.reduce((a, b) => (b && b.length > a.length ? b : a), "");
  chart.ctx.save();
  chart.ctx.font = font;
  const width = chart.ctx.measureText(longest).width;
  chart.ctx.restore();
  return Math.ceil(width) + 14;
}
