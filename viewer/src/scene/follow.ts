/* scene/follow.ts -- the camera goes along with an item, and turns with it if wanted.
 * The turn is counted from the first frame, so that a link shows the same again.
 */
import { Quaternion, Vector3 } from "three";
import type { OrbitCamera } from "../camera";
import type { Rows } from "./rows";

export class Follow {
  item = -1;
  turn = false;
  readonly at = new Vector3(); // of the row, when the camera was last moved
  private row = -1;
  private readonly now = new Vector3();
  private readonly base = new Quaternion();
  private readonly back = new Quaternion(); // inverse of the first rotation

  constructor(
    private readonly camera: OrbitCamera,
    private readonly rows: Rows,
  ) {}

  /** row: of the item; -1: nobody is followed. The direction of view stays. */
  set(item: number, row: number, turn: boolean, first: readonly [number, number, number, number]): void {
    this.item = row >= 0 ? item : -1;
    this.row = row;
    this.turn = row >= 0 && turn;
    this.camera.stop();
    if (row >= 0) {
      this.at.fromArray(this.rows.x, 3 * row);
      this.back.set(first[1], first[2], first[3], first[0]).normalize().conjugate();
    }
    this.camera.rebase(this.turn ? this.turnNow() : this.base.identity());
  }

  /** Where the item was when the camera was last moved; nobody followed: the origin. */
  origin(): Vector3 {
    return this.item >= 0 ? this.at.clone() : new Vector3();
  }

  /** The camera and whom it follows, as numbers: target (from the followed item, if any), azimuth, elevation, distance,
   *  projection, followed item, turning. */
  state(): number[] {
    const { camera } = this;
    const round = (x: number): number => Number(x.toPrecision(6));
    return [
      ...camera.target.clone().sub(this.origin()).toArray(),
      camera.azimuth,
      camera.elevation,
      camera.distance,
      camera.orthographicOn ? 1 : 0,
      this.item,
      this.turn ? 1 : 0,
    ].map(round);
  }

  private turnNow(): Quaternion {
    const { q } = this.rows;
    const i = 4 * this.row;
    return this.base.set(q[i + 1], q[i + 2], q[i + 3], q[i]).multiply(this.back);
  }

  /** After the rows have moved. */
  move(): void {
    if (this.item < 0) {
      return;
    }
    this.now.fromArray(this.rows.x, 3 * this.row);
    if (!Number.isFinite(this.now.x + this.now.y + this.now.z)) {
      return;
    }
    this.camera.carry(this.now.x - this.at.x, this.now.y - this.at.y, this.now.z - this.at.z);
    this.at.copy(this.now);
    if (this.turn) {
      this.camera.base.copy(this.turnNow()).normalize();
    }
  }
}
