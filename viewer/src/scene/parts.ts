/* scene/parts.ts -- everything of the model that is drawn, as one thing: it is placed, coloured, measured and met by
 * rays. Parts are solids, betweens, lines and sheets; joint symbols and arrows come on top and can be left out.
 */
import type { Mesh, Object3D } from "three";
import type { BundleData } from "../bundle";
import { Arrows } from "./arrows";
import type { Hull } from "./hull";
import { JointLinks } from "./joints";
import { type Materials, modes } from "./materials";
import type { Hit, Ray } from "./ray";
import type { Rows } from "./rows";
import { groupByGeometry, Instances } from "./solids";
import { Lines, Sheets, type Surface } from "./surfaces";
import type { Range, Values } from "./values";

const mostWithShadows = 5e5; // triangles: they are drawn once more
const sampledFrames = 60; // for the outline of the motion

type Only = (item: number) => boolean;
type Point = { x: number; y: number };
type Project = (point: readonly [number, number, number]) => Point | null;
interface Nearest extends Point {
  distance: number;
}

/** Point of the piece from p to q that is nearest to (x, y), if it is nearer than the best so far. */
function nearer(p: Point, q: Point, x: number, y: number, best: Nearest): void {
  const dx = q.x - p.x;
  const dy = q.y - p.y;
  const square = dx * dx + dy * dy;
  const s = square > 0 ? Math.min(1, Math.max(0, ((x - p.x) * dx + (y - p.y) * dy) / square)) : 0;
  const distance = Math.hypot(p.x + s * dx - x, p.y + s * dy - y);
  if (distance < best.distance) {
    best.x = p.x + s * dx;
    best.y = p.y + s * dy;
    best.distance = distance;
  }
}

export class Parts {
  /** For the scene. */
  readonly objects: Object3D[];
  readonly shadows: Mesh[];
  private readonly solids: Instances[] = [];
  private readonly glyphs: Instances[] = [];
  private readonly links: JointLinks | null;
  private readonly lines: Lines | null;
  private readonly sheets: Sheets | null;
  private readonly arrows: Arrows[];
  private readonly surfaces: Surface[];

  constructor(
    private readonly data: BundleData,
    private readonly rows: Rows,
    materials: Materials,
  ) {
    const { head } = data;
    const slot = (item: number): number => (item >= 0 && item < head.items.length ? item : head.items.length);
    for (const { geometry, group, glyphs } of groupByGeometry(data)) {
      (glyphs ? this.glyphs : this.solids).push(new Instances(data, geometry, group, materials, slot));
    }
    this.links = head.glyphs.length > 0 ? new JointLinks(head.glyphs, materials, slot) : null;
    this.lines = head.lines.some((l) => l.rows.length > 1) ? new Lines(data, materials, slot) : null;
    this.sheets = head.sheets.length > 0 ? new Sheets(data, materials, slot) : null;
    this.arrows = (["force", "moment"] as const)
      .filter((q) => head.arrows.some((a) => a.quantity === q))
      .map((q) => new Arrows(data, q, materials, slot));
    this.surfaces = [this.lines, this.sheets].flatMap((s) => (s ? [s.surface] : []));
    const parts = [...this.solids, ...this.surfaces];
    const triangles = parts.reduce((sum, p) => sum + p.triangles, 0);
    this.shadows = triangles < mostWithShadows ? parts.map((p) => p.shadow) : [];
    this.objects = [
      ...[...parts, ...this.glyphs].flatMap((p) => (p.edges ? [p.mesh, p.edges] : [p.mesh])),
      ...this.arrows.map((a) => a.mesh),
      ...this.shadows,
      ...(this.links ? [this.links.lines] : []),
    ];
    this.setJoints(true, 1);
  }

  /** Writes everything that is seen where the rows are; returns the bytes for the GPU. */
  place(t: number): number {
    let bytes = this.placeParts();
    for (const g of this.glyphs) {
      bytes += g.mesh.visible ? g.place(this.rows) : 0;
    }
    bytes += this.links?.lines.visible ? this.links.place(this.rows) : 0;
    for (const a of this.arrows) {
      bytes += a.mesh.visible ? a.place(this.rows, t) : 0;
    }
    return bytes;
  }

  private placeParts(): number {
    let bytes = 0;
    for (const s of this.solids) {
      bytes += s.place(this.rows);
    }
    bytes += this.lines?.place(this.rows) ?? 0;
    bytes += this.sheets?.place(this.rows) ?? 0;
    return bytes;
  }

