/**
 * What simple requests do to content, done here at once; the server's answer is what counts. Everything else waits for it.
 */

import { alike, elementSize, elementsOf, paragraphsIn, placeAt, replaced, sizeOf } from "./model.js";

/**
 * The content of a segment after a request.
 * @param {any[]} content @param {any} request of the Docs API
 * @returns {any[]|null} null for what only the server can do
 */
export function simulated(content, request) {
  const [[name, body]] = Object.entries(request);
  return KNOWN[name] ? KNOWN[name](content, body) : null;
}

/** Whether a request is done here at once. */
export const isSimple = (request) => Object.keys(request)[0] in KNOWN;

const KNOWN = {
  insertText: (content, { location, text }) => inserted(content, location.index, text),
  deleteContentRange: (content, { range }) => deleted(content, range.startIndex, range.endIndex),
  updateTextStyle: (content, { range, textStyle, fields }) =>
    eachParagraph(content, range, (node, start) => styled(node, start, range, textStyle, fields)),
  updateParagraphStyle: (content, { range, paragraphStyle, fields }) =>
    eachParagraph(content, range, (node) =>
      withParagraph(node, { paragraphStyle: updated(node.paragraph.paragraphStyle, paragraphStyle, fields) }),
    ),
};

function inserted(content, index, text) {
  const place = placeAt(content, index);
  if (!place) return null;
  const [head, tail] = split(elementsOf(place.node), index - place.start);
  const style = styleAt(elementsOf(place.node), index - place.start);
  const lines = text.split("\n").map((line) => ({ textRun: { content: line, textStyle: style } }));
  const ended = lines.map((run, i) =>
    i < lines.length - 1 ? { textRun: { content: `${run.textRun.content}\n`, textStyle: style } } : run,
  );
  if (ended.length === 1)
    return replaced(content, place.path, 1, [withElements(place.node, [...head, ended[0], ...tail])]);
  const first = withElements(place.node, [...head, ended[0]]);
  const rest = ended.slice(1).map((run, i, all) => like(place.node, i === all.length - 1 ? [run, ...tail] : [run]));
  return replaced(content, place.path, 1, [first, ...rest]);
}

/** The style that typed text takes: of what stands before, at a paragraph's start of what follows. */
export function styleAt(elements, offset) {
  let left = offset;
  for (const element of elements) {
    left -= elementSize(element);
    if (left <= 0) return styleOf(element);
  }
  return styleOf(elements.at(-1) || {});
}

/** @returns {any} the text style of an element of any type */
export function styleOf(element) {
  return Object.values(element).find((value) => value && typeof value === "object")?.textStyle || {};
}

function deleted(content, first, last) {
  const top = placeAt(content, first),
    bottom = placeAt(content, last - 1);
  if (!top || !bottom || !sameList(top.path, bottom.path)) return null;
  let after = bottom,
    count = bottom.path.at(-1) - top.path.at(-1) + 1;
  if (last === bottom.start + sizeOf(bottom.node)) {
    after = placeAt(content, last);
    if (!after || !sameList(after.path, bottom.path) || after.path.at(-1) !== bottom.path.at(-1) + 1) return null;
    count += 1;
  }
  const head = split(elementsOf(top.node), first - top.start)[0];
  const tail = split(elementsOf(after.node), Math.max(0, last - after.start))[1];
  const anchored =
    head.length && after !== top && after.node !== top.node ? top.node.paragraph.positionedObjectIds || [] : [];
  const merged = withElements(after.node, [...head, ...tail]);
  if (anchored.length)
    merged.paragraph.positionedObjectIds = [...anchored, ...(after.node.paragraph.positionedObjectIds || [])];
  return replaced(content, top.path, count, [merged]);
}

function sameList(a, b) {
  return a.length === b.length && a.slice(0, -1).every((step, i) => step === b[i]);
}

function eachParagraph(content, range, change) {
  return paragraphsIn(content, range.startIndex, range.endIndex).reduce(
    (changed, { node, start, path }) => replaced(changed, path, 1, [change(node, start)]),
    content,
  );
}

function styled(node, start, range, style, fields) {
  const [head, rest] = split(elementsOf(node), Math.max(0, range.startIndex - start));
  const [middle, tail] = split(rest, range.endIndex - Math.max(range.startIndex, start));
  const changed = middle.map((element) => withStyle(element, updated(styleOf(element), style, fields)));
  return withElements(node, [...head, ...changed, ...tail]);
}

function withStyle(element, textStyle) {
  return Object.fromEntries(
    Object.entries(element).map(([name, value]) => [
      name,
      value && typeof value === "object" ? { ...value, textStyle } : value,
    ]),
  );
}

/** A style with the fields of a mask taken from the update; a field that it lacks goes. */
function updated(style, update, fields) {
  const result = { ...style };
  for (const name of fields.split(",").map((field) => field.trim())) {
    if (update[name] === undefined) delete result[name];
    else result[name] = update[name];
  }
  return result;
}

/** The elements before and behind an offset; a run that lies across is cut. */
function split(elements, offset) {
  const head = [],
    tail = [];
  let left = offset;
  for (const element of elements) {
    const size = elementSize(element);
    if (left >= size) head.push(element);
    else if (left <= 0 || !element.textRun) tail.push(element);
    else {
      const { content } = element.textRun;
      head.push({ textRun: { ...element.textRun, content: content.slice(0, left) } });
      tail.push({ textRun: { ...element.textRun, content: content.slice(left) } });
    }
    left -= size;
  }
  return [head, tail];
}

function withElements(node, elements) {
  return withParagraph(node, { elements: joined(elements) });
}

function withParagraph(node, changes) {
  return { paragraph: { ...node.paragraph, ...changes } };
}

/** A paragraph of these elements in the style and list of another. */
function like(node, elements) {
  const { paragraphStyle, bullet } = node.paragraph;
  return { paragraph: { paragraphStyle, ...(bullet ? { bullet } : {}), elements: joined(elements) } };
}

function joined(elements) {
  const result = [];
  for (const element of elements) {
    const run = element.textRun,
      last = result.at(-1)?.textRun;
    if (run && !run.content) continue;
    if (run && last && alike({ ...run, content: "" }, { ...last, content: "" })) {
      result[result.length - 1] = { textRun: { ...last, content: last.content + run.content } };
    } else result.push(element);
  }
  return result;
}
