import type { TransportInit } from "./client.ts";

/** Statuses whose answer has no body; `Response` refuses one for them. */
const EMPTY = new Set([204, 205, 304]);

/**
 * `fetch` that reports how much of the body has been sent: browsers tell that of XMLHttpRequest alone. Without
 * `onUploadProgress` it is `fetch` itself. @throws TypeError when the server cannot be reached, and the signal's reason
 * when it is aborted, as fetch does
 */
export function fetchWithProgress(path: string, { onUploadProgress, ...init }: TransportInit = {}): Promise<Response> {
  if (!onUploadProgress) return fetch(path, init);
  return new Promise((resolve, reject) => {
    const { signal } = init;
    const request = new XMLHttpRequest();
    const abort = () => request.abort();
    const settle = (end: () => void) => {
      signal?.removeEventListener("abort", abort);
      end();
    };
    request.open(init.method ?? "GET", path);
    request.responseType = "arraybuffer";
    new Headers(init.headers).forEach((value, name) => void request.setRequestHeader(name, value));
    request.upload.addEventListener("progress", (event) => {
      if (event.lengthComputable) onUploadProgress({ sent: event.loaded, total: event.total });
    });
    request.addEventListener("load", () => settle(() => resolve(answerOf(request))));
    request.addEventListener("error", () => settle(() => reject(new TypeError("Failed to fetch"))));
    request.addEventListener("abort", () => settle(() => reject(signal?.reason ?? new TypeError("Failed to fetch"))));
    if (signal?.aborted) return reject(signal.reason);
    signal?.addEventListener("abort", abort);
    request.send((init.body ?? null) as XMLHttpRequestBodyInit | null);
  });
}

function answerOf(request: XMLHttpRequest): Response {
  const headers = new Headers();
  for (const line of request
    .getAllResponseHeaders()
    .trim()
    .split(/[\r\n]+/)) {
    const colon = line.indexOf(":");
    if (colon > 0) headers.append(line.slice(0, colon).trim(), line.slice(colon + 1).trim());
  }
  const body = EMPTY.has(request.status) ? null : (request.response as ArrayBuffer);
  return new Response(body, { status: request.status, statusText: request.statusText, headers });
}
