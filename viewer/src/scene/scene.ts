/* scene/scene.ts -- the model on the canvas: one class that puts the pieces of this folder together. The user
 * interface says what to show and when; the scene moves, colours, draws and picks. Nothing is allocated per frame:
 * setTime writes the arrays that the GPU reads, render draws them in one call per geometry (two with edges).
 */
import { Scene, Vector2, Vector3, WebGLRenderer } from "three";
import type { BundleData, Opened } from "../bundle";
import { directionOf, OrbitCamera, views } from "../camera";
import type { More } from "../format";
import { arrowGeometry } from "./arrows";
import { cssGradient } from "./colors";
import { Follow } from "./follow";
import { Ghost } from "./ghost";
import { Background, Ground, Triad } from "./ground";
import { Hull } from "./hull";
import { Materials, modes } from "./materials";
import { Parts } from "./parts";
import { Picker } from "./picker";
import { Rows } from "./rows";
import { ShownRange } from "./shown_range";
import { type TrailLine, trailLines } from "./trails";
import {
  type ColorMode,
  type Legend,
  lightTheme,
  type Pick,
  type RangeMode,
  type SceneStats,
  type SceneTheme,
  type Trail,
  type ViewName,
} from "./types";
import { standingItems, traveller } from "./travel";
import { hasBothSigns, Values } from "./values";
export * from "./types";

const largestSurroundings = 2.5; // what stands still is in view if all is at most so many times as large as what moves

function sizeOf(hull: Hull): number {
  const box = hull.box();
  return Math.hypot(box[3] - box[0], box[4] - box[1], box[5] - box[2]);
}

export class SinewScene {
  /** Called when something wants a new picture (camera moved by the mouse, fit in progress ...): then call render(). */
  onInvalidate: () => void = () => {};
  /** A click (not a drag) on an item, or on nothing (null). */
  onPick: (pick: Pick | null, event: PointerEvent) => void = () => {};
  onDoubleClick: (pick: Pick | null, event: MouseEvent) => void = () => {};
  /** Mouse over an item (or nothing); highlight is done by the scene. */
  onHover: (pick: Pick | null, event: PointerEvent) => void = () => {};
  /** The user moved the camera. */
  onCamera: () => void = () => {};
  /** Changes of view take a moment; false: at once. */
  smooth = true;

  private readonly renderer: WebGLRenderer;
  private readonly scene = new Scene();
  private readonly view3d: OrbitCamera;
  private readonly rows: Rows;
  private readonly values: Values;
  private readonly materials: Materials;
  private readonly parts: Parts;
  private readonly followed: Follow;
  private readonly background = new Background();
  private readonly ground = new Ground();
  private readonly triad: Triad;
  private trails: TrailLine[] = [];
  private wantedTrails: readonly Trail[] = [];
  private readonly screen = new Vector2(1, 1);
  private readonly center = new Vector3();
  private radius = 1;
  private motion: Hull; // of all parts over the whole run
  private t = 0;
  private bytes = 0;
  private axesOn = true;
  private mode: ColorMode = { by: "item" };
  private shown = { min: 0, max: 1 }; // range of the legend
  private signed = false; // its zero is in the middle
  private readonly standing: Set<number>; // items that stay where they are
  private readonly travels: boolean;
  private readonly ghost: Ghost | null; // a second run
  private readonly range: ShownRange;
  private readonly point = new Vector3();
  private readonly picker: Picker;
  private readonly seen = (item: number): boolean => !this.materials.isHidden(item);
  private readonly canvasEvents: [string, EventListener][];

