/* camera.ts -- the camera and how the mouse, fingers and names of views move it. It looks at a target from a distance,
 * under an azimuth about `up` and an elevation above the ground. In both projections the height of what is seen at the
 * target is 2 distance tan(fov/2), so that changing the projection keeps the picture. `base` turns the whole view: it
 * is that of the part that the camera turns with, else none.
 */
import { Matrix4, OrthographicCamera, PerspectiveCamera, Quaternion, Vector3 } from "three";
import type { ViewName } from "./scene/types";

const fov = 32; // degrees; small, so that parallel edges look nearly so
const half = Math.tan((fov * Math.PI) / 360);
const quarter = Math.PI / 2;

/** Azimuth and elevation; front looks along the second ground direction, with the first to the right. */
export const views: Record<ViewName, [number, number]> = {
  iso: [-Math.PI / 4, Math.atan(Math.SQRT1_2)],
  front: [-quarter, 0],
  back: [quarter, 0],
  right: [0, 0],
  left: [Math.PI, 0],
  top: [-quarter, quarter],
  bottom: [-quarter, -quarter],
};

/** A name of a view, or "AZIMUTH,ELEVATION" in degrees, where the front has the azimuth 0 and the right side 90. */
export function directionOf(text: string): [number, number] {
  const named = Object.entries(views).find(([name]) => name === text);
  const [azimuth, elevation] = text.split(",").map((s) => (Number(s) * Math.PI) / 180);
  if (named || azimuth === undefined || elevation === undefined || !Number.isFinite(azimuth + elevation)) {
    return named?.[1] ?? views.iso;
  }
  return [azimuth - quarter, Math.min(quarter, Math.max(-quarter, elevation))];
}

/** Two directions at right angles to `up`: with up = z they are x and y, with up = y they are x and -z. */
export function groundAxes(up: Vector3): [Vector3, Vector3] {
  const e1 = new Vector3(1, 0, 0);
  if (Math.abs(up.x) > 0.9) {
    e1.set(0, up.x > 0 ? 1 : -1, 0);
  }
  e1.addScaledVector(up, -e1.dot(up)).normalize();
  return [e1, new Vector3().crossVectors(up, e1)];
}

interface Pose {
  target: Vector3;
  azimuth: number;
  elevation: number;
  distance: number;
}

export class OrbitCamera {
  readonly perspective = new PerspectiveCamera(fov, 1, 0.01, 100);
  readonly orthographic = new OrthographicCamera(-1, 1, 1, -1, 0.01, 100);
  orthographicOn = false;
  readonly target = new Vector3();
  azimuth = views.iso[0];
  elevation = views.iso[1];
  distance = 10;
  readonly base = new Quaternion();
  readonly up: Vector3;
  readonly e1: Vector3;
  readonly e2: Vector3;
  /** After a change by the user's hand or a step of a transition. */
  onChange: (byHand: boolean) => void = () => {};
  /** A press and release without a move; and moves without a button. */
  onClick: (x: number, y: number, event: PointerEvent) => void = () => {};
  onMove: (x: number, y: number, event: PointerEvent) => void = () => {};
  onLeave: (event: PointerEvent) => void = () => {};
  private aspect = 1;
  private height = 1; // CSS pixels
  private width = 1;
  private from: Pose | null = null; // of a transition
  private to: Pose | null = null;
  private began = 0;
  private readonly pointers = new Map<number, { x: number; y: number }>();
  private travelled = 0;
  private button = 0;
  private readonly right = new Vector3();
  private readonly upward = new Vector3();
  private readonly outward = new Vector3();
  private readonly matrix = new Matrix4();
  private readonly listeners: [string, EventListener][];

  constructor(
    private readonly element: HTMLElement | null,
    up: Vector3,
  ) {
    this.up = up.lengthSq() > 0 ? up.clone().normalize() : new Vector3(0, 0, 1);
    [this.e1, this.e2] = groundAxes(this.up);
    this.listeners = [
      ["pointerdown", (e) => this.down(e as PointerEvent)],
      ["pointermove", (e) => this.moveTo(e as PointerEvent)],
      ["pointerup", (e) => this.release(e as PointerEvent)],
      ["pointercancel", (e) => this.pointers.delete((e as PointerEvent).pointerId)],
      ["pointerleave", (e) => this.onLeave(e as PointerEvent)],
      ["wheel", (e) => this.wheel(e as WheelEvent)],
      ["contextmenu", (e) => e.preventDefault()],
    ];
    for (const [name, act] of this.listeners) {
      element?.addEventListener(name, act, { passive: false });
    }
    if (element) {
      element.style.touchAction = "none";
    }
  }

  get camera(): PerspectiveCamera | OrthographicCamera {
    return this.orthographicOn ? this.orthographic : this.perspective;
  }

  setSize(width: number, height: number): void {
    this.width = Math.max(1, width);
    this.height = Math.max(1, height);
    this.aspect = this.width / this.height;
  }

