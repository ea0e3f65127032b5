/** Undo and redo. An entry knows how to take itself back and how to happen again; nothing runs at the same time. */

/** @typedef {{label: string, undo: () => any, redo: () => any}} Entry `undo` and `redo` may be async */

export class History {
  /** @param {(state: {undo: string, redo: string}) => void} [onChange] told what can be undone and redone; "" for nothing */
  constructor(onChange = () => {}) {
    this.done = [];
    this.undone = [];
    this.onChange = onChange;
    this.running = Promise.resolve();
  }

  /**
   * Remember something that happened.
   * @param {Entry} entry
   */
  push(entry) {
    this.done.push(entry);
    this.undone = [];
    this.tell();
  }

  /** The latest entry, which may be extended (typing); undefined after an undo. @returns {Entry|undefined} */
  get latest() {
    return this.undone.length ? undefined : this.done.at(-1);
  }

  /** Forget everything. */
  clear() {
    this.done = [];
    this.undone = [];
    this.tell();
  }

  /** @returns {Promise<void>} */
  undo() {
    return this.move("done", "undone", "undo");
  }

  /** @returns {Promise<void>} */
  redo() {
    return this.move("undone", "done", "redo");
  }

  move(from, to, act) {
    this.running = this.running.then(async () => {
      const entry = this[from].pop();
      if (!entry) return;
      try {
        await entry[act]();
        this[to].push(entry);
      } catch (error) {
        console.warn(error);
      }
      this.tell();
    });
    return this.running;
  }

  tell() {
    this.onChange({ undo: this.done.at(-1)?.label ?? "", redo: this.undone.at(-1)?.label ?? "" });
  }
}