  constructor(
    private readonly canvas: HTMLCanvasElement,
    private readonly data: BundleData,
    second: BundleData | null = null,
  ) {
    const head = data.head;
    this.renderer = new WebGLRenderer({
      canvas,
      antialias: true,
      alpha: false,
      stencil: true,
      powerPreference: "high-performance",
    });
    this.renderer.autoClear = false;
    this.renderer.info.autoReset = false;
    this.rows = new Rows(head.rows);
    this.values = new Values(head.fields, head.items.length);
    this.materials = new Materials([...head.items, { color: "#8a9099" }]); // the last: of the ground
    this.parts = new Parts(data, this.rows, this.materials);
    this.standing = standingItems(head);
    this.travels = traveller(data) >= 0;
    this.range = new ShownRange(data, this.rows, this.values, this.parts);
    this.triad = new Triad(arrowGeometry("force"));
    this.scene.add(this.background.mesh, this.ground.mesh, ...this.parts.objects);
    this.ghost = second ? new Ghost(second) : null;
    if (this.ghost) {
      this.scene.add(...this.ghost.objects);
    }
    this.scene.matrixWorldAutoUpdate = false;

    this.view3d = new OrbitCamera(canvas, new Vector3(...head.up));
    this.followed = new Follow(this.view3d, this.rows);
    this.picker = new Picker(this.view3d, this.screen, this.rows, this.parts, this.seen);
    this.motion = new Hull(this.view3d.up);
    this.view3d.onChange = (byHand) => {
      this.onInvalidate();
      if (byHand) {
        this.onCamera();
      }
    };
    this.view3d.onClick = (x, y, e) => this.onPick(this.pick(x, y), e);
    this.view3d.onMove = (x, y, e) => this.hover(this.pick(x, y), e);
    this.view3d.onLeave = (e) => this.hover(null, e);
    this.canvasEvents = [
      [
        "dblclick",
        (e) => this.onDoubleClick(this.pick((e as MouseEvent).offsetX, (e as MouseEvent).offsetY), e as MouseEvent),
      ],
      ["webglcontextlost", (e) => e.preventDefault()],
      ["webglcontextrestored", () => this.onInvalidate()],
    ];
    for (const [name, act] of this.canvasEvents) {
      canvas.addEventListener(name, act);
    }
    this.setTheme(lightTheme);
    this.resize();
    this.measureMotion(0);
    this.setTime(data.frames.first);
    this.smooth = false;
    this.fitTo("motion", views.iso);
    this.smooth = true;
  }

  /** Moves everything to a time; nothing is drawn until render(). */
  setTime(t: number): void {
    this.t = t;
    this.refresh();
  }

  get time(): number {
    return this.t;
  }

  private refresh(): void {
    this.rows.update(this.data.frames, this.t);
    let bytes = this.parts.place(this.t);
    this.ghost?.setTime(this.t, this.rows.factor);
    for (const trail of this.trails) {
      bytes += trail.place(this.rows, this.t);
    }
    this.bytes = bytes + this.color();
    this.followed.move();
    this.onInvalidate();
  }

  private color(): number {
    const { values } = this;
    const { uMode, uFactor, uRange } = this.materials.uniforms;
    uMode.value = values.mode;
    uFactor.value = this.rows.factor;
    if (values.mode === modes.item) {
      return 0;
    }
    values.seek(this.data.frames, this.t);
    const bytes = this.parts.color(values);
    this.shown = this.range.at(this.t);
    this.signed = this.mode.by === "field" && hasBothSigns(this.shown);
    if (this.signed && typeof this.range.mode !== "object") {
      const most = Math.max(-this.shown.min, this.shown.max);
      this.shown = { min: -most, max: most };
    }
    this.signed &&= this.shown.min === -this.shown.max; // a typed range may have its zero elsewhere
    this.materials.setSigned(this.signed);
    const { min, max } = this.shown;
    const half = max > min ? 0 : Math.max(1, Math.abs(min)); // one number everywhere: the middle of the colours
    uRange.value.set(min - half, max + half);
    return bytes;
  }

  render(): void {
    const { renderer, view3d } = this;
    if (view3d.advance(performance.now())) {
      requestAnimationFrame(() => this.onInvalidate());
    }
    view3d.update(this.center, this.radius);
    const camera = view3d.camera;
    this.materials.uniforms.uUp.value.copy(view3d.up).transformDirection(camera.matrixWorldInverse);
    view3d.pixel(this.materials.uniforms.uPixel.value);
    this.ghost?.prepare(this.materials.uniforms.uUp.value, this.materials.uniforms.uPixel.value);
    renderer.info.reset();
    renderer.setViewport(0, 0, this.screen.x, this.screen.y);
    renderer.clear();
    renderer.render(this.scene, camera);
    if (this.axesOn) {
      this.triad.render(renderer, camera.matrixWorldInverse);
    }
  }

