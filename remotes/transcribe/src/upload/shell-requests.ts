import { shell } from "@tessera/shell-api";
import type { HttpRequest, HttpResponse, HttpStack } from "tus-js-client";

/**
 * Ms in which nothing is sent and nothing is answered, after which a request counts as cut: a browser waits for a
 * connection that says nothing for as long as the page lives. Slow connections take this long to empty what waits in
 * the machine once all of a part was handed to it.
 */
const SILENCE_MS = 60_000;

/** The requests of an upload by way of the shell, which adds the person's token and renews it. */
export class ShellRequests implements HttpStack {
  /** Begins the same upload only once, however often that is asked for. */
  private readonly idempotencyKey = crypto.randomUUID();
  /** Bytes of the upload that the service is known to have. */
  arrived = 0;

  createRequest(method: string, url: string): HttpRequest {
    const headers = new Headers(method === "POST" ? { "idempotency-key": this.idempotencyKey } : {});
    const controller = new AbortController();
    let onSent: (bytes: number) => void = () => undefined;
    let silence: ReturnType<typeof setTimeout> | undefined;
    const heard = () => {
      clearTimeout(silence);
      silence = setTimeout(() => controller.abort(new TypeError("The connection is silent.")), SILENCE_MS);
    };
    return {
      getMethod: () => method,
      getURL: () => url,
      setHeader: (name, value) => headers.set(name, value),
      getHeader: (name) => headers.get(name) ?? undefined,
      setProgressHandler(handler) {
        onSent = handler;
      },
      send: async (body: Blob | null) => {
        const onUploadProgress = ({ sent }: { sent: number }) => {
          heard();
          onSent(sent);
        };
        heard();
        try {
          const response = await shell().http(new URL(url, location.origin).pathname, {
            ...{ method, headers, signal: controller.signal, body: body && withoutType(body) },
            ...(body ? { onUploadProgress } : {}),
          });
          const text = response.status === 204 ? "" : await response.text();
          this.arrived = Math.max(this.arrived, Number(response.headers.get("upload-offset")));
          return answerOf(response, text);
        } finally {
          clearTimeout(silence);
        }
      },
      abort: async () => controller.abort(),
      getUnderlyingObject: () => controller,
    };
  }

  getName() {
    return "shell";
  }
}

/** The type of the part is in its header, not that of the sound. */
const withoutType = (body: Blob) => body.slice(0, body.size, "");

const answerOf = (response: Response, text: string): HttpResponse => ({
  getStatus: () => response.status,
  getHeader: (name) => response.headers.get(name) ?? undefined,
  getBody: () => text,
  getUnderlyingObject: () => response,
});
