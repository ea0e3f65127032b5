/** News of a file from whoever changes it: another browser, an API client, this page. */

import { api, ApiError } from "./api.js";

const AGAIN = 1000;

/**
 * Call `onChange` once at the start and after every change of the file, one call at a time.
 * @param {string} fileId a file, or a folder (then: of what lies in it)
 * @param {(news: {revision: number, revisionId: string}) => any} onChange may be async; `revisionId` is what Docs and
 *   Slides answer as `writeControl.requiredRevisionId`, so a page knows its own changes by it
 * @returns {() => void} stops it
 */
export function watch(fileId, onChange) {
  const stop = new AbortController();
  listen(fileId, onChange, stop.signal);
  return () => stop.abort();
}

async function listen(fileId, onChange, signal) {
  let since = null;
  while (!signal.aborted) {
    try {
      const path = `/_knows/changes/${encodeURIComponent(fileId)}` + (since === null ? "" : `?since=${since}`);
      const news = await api("GET", path, undefined, { signal });
      if (news.revision !== since) await onChange(news);
      since = news.revision;
    } catch (error) {
      if (signal.aborted || error.status === 401 || error.status === 404) return;
      if (!(error instanceof ApiError)) console.error(error); // a mistake of the page, which must not pass in silence
      await new Promise((resolve) => setTimeout(resolve, AGAIN));
    }
  }
}
