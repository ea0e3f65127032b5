/** Calls to the server. The cookie is the authority; the header tells the server that its own page is asking. */

const OWN_PAGE = { "X-Knows-Editor": "1" };

/** A refused call; `message` is the server's. */
export class ApiError extends Error {
  /** @param {string} message @param {number} status HTTP status; 0 if the server was not reached */
  constructor(message, status) {
    super(message);
    this.status = status;
  }
}

/**
 * Call an API of this server.
 * @param {string} method GET, POST, ...
 * @param {string} path with query
 * @param {any} [body] an object is sent as JSON, a Blob as it is
 * @param {{signal?: AbortSignal, headers?: Record<string, string>}} [more]
 * @returns {Promise<any>} the answer's JSON; null for an empty one. Throws ApiError.
 */
export async function api(method, path, body, more = {}) {
  const raw = body instanceof Blob;
  const headers = {
    ...OWN_PAGE,
    ...(body === undefined || raw ? {} : { "Content-Type": "application/json" }),
    ...more.headers,
  };
  let response, text;
  try {
    response = await fetch(path, {
      method,
      headers,
      signal: more.signal,
      body: body === undefined || raw ? body : JSON.stringify(body),
    });
    text = await response.text();
  } catch (error) {
    if (error.name === "AbortError") throw error;
    throw new ApiError("The server cannot be reached.", 0);
  }
  if (!response.ok) throw new ApiError(messageOf(text) || `${response.status} ${response.statusText}`, response.status);
  return text ? JSON.parse(text) : null;
}

function messageOf(text) {
  try {
    return String(JSON.parse(text).error.message);
  } catch {
    return "";
  }
}

/**
 * Keep a picture from the user's disk.
 * @param {Blob} file PNG, JPEG or GIF
 * @returns {Promise<{url: string, width: number, height: number}>} `url` goes into insertInlineImage, createImage, IMAGE()
 */
export function upload(file) {
  return api("POST", "/_knows/pictures", new Blob([file], { type: "application/octet-stream" }));
}

/**
 * Where a page may show a picture from: those of the file lie on this server, whatever name it was reached by.
 * @param {string} url contentUri, contentUrl, sourceUri
 * @returns {string} an address that the page's policy allows; empty for one that it does not
 */
export function pictureUrl(url) {
  if (/^(data:image\/|blob:)/i.test(url || "")) return url;
  try {
    const { pathname, search } = new URL(url, location.origin);
    return pathname.startsWith("/_media/") || pathname === "/uc" ? pathname + search : "";
  } catch {
    return "";
  }
}
