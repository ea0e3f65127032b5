/** What the Insert menu does. */

import { confirmed, dialog, saved, upload } from "../core.js";
import { elementsOf, paragraphs, placeAt, tablesAt, textOf } from "./model.js";
import { headings } from "./paragraphs.js";
import { askForPicture, chooseFile } from "./pictures.js";
import { type } from "./input.js";
import { styleAt } from "./edits.js";

/** The name of the named ranges that stand for bookmarks, which the API does not show. */
const BOOKMARK = "bookmark";

/** Delete what is selected, then go on where it was. @returns {Promise<any>} a Location */
async function here(editor) {
  const { from, to } = editor.selection;
  if (to > from)
    await editor.act([{ deleteContentRange: { range: editor.range(from, to) } }], { label: "Delete", select: [from] });
  return editor.at(from);
}

export async function imageFromDisk(editor) {
  const file = await chooseFile("image/png,image/jpeg,image/gif");
  if (!file) return;
  saved("saving");
  try {
    await editor.blocking(upload(file).then(({ url }) => putImage(editor, url)));
  } catch (error) {
    saved("saved");
    await confirmed("The picture cannot be used", error.message, "OK");
  }
}

export async function imageByUrl(editor) {
  const url = await askForPicture("Insert image by URL", "Insert");
  if (url && !(await editor.blocking(putImage(editor, url))))
    await confirmed("The picture cannot be inserted", document.getElementById("saved").textContent, "OK");
}

async function putImage(editor, uri) {
  const location = await here(editor);
  return editor.act([{ insertInlineImage: { location, uri } }], {
    label: "Insert image",
    select: [location.index + 1],
  });
}

export async function table(editor) {
  const answer = await dialog({
    title: "Insert table",
    ok: "Insert",
    fields: [
      { name: "rows", label: "Rows", type: "number", value: 3, min: 1, max: 100, step: 1, required: true },
      { name: "columns", label: "Columns", type: "number", value: 3, min: 1, max: 20, step: 1, required: true },
    ],
  });
  if (!answer) return;
  const location = await here(editor);
  // A newline, the marks of table, row and cell: then the text of the first cell.
  await editor.act([{ insertTable: { location, ...answer } }], { label: "Insert table", select: [location.index + 4] });
}

/** The link at the caret or in the selection, as far as it reaches. */
function linkAt(editor) {
  const { from, to } = editor.selection,
    place = placeAt(editor.content, from);
  if (!place) return null;
  if (to > from) return { from, to, link: styleAt(elementsOf(place.node), from - place.start + 1).link };
  let at = place.start;
  for (const { textRun } of elementsOf(place.node)) {
    const length = textRun ? textRun.content.length : 1;
    if (textRun?.textStyle?.link && from >= at && from <= at + length)
      return { from: at, to: at + length, link: textRun.textStyle.link };
    at += length;
  }
  return null;
}

export async function link(editor) {
  const found = linkAt(editor),
    place = editor.paragraph();
  const text = found && place ? textOf(place.node).slice(found.from - place.start, found.to - place.start) : "";
  const targets = [
    ...headings(editor).map(({ id, text: words }) => ({ value: `h:${id}`, label: `Heading: ${words.slice(0, 60)}` })),
    ...bookmarks(editor),
  ];
  const answer = await dialog({
    title: found?.link ? "Edit link" : "Insert link",
    ok: "Apply",
    fields: [
      { name: "text", label: "Text", value: text },
      { name: "url", label: "Link", value: found?.link?.url || "", placeholder: "https://" },
      ...(targets.length
        ? [
            {
              name: "target",
              label: "or a place in this document",
              type: "select",
              options: [{ value: "", label: "(none)" }, ...targets],
              value: targetOf(found?.link),
            },
          ]
        : []),
    ],
    check: ({ text: words, url, target }) =>
      !url.trim() && !target
        ? "Say where the link leads."
        : !words.trim() && !url.trim()
          ? "Give the text of the link."
          : undefined,
  });
  if (answer) await editor.blocking(applyLink(editor, found, text, answer));
}

async function applyLink(editor, found, text, { text: words, url, target = "" }) {
  const link = target ? within(editor, target) : { url: address(url.trim()) };
  const shown = words || url.trim();
  if (!found || shown !== text) {
    if (found) editor.select(found.from, found.to);
    const { from } = editor.selection;
    const style = {
      updateTextStyle: { range: editor.range(from, from + shown.length), textStyle: { link }, fields: "link" },
    };
    const gone =
      editor.selection.to > from ? [{ deleteContentRange: { range: editor.range(from, editor.selection.to) } }] : [];
    await editor.act([...gone, { insertText: { location: editor.at(from), text: shown } }, style], {
      label: "Link",
      select: [from + shown.length],
    });
  } else
    await editor.act(
      [{ updateTextStyle: { range: editor.range(found.from, found.to), textStyle: { link }, fields: "link" } }],
      { label: "Link" },
    );
}

export async function removeLink(editor) {
  const found = linkAt(editor);
  if (found)
    await editor.act(
      [{ updateTextStyle: { range: editor.range(found.from, found.to), textStyle: {}, fields: "link" } }],
      { label: "Remove link" },
    );
}

function address(url) {
  if (/^[a-z][a-z0-9+.-]*:/i.test(url)) return url;
  return /^[^\s@/]+@[^\s@/]+$/.test(url) ? `mailto:${url}` : `https://${url}`;
}

