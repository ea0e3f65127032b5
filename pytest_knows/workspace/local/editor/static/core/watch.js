/** News of a file from whoever changes it: another browser, an API client, this page. */

import { api, ApiError } from "./api.js";

/** Milliseconds after a failure. */
const AGAIN = 1000;
/** A browser opens six connections to a server: no more than these wait for news, further pages ask now and then. */
const SLOTS = [0, 1, 2];
const NOW_AND_THEN = 2000;

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
      const news =
        since === null
          ? await ask(fileId, null, signal)
          : await inSlot((waits) => ask(fileId, waits ? since : null, signal));
      if (news.revision !== since) await onChange(news);
      since = news.revision;
    } catch (error) {
      if (signal.aborted || error.status === 401 || error.status === 404) return;
      if (!(error instanceof ApiError)) console.error(error); // a mistake of the page, which must not pass in silence
      await new Promise((resolve) => setTimeout(resolve, AGAIN));
    }
  }
}

/** The answer comes at once without `since`, else when there is another revision. */
function ask(fileId, since, signal) {
  return api(
    "GET",
    `/_knows/changes/${encodeURIComponent(fileId)}${since === null ? "" : `?since=${since}`}`,
    undefined,
    { signal },
  );
}

/** Ask in one of the slots that all pages of the browser share; without a free one ask shortly, and not at once again. */
async function inSlot(asking) {
  if (!navigator.locks) return asking(true);
  for (const slot of SLOTS) {
    const answer = await navigator.locks.request(
      `knows-news-${slot}`,
      { ifAvailable: true },
      (lock) => lock && asking(true),
    );
    if (answer) return answer;
  }
  await new Promise((resolve) => setTimeout(resolve, NOW_AND_THEN));
  return asking(false);
}
