/* scene/picker.ts -- what lies under a point of the canvas, and where on the canvas a point of the ground is. */
import { type Vector2, Vector3 } from "three";
import type { OrbitCamera } from "../camera";
import type { Parts } from "./parts";
import { type Hit, Ray } from "./ray";
import type { Rows } from "./rows";
import type { Pick } from "./types";

const reachBeside = 6; // CSS pixels: things are met this far beside them
const ringsBeside = [reachBeside / 2, reachBeside];

export class Picker {
  private readonly ray = new Ray();
  private readonly point = new Vector3();

  constructor(
    private readonly view: OrbitCamera,
    private readonly screen: Vector2,
    private readonly rows: Rows,
    private readonly parts: Parts,
    private readonly seen: (item: number) => boolean,
  ) {}

  /** CSS pixels from the upper left corner of the canvas; the camera is up to date. */
  pick(x: number, y: number): Pick | null {
    const hit = this.cast(x, y) ?? this.castBeside(x, y);
    if (!hit) {
      return null;
    }
    const { ray, rows } = this;
    const point: [number, number, number] = [
      ray.ox + hit.distance * ray.dx,
      ray.oy + hit.distance * ray.dy,
      ray.oz + hit.distance * ray.dz,
    ];
    const i = 3 * hit.row;
    const k = 9 * hit.row;
    const local = [0, 1, 2].map((c) =>
      [0, 1, 2].reduce((sum, a) => sum + rows.m[k + 3 * a + c] * (point[a] - rows.x[i + a]), 0),
    ) as [number, number, number];
    return { item: hit.item, row: hit.row, local, point };
  }

  /** What is met a few pixels beside: the nearest line, however thin; then what lies around. */
  private castBeside(x: number, y: number): Hit | null {
    const line = this.parts.nearestLine((p) => this.project(p), x, y, reachBeside, this.seen);
    let hit = line && this.cast(line.x, line.y);
    for (const reach of ringsBeside) {
      for (let k = 0; k < 8 && !hit; k++) {
        const angle = (k * Math.PI) / 4;
        hit = this.cast(x + reach * Math.cos(angle), y + reach * Math.sin(angle));
      }
    }
    return hit;
  }

  private cast(x: number, y: number): Hit | null {
    const camera = this.view.camera;
    const px = (2 * x) / this.screen.x - 1;
    const py = 1 - (2 * y) / this.screen.y;
    const from = this.point.set(px, py, -1).unproject(camera).clone();
    const to = this.point.set(px, py, 1).unproject(camera).sub(from).normalize();
    this.ray.set(from.x, from.y, from.z, to.x, to.y, to.z);
    const hit: Hit = { distance: Infinity, item: -1, row: -1 };
    this.parts.raycast(this.ray, hit, this.seen);
    return hit.row >= 0 ? hit : null;
  }

  /** null behind the camera. */
  project(point: readonly [number, number, number]): { x: number; y: number } | null {
    const camera = this.view.camera;
    this.point.set(...point).applyMatrix4(camera.matrixWorldInverse);
    if (this.point.z > -camera.near) {
      return null;
    }
    this.point.applyMatrix4(camera.projectionMatrix);
    return { x: ((this.point.x + 1) / 2) * this.screen.x, y: ((1 - this.point.y) / 2) * this.screen.y };
  }
}
