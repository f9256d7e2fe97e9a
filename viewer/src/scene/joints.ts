/* scene/joints.ts -- a thin line from one part's side of a joint to the other's, seen where they are apart (sliders,
 * links).
 */
import { BufferAttribute, BufferGeometry, DynamicDrawUsage, LineSegments } from "three";
import type { Glyph } from "../format";
import type { Materials } from "./materials";
import type { Rows } from "./rows";

export class JointLinks {
  readonly lines: LineSegments;
  private readonly positions: Float32Array;
  private readonly attribute: BufferAttribute;

  constructor(
    private readonly glyphs: readonly Glyph[],
    materials: Materials,
    slot: (item: number) => number,
  ) {
    this.positions = new Float32Array(6 * glyphs.length);
    this.attribute = new BufferAttribute(this.positions, 3).setUsage(DynamicDrawUsage);
    const shape = new BufferGeometry();
    shape.setAttribute("position", this.attribute);
    shape.setAttribute(
      "aItem",
      new BufferAttribute(Float32Array.from(glyphs.flatMap((g) => [slot(g.item), slot(g.item)])), 1),
    );
    this.lines = new LineSegments(shape, materials.link);
    this.lines.frustumCulled = false;
    this.lines.matrixAutoUpdate = false;
  }

  place(rows: Rows): number {
    for (let i = 0; i < this.glyphs.length; i++) {
      const { a, b } = this.glyphs[i];
      rows.point(a.row, a.position, 0, this.positions, 6 * i);
      rows.point(b.row, b.position, 0, this.positions, 6 * i + 3);
    }
    this.attribute.needsUpdate = true;
    return this.positions.byteLength;
  }

  dispose(): void {
    this.lines.geometry.dispose();
  }
}
