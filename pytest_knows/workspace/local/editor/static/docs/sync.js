/**
 * The document as the server has it, and as the user sees it: with the edits that are still under way. Edits are sent one
 * batch at a time, each with the revision at which it was made; the server merges it with what others did since.
 */

import { api, ApiError, saved } from "../core.js";
import { simulated } from "./edits.js";
import { mapping } from "./mapping.js";
import { adopted } from "./model.js";

/** @typedef {{requests: any[], typing?: string, wait?: boolean, resolve: (reply: any) => void, reject: (error: Error) => void, undo?: string[]}} Batch */

export class Sync {
  /**
   * @param {string} fileId
   * @param {(news: {map: (segment: string, index: number) => number}) => void} onChange what is shown has changed other than
   *   by a local edit; `map` tells where an index lies now
   */
  constructor(fileId, onChange) {
    this.path = `/_knows/docs/${fileId}`;
    this.onChange = onChange;
    /** @type {Batch[]} */
    this.waiting = [];
    /** @type {Batch|null} */
    this.sent = null;
    this.tabId = "";
  }

  /** Read everything anew, unless the page has that revision; with edits under way, after them. */
  async refresh(revisionId) {
    this.news = revisionId;
    while (!this.sent && !this.waiting.length && this.news !== this.revisionId) {
      const known = this.revisionId;
      const { document, revisionId: read } = await api("GET", this.path);
      // An edit that was made and answered meanwhile is newer than what was read.
      if (this.sent || this.waiting.length || this.revisionId !== known) continue;
      this.take(document, read);
      this.news = read;
    }
  }

  take(document, revisionId) {
    const before = this.shown;
    this.revisionId = revisionId;
    this.base = this.shown = before ? reusing(before, document) : document;
    this.onChange({ map: before ? mapper(before, this.shown, this.tabId) : (_, index) => index });
  }

  /** The contents of the tab that is open. @returns {any} a DocumentTab */
  get contents() {
    return tabOf(this.shown, this.tabId)?.documentTab || {};
  }

  /** The nodes of a segment ("" for the body). @returns {any[]} */
  content(segment) {
    return segmentOf(this.contents, segment)?.content || [];
  }

  /**
   * Make edits. What can be is shown before this returns.
   * @param {any[]} requests of the Docs API, or the editor's own
   * @param {{typing?: string, wait?: boolean}} [options] `typing`: edits with the same word, one after the other, may be sent
   *   together; `wait`: nothing is shown before the answer
   * @returns {Promise<any>} the server's answer
   */
  act(requests, { typing, wait } = {}) {
    return new Promise((resolve, reject) => {
      const batch = { requests, typing, wait, resolve, reject };
      this.shown = this.with(this.shown, batch);
      const last = this.waiting.at(-1);
      if (typing && last?.typing === typing) this.join(last, batch);
      else this.waiting.push(batch);
      saved("saving");
      this.send();
    });
  }

  /** A document with what a batch does to it, as far as that is known here. */
  with(document, { requests, wait }) {
    return wait ? document : withRequests(document, requests, this.tabId);
  }

  /** Take actions back by their ids. @param {string[]} ids the latest first @returns {Promise<any>} */
  takeBack(ids) {
    return new Promise((resolve, reject) => {
      this.waiting.push({ requests: [], undo: ids, resolve, reject });
      this.send();
    });
  }

  join(last, batch) {
    const before = last.requests.at(-1)?.insertText,
      more = batch.requests[0]?.insertText;
    const follows =
      batch.requests.length === 1 &&
      before &&
      more &&
      before.location.index + before.text.length === more.location.index;
    if (follows) last.requests[last.requests.length - 1] = { insertText: { ...before, text: before.text + more.text } };
    else last.requests.push(...batch.requests);
    const { resolve, reject } = last;
    last.resolve = (reply) => (resolve(reply), batch.resolve(reply));
    last.reject = (error) => (reject(error), batch.reject(error));
  }

  async send() {
    if (this.sent || !this.waiting.length) return;
    const batch = (this.sent = this.waiting.shift());
    const body = { since: this.revisionId, ...(batch.undo ? { undo: batch.undo } : { requests: batch.requests }) };
    try {
      const reply = await api("POST", this.path, body);
      this.sent = null;
      this.confirm(batch, reply);
      saved(this.waiting.length ? "saving" : "saved");
      batch.resolve(reply);
    } catch (error) {
      if (!(error instanceof ApiError)) console.error(error); // a mistake of the page, which must not pass in silence
      await this.fail(batch, error);
    }
    this.send();
    if (this.news && this.news !== this.revisionId) this.refresh(this.news).catch(saved);
  }

  /** The answer becomes the base; what is still waiting goes on top of it again. */
  confirm(batch, reply) {
    const expected = this.with(this.base, batch);
    const fresh = reply.document ? reply.document : patched(this.base, reply.changes);
    this.revisionId = reply.revisionId;
    this.base = reusing(this.shown, fresh);
    const foreign = reply.document || batch.undo;
    if (foreign) this.rebase(expected);
    const shown = this.waiting.reduce((document, one) => this.with(document, one), this.base);
    const before = this.shown;
    this.shown = reusing(before, shown);
    if (before !== this.shown) this.onChange({ map: mapper(before, this.shown, this.tabId) });
  }