  /** Directions of the picture for an azimuth and elevation. */
  private directions(azimuth: number, elevation: number): void {
    const { e1, e2, up } = this;
    const [ca, sa, ce, se] = [Math.cos(azimuth), Math.sin(azimuth), Math.cos(elevation), Math.sin(elevation)];
    this.right.copy(e1).multiplyScalar(-sa).addScaledVector(e2, ca);
    this.outward
      .copy(e1)
      .multiplyScalar(ce * ca)
      .addScaledVector(e2, ce * sa)
      .addScaledVector(up, se);
    this.upward
      .copy(e1)
      .multiplyScalar(-se * ca)
      .addScaledVector(e2, -se * sa)
      .addScaledVector(up, ce);
    for (const v of [this.right, this.outward, this.upward]) {
      v.applyQuaternion(this.base);
    }
  }

  /** Puts the three.js camera where it belongs. center, radius: of what must not be cut by the near and far planes. */
  update(center: Vector3, radius: number): void {
    this.directions(this.azimuth, this.elevation);
    const camera = this.camera;
    this.matrix.makeBasis(this.right, this.upward, this.outward);
    camera.quaternion.setFromRotationMatrix(this.matrix);
    const back = this.orthographicOn ? Math.max(this.distance, 4 * radius) : this.distance;
    camera.position.copy(this.target).addScaledVector(this.outward, back);
    const depth = camera.position.clone().sub(center).dot(this.outward);
    camera.far = Math.max(depth + 8 * radius, 2 * back);
    camera.near = this.orthographicOn ? 0 : Math.max(depth - 8 * radius, this.distance * 0.01, camera.far * 2e-5);
    const tall = this.distance * half;
    if (camera instanceof PerspectiveCamera) {
      camera.aspect = this.aspect;
    } else {
      camera.top = tall;
      camera.bottom = -tall;
      camera.right = tall * this.aspect;
      camera.left = -tall * this.aspect;
    }
    camera.updateProjectionMatrix();
    camera.updateMatrixWorld();
  }

  /** Size of a CSS pixel: `x` times the distance from the camera, and `y`. */
  pixel(out: { set(x: number, y: number): unknown }): void {
    const tall = (2 * half) / this.height;
    out.set(this.orthographicOn ? 0 : tall, this.orthographicOn ? tall * this.distance : 0);
  }

  /** One step of a transition; true while there is more. */
  advance(now: number): boolean {
    if (!this.from || !this.to) {
      return false;
    }
    const s = Math.min(1, (now - this.began) / 280);
    const w = s * s * (3 - 2 * s);
    this.target.lerpVectors(this.from.target, this.to.target, w);
    this.azimuth = this.from.azimuth + w * (this.to.azimuth - this.from.azimuth);
    this.elevation = this.from.elevation + w * (this.to.elevation - this.from.elevation);
    this.distance = this.from.distance * (this.to.distance / this.from.distance) ** w;
    if (s >= 1) {
      this.stop();
    }
    return s < 1;
  }

  stop(): void {
    this.from = this.to = null;
  }

  private pose(): Pose {
    return { target: this.target.clone(), azimuth: this.azimuth, elevation: this.elevation, distance: this.distance };
  }

  /** Goes to a pose smoothly, the short way round; at once without `smooth`. */
  go(change: Partial<Pose>, smooth: boolean): void {
    const to = { ...(this.to ?? this.pose()), ...change };
    const turns = Math.round((this.azimuth - to.azimuth) / (2 * Math.PI));
    to.azimuth += 2 * Math.PI * turns;
    if (smooth) {
      this.from = this.pose();
      this.to = to;
      this.began = performance.now();
    } else {
      this.stop();
      this.target.copy(to.target);
      this.azimuth = to.azimuth;
      this.elevation = to.elevation;
      this.distance = to.distance;
    }
    this.onChange(false);
  }

  /** Looks at all points (three numbers each), with a margin; or `zoom` times nearer, at `aim`. */
  fit(
    points: ArrayLike<number>,
    smooth: boolean,
    direction?: readonly [number, number],
    { zoom = 1, aim }: { zoom?: number; aim?: readonly [number, number, number] } = {},
  ): void {
    const [azimuth, elevation] = direction ?? [this.to?.azimuth ?? this.azimuth, this.to?.elevation ?? this.elevation];
    this.directions(azimuth, elevation);
    const center = new Vector3();
    for (let i = 0; i < points.length; i++) {
      center.setComponent(i % 3, center.getComponent(i % 3) + (3 * points[i]) / points.length);
    }
    const p = new Vector3();
    const margin = 1.14;
    let distance = Infinity;
    // the middle of the picture, then the distance: again, since in perspective the middle depends on the distance
    for (let pass = 0; pass < 5; pass++) {
      let need = 0;
      let [left, right, low, high] = [Infinity, -Infinity, Infinity, -Infinity];
      for (let i = 0; i < points.length; i += 3) {
        p.set(points[i], points[i + 1], points[i + 2]).sub(center);
        const x = p.dot(this.right);
        const y = p.dot(this.upward);
        const z = this.orthographicOn ? 0 : p.dot(this.outward);
        need = Math.max(need, (Math.abs(y) * margin) / half + z, (Math.abs(x) * margin) / (half * this.aspect) + z);
        const scale = distance < Infinity ? distance / Math.max(distance - z, 0.1 * distance) : 1;
        left = Math.min(left, x * scale);
        right = Math.max(right, x * scale);
        low = Math.min(low, y * scale);
        high = Math.max(high, y * scale);
      }
      distance = Math.max(need, 1e-9);
      if (pass < 4 && right >= left) {
        center.addScaledVector(this.right, (left + right) / 2).addScaledVector(this.upward, (low + high) / 2);
      }
    }
    const target = aim ? new Vector3(...aim) : center;
    this.go({ target, distance: distance / zoom, azimuth, elevation }, smooth);
  }

