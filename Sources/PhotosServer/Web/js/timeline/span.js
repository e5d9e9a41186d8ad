// The stretch of the list that is in the page. Without DOM.

/** What is seen at once, and what is beside it bit by bit: elements for three screens at a time would hold the page up. */
export class Span {
  from = 0;
  to = 0;
  /** Whether there is as much beside what is seen as there should be. */
  isWhole = false;

  /**
   * What is seen is from `offset` on, so high as `viewport`, of a list so high as `height`. At most `most` pixels stay on each side,
   * `step` of them new, ahead of a movement (`direction`: -1, 0, 1) only.
   */
  follow({ offset, viewport, height, most, step, direction }) {
    const end = offset + viewport;
    const stays = this.to > offset && this.from < end;
    const from = stays ? Math.min(this.from, offset) - (direction > 0 ? 0 : step) : offset;
    const to = stays ? Math.max(this.to, end) + (direction < 0 ? 0 : step) : end;
    this.from = Math.max(0, offset - most, from);
    this.to = Math.min(height, end + most, to);
    this.isWhole = this.from <= Math.max(0, offset - most) && this.to >= Math.min(height, end + most);
  }

  /** All that was in the page stands so much further down now. */
  move(by) {
    this.from += by;
    this.to += by;
  }

  clear() { this.from = this.to = 0; }
}