  color(values: Values): number {
    let bytes = 0;
    for (const s of this.solids) {
      bytes += s.color(this.rows, values);
    }
    for (const g of this.glyphs) {
      bytes += g.color(this.rows, values);
    }
    bytes += this.lines?.color(this.rows, values) ?? 0;
    bytes += this.sheets?.color(this.rows, values) ?? 0;
    return bytes;
  }

  /** Adds the values of the current frame. */
  extremes(values: Values, range: Range): void {
    if (values.mode === modes.field) {
      values.addTo(range);
      return;
    }
    range.add(0); // speeds and displacements are compared with rest
    for (const part of [...this.solids, this.lines, this.sheets]) {
      part?.extremes(this.rows, values, range);
    }
  }

  /** Outline of the parts as they are placed; joints only if asked for. */
  outline(hull: Hull, only: Only, joints: boolean): void {
    for (const part of [...this.solids, ...this.surfaces, ...(joints ? this.glyphs : [])]) {
      part.outline(hull, only);
    }
  }

  /** Outline over frames from `from` on (a sample of them), without magnification. Rows and parts are moved. */
  outlineMotion(hull: Hull, from: number, only: Only): void {
    const { frames } = this.data;
    const { time } = frames;
    const factor = this.rows.factor;
    this.rows.factor = 1;
    const step = Math.max(1, Math.ceil((frames.count - from) / sampledFrames));
    const add = (t: number): void => {
      this.rows.update(frames, t);
      this.placeParts();
      this.outline(hull, only, false);
    };
    for (let i = frames.count - 1; i >= from; i -= step) {
      add(time[i]);
    }
    if (from === 0) {
      add(frames.first);
    }
    this.rows.factor = factor;
  }

  raycast(ray: Ray, hit: Hit, seen: Only): void {
    for (const part of [...this.solids, ...this.glyphs, ...this.arrows, ...this.surfaces]) {
      if (part.mesh.visible) {
        part.raycast(ray, hit, seen);
      }
    }
  }

  /** The pixel of the middle of a line or rod that is nearest to (x, y), within `reach`. */
  nearestLine(project: Project, x: number, y: number, reach: number, seen: Only): { x: number; y: number } | null {
    const best: Nearest = { x: 0, y: 0, distance: reach };
    const piece = (a: ArrayLike<number>, i: number, b: ArrayLike<number>, k: number): void => {
      const p = project([a[i], a[i + 1], a[i + 2]]);
      const q = project([b[k], b[k + 1], b[k + 2]]);
      if (p && q) {
        nearer(p, q, x, y, best);
      }
    };
    this.lines?.middles(seen, piece);
    for (const s of this.solids) {
      s.middles(this.rows, seen, piece);
    }
    return best.distance < reach ? best : null;
  }

  setJoints(visible: boolean, size: number): void {
    for (const g of this.glyphs) {
      g.mesh.visible = visible;
      g.glyphSize = this.data.head.jointSize * size;
    }
    if (this.links) {
      this.links.lines.visible = visible;
    }
  }

  setArrows(visible: boolean, scale: number, scaled: boolean): void {
    for (const a of this.arrows) {
      a.mesh.visible = visible;
      a.scale = scale;
      a.scaled = scaled;
    }
  }

  setEdges(visible: boolean): void {
    for (const s of [...this.solids, ...this.surfaces]) {
      if (s.edges) {
        s.edges.visible = visible;
      }
    }
  }

  /** After new data. */
  grown(): void {
    for (const a of this.arrows) {
      a.measure();
    }
  }

  /** Instances, and items with something to see. */
  counts(seen: Only): { instances: number; parts: number } {
    const { solids, betweens, lines, sheets, glyphs, arrows } = this.data.head;
    const joints = this.glyphs.some((g) => g.mesh.visible) ? glyphs : [];
    const loads = this.arrows.some((a) => a.mesh.visible) ? arrows : [];
    const items = [solids, betweens, lines, sheets, joints, loads].flatMap((list) => list.map((e) => e.item));
    const instances = [...this.solids, ...this.glyphs, ...this.arrows].reduce((sum, i) => sum + i.count, 0);
    return { instances, parts: new Set(items.filter(seen)).size };
  }

  dispose(): void {
    for (const o of [...this.solids, ...this.glyphs, ...this.surfaces, ...this.arrows, this.links]) {
      o?.dispose();
    }
  }
}
