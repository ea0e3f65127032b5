/** The sum of the selected numbers, in the foot of the page. */

/** Numbers of cells as they are shown, which is what can be added up without asking the server. */
export class Summary {
  /** @param {object} page book, selection, tabs */
  constructor({ book, selection, tabs }) {
    Object.assign(this, { book, selection, output: tabs.sum });
    selection.addEventListener("change", () => this.show());
    book.addEventListener("change", () => this.show());
  }

  show() {
    const { used, isSingle } = this.selection;
    const numbers = [];
    let count = 0;
    if (!isSingle && (used.bottom - used.top) * (used.right - used.left) <= 20000) {
      for (let row = used.top; row < used.bottom; row += 1) {
        for (let column = used.left; column < used.right; column += 1) {
          const cell = this.book.cell(row, column);
          count += cell.text ? 1 : 0;
          const number = cell.kind === "number" ? shown(cell.text) : NaN;
          if (Number.isFinite(number)) numbers.push(number);
        }
      }
    }
    const sum = numbers.reduce((total, number) => total + number, 0);
    const round = (number) => String(Math.round(number * 100) / 100);
    this.output.textContent =
      numbers.length > 1
        ? `Sum: ${round(sum)}  Average: ${round(sum / numbers.length)}  Count: ${count}`
        : count > 1
          ? `Count: ${count}`
          : "";
  }
}

function shown(text) {
  const bare = text.replace(/[$€£¥,\s]/g, "");
  const number = Number(bare.replace(/%$/, "").replace(/^\((.*)\)$/, "-$1"));
  return bare.endsWith("%") ? number / 100 : number;
}