function within(editor, target) {
  const place = { id: target.slice(2), tabId: editor.sync.tabId };
  return target.startsWith("h:") ? { heading: place } : { bookmark: place };
}

function targetOf(link) {
  const heading = link?.heading?.id || link?.headingId,
    bookmark = link?.bookmark?.id || link?.bookmarkId;
  return heading ? `h:${heading}` : bookmark ? `b:${bookmark}` : "";
}

/** The bookmarks, by the words that follow them. */
function bookmarks(editor) {
  const held = editor.contents.namedRanges?.[BOOKMARK]?.namedRanges || [];
  return held.map(({ namedRangeId, ranges }) => {
    const place = placeAt(editor.sync.content(""), ranges?.[0]?.startIndex ?? 0);
    const words = place
      ? textOf(place.node)
          .slice(ranges[0].startIndex - place.start)
          .trim()
      : "";
    return { value: `b:${namedRangeId}`, label: `Bookmark: ${words.slice(0, 60) || "(empty line)"}` };
  });
}

export async function bookmark(editor) {
  const { from } = editor.selection;
  await editor.act([{ createNamedRange: { name: BOOKMARK, range: editor.range(from, from + 1) } }], {
    label: "Bookmark",
  });
}

export const pageBreak = (editor) => editor.blocking(putPageBreak(editor));

async function putPageBreak(editor) {
  const location = await here(editor);
  await editor.act([{ insertPageBreak: { location } }], { label: "Page break", select: [location.index + 2] });
}

/** @param {"NEXT_PAGE"|"CONTINUOUS"} sectionType */
export const sectionBreak = (editor, sectionType) => editor.blocking(putSectionBreak(editor, sectionType));

async function putSectionBreak(editor, sectionType) {
  const location = await here(editor);
  await editor.act([{ insertSectionBreak: { location, sectionType } }], {
    label: "Section break",
    select: [location.index + 2],
  });
}

export const horizontalLine = (editor) => editor.blocking(putHorizontalLine(editor));

async function putHorizontalLine(editor) {
  const location = await here(editor);
  await editor.act([{ insertHorizontalRule: { location } }], {
    label: "Horizontal line",
    select: [location.index + 1],
  });
}

/** Go to the header or footer, which is made if there is none. @param {"header"|"footer"} kind */
export const margin = (editor, kind) => editor.blocking(goToMargin(editor, kind));

async function goToMargin(editor, kind) {
  const name = kind === "header" ? "Header" : "Footer";
  const reference = `default${name}Id`;
  if (!editor.contents.documentStyle?.[reference])
    await editor.act([{ [`create${name}`]: { type: "DEFAULT" } }], { label: name });
  const segment = editor.contents.documentStyle?.[reference];
  if (segment) editor.select(0, 0, segment);
}

export async function removeMargin(editor, kind) {
  const name = kind === "header" ? "Header" : "Footer";
  const segment = editor.contents.documentStyle?.[`default${name}Id`];
  if (segment)
    await editor.act([{ [`delete${name}`]: { [`${kind}Id`]: segment, tabId: editor.sync.tabId } }], {
      label: `Remove ${kind}`,
      select: [1, 1, ""],
    });
}

/** @param {"header"|"footer"} kind @param {"PAGE_NUMBER"|"PAGE_COUNT"} what */
export const pageNumber = (editor, kind, what) => editor.blocking(insertPageNumber(editor, kind, what));

async function insertPageNumber(editor, kind, what) {
  const own = editor.contents.documentStyle?.[kind === "header" ? "defaultHeaderId" : "defaultFooterId"];
  if (!own || editor.selection.segment !== own) await goToMargin(editor, kind);
  const location = editor.at(editor.selection.from);
  await editor.act([{ insertPageNumber: { location, type: what } }], {
    label: "Page number",
    select: [location.index + 1],
  });
}

export const footnote = (editor) => editor.blocking(insertFootnote(editor));

async function insertFootnote(editor) {
  const reply = await editor.act([{ createFootnote: { location: editor.at(editor.selection.from) } }], {
    label: "Footnote",
  });
  const id = reply?.replies?.[0]?.createFootnote?.footnoteId;
  if (id) editor.select(1, 1, id);
}

export function today(editor) {
  return type(editor, new Date().toLocaleDateString("en-US", { year: "numeric", month: "long", day: "numeric" }));
}

export async function findAndReplace(editor) {
  const answer = await dialog({
    title: "Find and replace",
    ok: "Replace all",
    fields: [
      { name: "find", label: "Find", required: true },
      { name: "replace", label: "Replace with" },
      { name: "matchCase", label: "Match case", type: "checkbox" },
    ],
    check: ({ find }) => (find ? undefined : "Say what to look for."),
  });
  if (!answer) return;
  const containsText = { text: answer.find, matchCase: answer.matchCase };
  const reply = await editor.act(
    [{ replaceAllText: { containsText, replaceText: answer.replace, tabsCriteria: { tabIds: [editor.sync.tabId] } } }],
    { label: "Replace all" },
  );
  const count = reply?.replies?.[0]?.replaceAllText?.occurrencesChanged || 0;
  await confirmed("Find and replace", `${count} replaced.`, "OK");
}

/** The innermost table at the caret. */
export const tableNow = (editor) => tablesAt(editor.content, editor.selection.from).at(-1) || null;

/** How many words the document has. @returns {number} */
export function wordCount(editor) {
  return [...paragraphs(editor.sync.content(""))]
    .map(({ node }) => textOf(node))
    .join(" ")
    .split(/\s+/)
    .filter((word) => /\w/.test(word)).length;
}
