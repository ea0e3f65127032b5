/** Where indices of one text lie in another, which others have changed meanwhile. */

import { cellsOf, rowsOf, sizeOf, textOf } from "./model.js";

/** Pairs of lines that are compared; longer stretches are taken line by line. */
const MOST = 250_000;

/**
 * Where an index of the old content lies in the new one.
 * @param {any[]} old @param {any[]} fresh @returns {(index: number) => number}
 */
export function mapping(old, fresh) {
  const before = flat(old),
    now = flat(fresh);
  const blocks = same(before.match(/[^\n]*\n|[^\n]+$/g) || [], now.match(/[^\n]*\n|[^\n]+$/g) || []);
  return (index) => {
    const inside = blocks.find(([start, stop]) => start <= index && index <= stop);
    if (inside) return inside[2] + index - inside[0];
    if (index >= before.length) return index + now.length - before.length;
    return blocks.reduce((at, [start, stop, place]) => (stop <= index ? place + stop - start : at), 0);
  };
}

/** The index at which a change of content ends; null if the texts are the same. @returns {number|null} */
export function changedEnd(old, fresh) {
  if (old === fresh) return null;
  const before = flat(old),
    now = flat(fresh);
  if (before === now) return null;
  let tail = 0;
  while (tail < Math.min(before.length, now.length) && before[before.length - 1 - tail] === now[now.length - 1 - tail])
    tail++;
  return Math.max(0, now.length - tail);
}

/** The text with a character for each index. */
function flat(content) {
  return content
    .map((node) => {
      if (node.paragraph) return textOf(node);
      if (!node.table) return "\u000c".repeat(sizeOf(node));
      const lines = rowsOf(node).map(
        (row) =>
          "\u001d" +
          cellsOf(row)
            .map((cell) => "\u001e" + flat(cell.content || []))
            .join(""),
      );
      return `\u001c${lines.join("")}\u001f`;
    })
    .join("");
}

/** The stretches that two lists of lines have in common: start and end then, start now. @returns {[number, number, number][]} */
function same(old, fresh) {
  let head = 0,
    tail = 0;
  const shorter = Math.min(old.length, fresh.length);
  while (head < shorter && old[head] === fresh[head]) head++;
  while (tail < shorter - head && old.at(-1 - tail) === fresh.at(-1 - tail)) tail++;
  const pairs = [...Array(head).keys()].map((i) => [i, i]);
  const middle = [old.slice(head, old.length - tail), fresh.slice(head, fresh.length - tail)];
  pairs.push(...paired(...middle).map(([i, k]) => [i + head, k + head]));
  pairs.push(...[...Array(tail).keys()].map((i) => [old.length - tail + i, fresh.length - tail + i]));
  return blocksOf(old, fresh, pairs);
}

/** Equal lines of two lists in their longest common order. */
function paired(old, fresh) {
  if (!old.length || !fresh.length || old.length * fresh.length > MOST) return [];
  const lengths = Array.from({ length: old.length + 1 }, () => new Uint16Array(fresh.length + 1));
  for (let i = old.length - 1; i >= 0; i--) {
    for (let k = fresh.length - 1; k >= 0; k--)
      lengths[i][k] = old[i] === fresh[k] ? lengths[i + 1][k + 1] + 1 : Math.max(lengths[i + 1][k], lengths[i][k + 1]);
  }
  const pairs = [];
  for (let i = 0, k = 0; i < old.length && k < fresh.length;) {
    if (old[i] === fresh[k]) pairs.push([i++, k++]);
    else if (lengths[i + 1][k] >= lengths[i][k + 1]) i++;
    else k++;
  }
  return pairs;
}

function blocksOf(old, fresh, pairs) {
  const before = starts(old),
    now = starts(fresh),
    blocks = [];
  let i = 0,
    k = 0;
  for (const [a, b] of [...pairs, [old.length, fresh.length]]) {
    for (; i < a && k < b; i++, k++) blocks.push(...ends(old[i], fresh[k], before[i], now[k]));
    if (a < old.length) blocks.push([before[a], before[a + 1], now[b]]);
    [i, k] = [a + 1, b + 1];
  }
  return blocks;
}

function starts(lines) {
  const all = [0];
  for (const line of lines) all.push(all.at(-1) + line.length);
  return all;
}

/** What two lines begin and end with in common. */
function ends(old, fresh, a, b) {
  const shorter = Math.min(old.length, fresh.length);
  let head = 0,
    tail = 0;
  while (head < shorter && old[head] === fresh[head]) head++;
  while (tail < shorter - head && old.at(-1 - tail) === fresh.at(-1 - tail)) tail++;
  return [
    ...(head ? [[a, a + head, b]] : []),
    ...(tail ? [[a + old.length - tail, a + old.length, b + fresh.length - tail]] : []),
  ];
}