  /** Keeps the point under (x, y) (CSS pixels) where it is. factor < 1: nearer. */
  zoom(factor: number, x: number, y: number): void {
    this.stop();
    this.directions(this.azimuth, this.elevation);
    const tall = this.distance * half;
    const px = ((2 * x) / this.width - 1) * tall * this.aspect;
    const py = (1 - (2 * y) / this.height) * tall;
    this.target.addScaledVector(this.right, px * (1 - factor)).addScaledVector(this.upward, py * (1 - factor));
    this.distance *= factor;
    this.onChange(true);
  }

  /** Moves along with something; also the end of a transition. */
  carry(x: number, y: number, z: number): void {
    for (const target of [this.target, this.from?.target, this.to?.target]) {
      if (target) {
        target.set(target.x + x, target.y + y, target.z + z);
      }
    }
  }

  /** Another turn of the whole view, from the same side as before. */
  rebase(base: Quaternion): void {
    this.directions(this.azimuth, this.elevation);
    this.base.copy(base).normalize();
    const d = this.outward.applyQuaternion(base.clone().normalize().conjugate());
    const height = Math.min(1, Math.max(-1, d.dot(this.up)));
    this.elevation = Math.asin(height);
    if (Math.abs(height) < 0.999999) {
      this.azimuth = Math.atan2(d.dot(this.e2), d.dot(this.e1));
    }
  }

  orbit(dx: number, dy: number): void {
    this.stop();
    this.azimuth -= (dx * Math.PI * 1.4) / this.height;
    this.elevation = Math.min(quarter, Math.max(-quarter, this.elevation + (dy * Math.PI * 1.4) / this.height));
    this.onChange(true);
  }

  pan(dx: number, dy: number): void {
    this.stop();
    this.directions(this.azimuth, this.elevation);
    const perPixel = (2 * this.distance * half) / this.height;
    this.target.addScaledVector(this.right, -dx * perPixel).addScaledVector(this.upward, dy * perPixel);
    this.onChange(true);
  }

  private at(e: MouseEvent): { x: number; y: number } {
    const box = this.element?.getBoundingClientRect();
    return { x: e.clientX - (box?.left ?? 0), y: e.clientY - (box?.top ?? 0) };
  }

  private down(e: PointerEvent): void {
    if (this.pointers.size === 0) {
      this.travelled = 0;
      this.button = e.button;
    } else {
      this.travelled = Infinity;
    }
    this.pointers.set(e.pointerId, this.at(e));
    this.element?.setPointerCapture(e.pointerId);
    if (e.button === 1) {
      e.preventDefault();
    }
  }

  private moveTo(e: PointerEvent): void {
    const now = this.at(e);
    const was = this.pointers.get(e.pointerId);
    if (!was) {
      this.onMove(now.x, now.y, e);
      return;
    }
    const dx = now.x - was.x;
    const dy = now.y - was.y;
    this.travelled += Math.abs(dx) + Math.abs(dy);
    if (this.travelled < 4) {
      return;
    }
    if (this.pointers.size === 2) {
      const other = [...this.pointers].find(([id]) => id !== e.pointerId)![1];
      const before = Math.hypot(was.x - other.x, was.y - other.y);
      const after = Math.hypot(now.x - other.x, now.y - other.y);
      this.pan(dx / 2, dy / 2);
      if (before > 0 && after > 0) {
        this.zoom(before / after, (now.x + other.x) / 2, (now.y + other.y) / 2);
      }
    } else if (this.button === 0 && !e.shiftKey && !e.ctrlKey) {
      this.orbit(dx, dy);
    } else {
      this.pan(dx, dy);
    }
    this.pointers.set(e.pointerId, now);
  }

  private release(e: PointerEvent): void {
    if (this.pointers.delete(e.pointerId) && this.travelled < 4 && this.button === 0) {
      const p = this.at(e);
      this.onClick(p.x, p.y, e);
    }
  }

  private wheel(e: WheelEvent): void {
    e.preventDefault();
    const p = this.at(e);
    const lines = e.deltaMode === 1 ? 33 : e.deltaMode === 2 ? 400 : 1;
    this.zoom(Math.exp(Math.min(200, Math.max(-200, e.deltaY * lines)) * 0.0014), p.x, p.y);
  }

  dispose(): void {
    for (const [name, act] of this.listeners) {
      this.element?.removeEventListener(name, act);
    }
  }
}