  /** Takes the size of the canvas element on the page. */
  resize(): void {
    const width = Math.max(1, this.canvas.clientWidth);
    const height = Math.max(1, this.canvas.clientHeight);
    this.renderer.setPixelRatio(Math.min(window.devicePixelRatio || 1, 2));
    this.renderer.setSize(width, height, false);
    this.screen.set(width, height);
    this.view3d.setSize(width, height);
    this.onInvalidate();
  }

  /** New data of a live run: appends them to the data too. */
  append(more: Opened<More>): void {
    const before = this.data.frames.count;
    this.data.append(more);
    this.parts.grown();
    if (this.data.frames.count > before) {
      this.measureMotion(before);
      this.setTrails(this.wantedTrails);
    } else {
      this.refresh();
    }
  }

  dispose(): void {
    for (const [name, act] of this.canvasEvents) {
      this.canvas.removeEventListener(name, act);
    }
    this.ghost?.dispose();
    const around = [this.background, this.ground, this.triad, this.materials, this.view3d, this.renderer];
    for (const o of [this.parts, ...this.trails, ...around]) {
      o.dispose();
    }
  }

  /** Where the ground and the middle are. Parts must be placed again afterwards. */
  private measureMotion(from: number): void {
    const hull = this.motion;
    this.parts.outlineMotion(hull, from, () => true);
    if (hull.empty) {
      const { center, radius } = this.data.head;
      const r = radius > 0 ? radius : 1;
      for (let k = 0; k < 8; k++) {
        hull.add(center[0] + (k & 1 ? r : -r), center[1] + (k & 2 ? r : -r), center[2] + (k & 4 ? r : -r));
      }
    }
    const box = hull.box();
    this.center.set((box[0] + box[3]) / 2, (box[1] + box[4]) / 2, (box[2] + box[5]) / 2);
    this.radius = Math.max(Math.hypot(box[3] - box[0], box[4] - box[1], box[5] - box[2]) / 2, 1e-9);
    const { up, e1, e2 } = this.view3d;
    const height = hull.lowest - 0.002 * this.radius; // a hair below the lowest point
    this.point.copy(this.center).addScaledVector(up, height - this.center.dot(up));
    this.ground.place(this.point, e1, e2, this.radius);
    const u = this.materials.uniforms;
    u.uGroundUp.value.copy(up);
    u.uGroundHeight.value = height;
    u.uGroundCenter.value.copy(this.point);
    u.uGroundRadius.value = this.radius;
  }

  setTheme(theme: SceneTheme): void {
    for (const part of [this.materials, this.background, this.ground, this.triad, this.ghost]) {
      part?.setTheme(theme);
    }
    this.onInvalidate();
  }

  /** only: the items that are coloured by their values; null: all. */
  setColorMode(mode: ColorMode, only: ReadonlySet<number> | null = null): void {
    this.mode = mode;
    this.values.choose(mode, only);
    this.range.forget();
    this.refresh();
  }

  setRange(range: RangeMode): void {
    this.range.mode = range;
    this.refresh();
  }

  /** null: colours by item. Call after setTime for the range of the frame. */
  legend(): Legend | null {
    if (this.mode.by === "item") {
      return null;
    }
    const { min, max } = this.shown;
    if (this.mode.by === "field") {
      const { name } = this.mode;
      return { name, unit: this.data.head.fields.find((f) => f.name === name)?.unit ?? "", min, max, diverging: this.signed };
    }
    return { name: this.mode.by, unit: this.mode.by === "speed" ? "m/s" : "m", min, max, diverging: false };
  }

  /** Names of fields that some item has, each once. */
  fields(): { name: string; unit: string }[] {
    const out = new Map(this.data.head.fields.map((f) => [f.name, f.unit] as const));
    return [...out].map(([name, unit]) => ({ name, unit }));
  }

  /** CSS gradient, from low to high; the angle "90deg" is from left to right. */
  static gradient(angle: string, diverging: boolean): string {
    return cssGradient(angle, diverging);
  }

  /** 1: as it is. */
  setMagnification(factor: number): void {
    this.rows.factor = factor;
    this.setTrails(this.wantedTrails);
  }

