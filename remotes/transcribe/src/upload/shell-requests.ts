import { shell } from "@tessera/shell-api";
import type { HttpRequest, HttpResponse, HttpStack } from "tus-js-client";

/** The requests of an upload by way of the shell, which adds the person's token and renews it. */
export class ShellRequests implements HttpStack {
  /** Begins the same upload only once, however often that is asked for. */
  private readonly idempotencyKey = crypto.randomUUID();

  createRequest(method: string, url: string): HttpRequest {
    const headers = new Headers(method === "POST" ? { "idempotency-key": this.idempotencyKey } : {});
    const controller = new AbortController();
    let onSent: (bytes: number) => void = () => undefined;
    return {
      getMethod: () => method,
      getURL: () => url,
      setHeader: (name, value) => headers.set(name, value),
      getHeader: (name) => headers.get(name) ?? undefined,
      setProgressHandler(handler) {
        onSent = handler;
      },
      async send(body: Blob | null) {
        const response = await shell().http(new URL(url, location.origin).pathname, {
          ...{ method, headers, signal: controller.signal, body: body && withoutType(body) },
          ...(body ? { onUploadProgress: ({ sent }: { sent: number }) => onSent(sent) } : {}),
        });
        return answerOf(response, response.status === 204 ? "" : await response.text());
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
