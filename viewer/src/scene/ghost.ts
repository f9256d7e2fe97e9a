/* scene/ghost.ts -- a second run in the same scene: pale and behind the first, at the same time. It is not picked, has no shadow,
 * no joints and no arrows.
 */
import type { Object3D, Vector3 } from "three";
import type { BundleData } from "../bundle";
import { Materials } from "./materials";
import { Parts } from "./parts";
import { Rows } from "./rows";
import type { SceneTheme } from "./types";

const behind = 6;
const look = { color: "#8a93a0", opacity: 0.4, gloss: 0.3 };

export class Ghost {
  readonly objects: Object3D[];
  private readonly rows: Rows;
  private readonly parts: Parts;
  private readonly materials: Materials;

  constructor(private readonly data: BundleData) {
    this.rows = new Rows(data.head.rows);
    this.materials = new Materials([...data.head.items, {}].map(() => look));
    for (const material of [this.materials.solid, this.materials.surface]) {
      material.polygonOffsetFactor = material.polygonOffsetUnits = behind; // where both runs agree the first is seen
    }
    this.parts = new Parts(data, this.rows, this.materials);
    this.parts.setJoints(false, 1);
    this.parts.setArrows(false, 1, true);
    this.parts.setEdges(false);
    for (const shadow of this.parts.shadows) {
      shadow.visible = false;
    }
    this.objects = this.parts.objects;
  }

  setTime(t: number, magnification: number): void {
    this.rows.factor = magnification;
    this.rows.update(this.data.frames, t);
    this.parts.place(t);
  }

  setVisible(visible: boolean): void {
    for (const o of this.objects) {
      o.visible = visible && !this.parts.shadows.some((s) => s === o);
    }
    if (visible) {
      this.parts.setJoints(false, 1);
      this.parts.setArrows(false, 1, true);
      this.parts.setEdges(false);
    }
  }

  setTheme(theme: SceneTheme): void {
    this.materials.setTheme(theme);
  }

  /** Before it is drawn: up in view axes, and the size of a pixel. */
  prepare(up: Vector3, pixel: { x: number; y: number }): void {
    this.materials.uniforms.uUp.value.copy(up);
    this.materials.uniforms.uPixel.value.set(pixel.x, pixel.y);
  }

  dispose(): void {
    this.parts.dispose();
    this.materials.dispose();
  }
}