  setJoints(visible: boolean, size = 1): void {
    this.parts.setJoints(visible, size);
    this.refresh();
  }

  /** scaled: long arrows for large forces; else all are equally long. */
  setArrows(visible: boolean, scale = 1, scaled = true): void {
    this.parts.setArrows(visible, scale, scaled);
    this.refresh();
  }

  setEdges(visible: boolean): void {
    this.parts.setEdges(visible);
    this.onInvalidate();
  }

  setWireframe(on: boolean): void {
    this.materials.solid.wireframe = on;
    this.materials.surface.wireframe = on;
    this.onInvalidate();
  }

  /** The second run. */
  setGhost(visible: boolean): void {
    this.ghost?.setVisible(visible);
    this.onInvalidate();
  }

  /** Grid and shadows. */
  setGround(visible: boolean): void {
    for (const mesh of [this.ground.mesh, ...this.parts.shadows]) {
      mesh.visible = visible;
    }
    this.onInvalidate();
  }

  setAxes(visible: boolean): void {
    this.axesOn = visible;
    this.onInvalidate();
  }

  /** Items that are not drawn. */
  setHidden(items: Iterable<number>): void {
    this.materials.setHidden(items);
    this.onInvalidate();
  }

  /** -1: none. */
  setSelected(item: number): void {
    this.materials.uniforms.uSelected.value = item;
    this.onInvalidate();
  }

  get selected(): number {
    return this.materials.uniforms.uSelected.value;
  }

  setHovered(item: number): void {
    if (this.materials.uniforms.uHover.value !== item) {
      this.materials.uniforms.uHover.value = item;
      this.onInvalidate();
    }
  }

  private hover(pick: Pick | null, event: PointerEvent): void {
    this.setHovered(pick?.item ?? -1);
    this.onHover(pick, event);
  }

  /** CSS pixels from the upper left corner of the canvas. */
  pick(x: number, y: number): Pick | null {
    this.view3d.update(this.center, this.radius);
    return this.picker.pick(x, y);
  }

  /** Where a ground point is on the canvas, CSS pixels; null behind the camera. */
  project(point: readonly [number, number, number]): { x: number; y: number } | null {
    return this.picker.project(point);
  }

  /** True ground position and velocity of a point fixed in a row, now. */
  pointOf(row: number, local: readonly [number, number, number]): { position: number[]; velocity: number[] } {
    return this.rows.truePoint(row, local);
  }

  /** True rotation vector of a row (rad) and its angular velocity, in ground axes, now. */
  turnOf(row: number): { orientation: number[]; spin: number[] } {
    return this.rows.trueTurn(row);
  }

  /** By keys: turns the view by so many pixels of a drag; zooms about the middle. */
  orbit(dx: number, dy: number): void {
    this.view3d.orbit(dx, dy);
  }

  zoom(factor: number): void {
    this.view3d.zoom(factor, this.screen.x / 2, this.screen.y / 2);
  }

  /** A row that stands for an item (its first); -1: none. */
  rowOf(item: number): number {
    const { rows, solids, lines, betweens, glyphs, arrows } = this.data.head;
    const own = item < 0 ? -1 : rows.findIndex((r) => r.item === item);
    return own >= 0 || item < 0
      ? own
      : (solids.find((s) => s.item === item)?.at.row ??
          lines.find((l) => l.item === item)?.rows[0] ??
          betweens.find((b) => b.item === item)?.a.row ??
          glyphs.find((g) => g.item === item)?.a.row ??
          arrows.find((a) => a.item === item)?.at.row ??
          -1);
  }

  setTrails(trails: readonly Trail[]): void {
    this.wantedTrails = trails;
    for (const old of this.trails) {
      this.scene.remove(old.mesh);
      old.dispose();
    }
    this.trails = trailLines(trails, this.rows, this.data.frames, this.screen);
    for (const trail of this.trails) {
      this.scene.add(trail.mesh);
    }
    this.refresh();
  }

  /** motion: everything over the whole run; now: everything as it is; or one item as it is. */
  fit(what: "motion" | "now" | { item: number }): void {
    this.fitTo(what);
  }

