/** Where rows or columns begin, in pixels. */
export class Axis {
  /** @param {number} count @param {(index: number) => number} sizeOf pixels of each, 0 for a hidden one
   * @param {number} frozen how many stay in sight */
  constructor(count, sizeOf, frozen = 0) {
    this.count = count;
    this.starts = new Float64Array(count + 1);
    for (let index = 0; index < count; index += 1) this.starts[index + 1] = this.starts[index] + sizeOf(index);
    this.frozen = Math.min(frozen, count);
  }

  /** Pixels of all together. */
  get total() {
    return this.starts[this.count];
  }

  /** Pixels of those that stay in sight. */
  get frozenSize() {
    return this.starts[this.frozen];
  }

  /** @param {number} index @returns {number} pixels */
  size(index) {
    return this.starts[index + 1] - this.starts[index];
  }

  /** The index at a pixel, within the axis. @param {number} pixel @returns {number} */
  at(pixel) {
    let [low, high] = [0, this.count];
    while (low < high - 1) {
      const middle = (low + high) >> 1;
      if (this.starts[middle] <= pixel) low = middle;
      else high = middle;
    }
    return low;
  }

  /** Where an index is seen when scrolled: what is frozen does not move.
   * @param {number} index @param {number} scroll */
  seen(index, scroll) {
    return index < this.frozen ? this.starts[index] : this.starts[Math.min(index, this.count)] - scroll;
  }

  /** The indices in sight (the frozen ones first).
   * @param {number} scroll @param {number} room pixels @returns {number[]} */
  inSight(scroll, room) {
    const shown = [];
    for (let index = 0; index < this.frozen; index += 1) if (this.size(index)) shown.push(index);
    if (this.frozen === this.count) return shown;
    const first = Math.max(this.frozen, this.at(scroll + this.frozenSize));
    for (let index = first; index < this.count && this.starts[index] - scroll < room; index += 1) {
      if (this.size(index)) shown.push(index);
    }
    return shown;
  }

  /** The next index in a direction that is not hidden; the same one if there is none.
   * @param {number} index @param {number} step */
  next(index, step) {
    for (let other = index + step; other >= 0 && other < this.count; other += step) if (this.size(other)) return other;
    return index;
  }
}
