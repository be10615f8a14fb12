import { pinnedTo } from "@tessera/service-kit";
import { Agent, fetch as fetchOver } from "undici";
import { type Reach, reachable } from "./provider-address.ts";

/** Ms until an answer begins: large models on a machine of one's own are loaded first. */
const FIRST_BYTE_MS = 300_000;
/** Ms between two pieces of an answer. */
const SILENCE_MS = 120_000;
/** Bytes of one answer, whatever a provider sends. */
export const MAX_ANSWER_BYTES = 32 * 1024 * 1024;

/**
 * `fetch` for providers: the name is resolved once, the connection goes to the very address that was checked, redirects
 * are refused (a key would follow them) and answers are bounded. @throws AddressRefused
 */
export function providerFetch(reach: Reach, maxBytes = MAX_ANSWER_BYTES): typeof globalThis.fetch {
  return async (input, init) => {
    const url = new URL(input instanceof Request ? input.url : input);
    const [target] = await reachable(url, reach);
    const dispatcher = new Agent({
      connect: { lookup: pinnedTo(target!), timeout: 10_000 },
      maxHeaderSize: 64 * 1024,
      headersTimeout: FIRST_BYTE_MS,
      bodyTimeout: SILENCE_MS,
    });
    const close = () => void dispatcher.destroy().catch(() => undefined);
    try {
      const response = await fetchOver(url, { ...(init as object), redirect: "error", dispatcher });
      return bounded(response as unknown as Response, maxBytes, close);
    } catch (error) {
      close();
      throw error;
    }
  };
}

/** The response with at most so many bytes; the connection is closed at its end, and when nobody reads on. */
function bounded(response: Response, maxBytes: number, close: () => void): Response {
  if (!response.body) {
    close();
    return response;
  }
  const reader = response.body.getReader();
  let bytes = 0;
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      try {
        const { done, value } = await reader.read();
        if (done) {
          close();
          return controller.close();
        }
        bytes += value.length;
        if (bytes > maxBytes) throw new Error(`The provider sent more than ${maxBytes} bytes`);
        controller.enqueue(value);
      } catch (error) {
        close();
        controller.error(error);
      }
    },
    async cancel(reason) {
      await reader.cancel(reason).catch(() => undefined);
      close();
    },
  });
  const { status, statusText, headers } = response;
  return new Response(body, { status, statusText, headers: [...headers] });
}