  /** As the model wants to be seen; without a wish from the usual side. What travels far is looked at where it is. */
  home(): void {
    const { view } = this.data.head;
    if (view && !(this.travels && !view.aim)) {
      this.fitTo("motion", directionOf(view.from), view);
    } else if (this.travels) {
      const hull = new Hull(this.view3d.up);
      this.parts.outline(hull, (item) => this.seen(item) && !this.standing.has(item), false);
      this.view3d.fit((hull.empty ? this.motion : hull).points, this.smooth, directionOf(view?.from ?? "iso"), { zoom: view?.zoom });
    } else {
      this.view("iso");
    }
  }

  /** What is looked at: everything that is shown over the whole run; but what stands still only if what moves does not become
   *  small beside it. */
  private framed(): Hull {
    const { items } = this.data.head;
    const outlined = (only: (item: number) => boolean): Hull => {
      const hull = new Hull(this.view3d.up);
      this.parts.outlineMotion(hull, 0, only);
      return hull;
    };
    const all = items.some((_, i) => !this.seen(i)) ? outlined(this.seen) : this.motion;
    let hull = all;
    if (this.standing.size > 0) {
      const moving = outlined((item) => this.seen(item) && !this.standing.has(item));
      hull = moving.empty || sizeOf(moving) * largestSurroundings > sizeOf(all) ? all : moving;
    }
    this.refresh();
    return hull;
  }

  private fitTo(
    what: "motion" | "now" | { item: number },
    direction?: [number, number],
    closer?: { zoom?: number; aim?: [number, number, number] },
  ): void {
    let hull = this.motion;
    if (what === "motion") {
      hull = this.framed();
    } else {
      hull = new Hull(this.view3d.up);
      const only = typeof what === "object" ? (item: number): boolean => item === what.item : this.seen;
      this.parts.outline(hull, only, typeof what === "object");
    }
    this.view3d.fit((hull.empty ? this.motion : hull).points, this.smooth, direction, closer);
    this.onCamera();
  }

  /** Looks from a standard side at the whole motion, or at what is followed from the same distance. */
  view(name: ViewName): void {
    if (this.followed.item >= 0) {
      this.view3d.go({ azimuth: views[name][0], elevation: views[name][1] }, this.smooth);
      this.onCamera();
    } else {
      this.fitTo("motion", views[name]);
    }
  }

  setProjection(kind: "perspective" | "orthographic"): void {
    this.view3d.orthographicOn = kind === "orthographic";
    this.onInvalidate();
    this.onCamera();
  }

  get projection(): "perspective" | "orthographic" {
    return this.view3d.orthographicOn ? "orthographic" : "perspective";
  }

  /** -1: nobody. turn: the camera turns with the item. */
  follow(item: number, turn = false): void {
    const row = this.rowOf(item);
    this.followed.set(item, row, turn, this.data.head.rows[Math.max(row, 0)]?.turn ?? [1, 0, 0, 0]);
    this.onInvalidate();
    this.onCamera();
  }

  get following(): { item: number; turn: boolean } {
    return { item: this.followed.item, turn: this.followed.turn };
  }

  /** A short array of numbers for the link: target (from the followed item, if any), azimuth, elevation, distance,
   *  projection, followed item, turning. */
  cameraState(): number[] {
    return this.followed.state();
  }

  setCameraState(state: readonly number[]): void {
    if (state.length < 7 || !state.every(Number.isFinite) || !(state[5] > 0)) {
      return;
    }
    this.view3d.orthographicOn = state[6] === 1;
    this.follow(state[7] ?? -1, state[8] === 1);
    const target = this.followed.origin().add(this.point.set(state[0], state[1], state[2]));
    this.view3d.go({ target, azimuth: state[3], elevation: state[4], distance: state[5] }, false);
  }

  stats(): SceneStats {
    const { calls, triangles } = this.renderer.info.render;
    return { drawCalls: calls, triangles, bytes: this.bytes, ...this.parts.counts(this.seen) };
  }

  /** PNG of the current picture. */
  snapshot(): Promise<Blob> {
    this.render();
    return new Promise((resolve, reject) => {
      this.canvas.toBlob(
        (blob) => (blob ? resolve(blob) : reject(new Error("the browser made no picture"))),
        "image/png",
      );
    });
  }
}