  /** Move what is still waiting, which was made on top of `expected`, to where its text is in the base. */
  rebase(expected) {
    let [then, now] = [expected, this.base];
    for (const batch of this.waiting) {
      batch.requests = batch.requests.map((request) => {
        const fresh = moved(request, mapper(then, now, this.tabId));
        then = this.with(then, { ...batch, requests: [request] });
        now = this.with(now, { ...batch, requests: [fresh] });
        return fresh;
      });
    }
  }

  /** Nothing of a refused batch counts; the page shows what the server has. */
  async fail(batch, error) {
    const lost = [batch, ...this.waiting];
    this.waiting = [];
    try {
      const { document, revisionId } = await api("GET", this.path);
      this.sent = null;
      this.take(document, revisionId);
    } catch {
      this.sent = null;
    }
    saved(error);
    lost.forEach((one) => one.reject(error));
  }
}

/** The tab of an id (the first without one), also among child tabs. */
export function tabOf(document, tabId) {
  const all = allTabs(document?.tabs || []);
  return all.find((tab) => tab.tabProperties?.tabId === tabId) || all[0];
}

/** @returns {any[]} tabs, parents before their children */
export function allTabs(tabs) {
  return tabs.flatMap((tab) => [tab, ...allTabs(tab.childTabs || [])]);
}

/** The body, header, footer or footnote of an id. */
export function segmentOf(contents, segment) {
  if (!segment) return contents.body;
  return ["headers", "footers", "footnotes"].map((group) => contents[group]?.[segment]).find(Boolean);
}

/** A document after requests on a tab; those that only the server can do are left out. */
function withRequests(document, requests, tabId) {
  return requests.reduce((changed, request) => {
    const [[, body]] = Object.entries(request);
    const where = body.location || body.range;
    if (!where) return changed;
    const contents = tabOf(changed, tabId).documentTab,
      segment = where.segmentId || "";
    const content = segmentOf(contents, segment)?.content;
    const fresh = content && simulated(content, request);
    return fresh ? withContent(changed, tabId, segment, fresh) : changed;
  }, document);
}

function withContent(document, tabId, segment, content) {
  const tab = tabOf(document, tabId);
  const contents = { ...tab.documentTab };
  if (!segment) contents.body = { ...contents.body, content };
  for (const group of ["headers", "footers", "footnotes"]) {
    if (segment && contents[group]?.[segment])
      contents[group] = { ...contents[group], [segment]: { ...contents[group][segment], content } };
  }
  return { ...document, tabs: withTab(document.tabs, tab, { ...tab, documentTab: contents }) };
}

function withTab(tabs, old, fresh) {
  return tabs.map((tab) =>
    tab === old ? fresh : tab.childTabs ? { ...tab, childTabs: withTab(tab.childTabs, old, fresh) } : tab,
  );
}

/** A document after the changes that the server tells. */
function patched(document, changes) {
  return changes.reduce((changed, change) => patch(changed, change.path, change), document);
}

function patch(value, [name, ...rest], change) {
  const copy = Array.isArray(value) ? [...value] : { ...value };
  if (rest.length) copy[name] = patch(value[name], rest, change);
  else if (change.insert)
    copy[name] = [
      ...value[name].slice(0, change.at),
      ...change.insert,
      ...value[name].slice(change.at + change.remove),
    ];
  else if ("value" in change) copy[name] = change.value;
  else delete copy[name];
  return copy;
}

/** A document that shares nodes with another wherever both are alike. */
function reusing(old, fresh) {
  if (old === fresh) return old;
  if (typeof old !== "object" || typeof fresh !== "object" || !old || !fresh) return fresh;
  if (Array.isArray(fresh)) {
    if (!Array.isArray(old)) return fresh;
    const list = adopted(old, fresh);
    const result =
      list.length === old.length
        ? list.map((one, i) => (one === old[i] || one.paragraph ? one : reusing(old[i], one)))
        : list;
    return result.length === old.length && result.every((one, i) => one === old[i]) ? old : result;
  }
  const result = Object.fromEntries(Object.entries(fresh).map(([name, value]) => [name, reusing(old[name], value)]));
  const names = Object.keys(result);
  return names.length === Object.keys(old).length && names.every((name) => result[name] === old[name]) ? old : result;
}

/** Where indices of one document lie in another, segment by segment. */
function mapper(before, now, tabId) {
  const known = new Map();
  return (segment, index) => {
    if (!known.has(segment)) {
      const [old, fresh] = [before, now].map(
        (document) => segmentOf(tabOf(document, tabId)?.documentTab || {}, segment)?.content || [],
      );
      known.set(segment, old === fresh ? (at) => at : mapping(old, fresh));
    }
    return known.get(segment)(index);
  };
}

/** A request with its places moved. */
function moved(value, map) {
  if (Array.isArray(value)) return value.map((one) => moved(one, map));
  if (!value || typeof value !== "object") return value;
  const segment = value.segmentId || "";
  if (Number.isInteger(value.startIndex) && Number.isInteger(value.endIndex))
    return { ...value, startIndex: map(segment, value.startIndex), endIndex: map(segment, value.endIndex) };
  if (Number.isInteger(value.index)) return { ...value, index: map(segment, value.index) };
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, moved(one, map)]));
}
