/** No answer came in time. A TypeError, as of `fetch` without a connection. */
export class LateError extends TypeError {
  override name = "LateError";
}

/**
 * What `ask` answers. Browsers wait for a server that took a connection and says nothing for as long as the page lives:
 * after `limit` ms it counts as one that cannot be reached.
 * @param ask given a signal that ends with the limit, and with `signal`
 * @throws LateError after the limit; else what `ask` throws
 */
export async function inTime<T>(
  limit: number,
  ask: (signal: AbortSignal) => Promise<T>,
  signal?: AbortSignal | null,
): Promise<T> {
  const end = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  // What is awaited before the request hears of no signal.
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      const error = new LateError("The server did not answer in time.");
      reject(error);
      end.abort(error);
    }, limit);
  });
  try {
    return await Promise.race([ask(signal ? AbortSignal.any([signal, end.signal]) : end.signal), late]);
  } finally {
    clearTimeout(timer);
  }
}

/**
 * The answer with its body, read to the end: one that brings nothing more for `limit` ms counts as a server that cannot
 * be reached, however much came before. For answers that are used as a whole, not for streams and large files.
 * @throws LateError after the limit; else what reading throws
 */
export async function wholeInTime(limit: number, response: Response): Promise<Response> {
  if (!response.body) return response;
  const { status, statusText, headers } = response;
  const reader = response.body.getReader();
  const parts: Uint8Array<ArrayBuffer>[] = [];
  try {
    for (;;) {
      const { done, value } = await inTime(limit, () => reader.read());
      // An answer without content has a body in some browsers, and may be given none.
      if (done) return new Response(parts.length ? joined(parts) : null, { status, statusText, headers });
      parts.push(value);
    }
  } catch (error) {
    reader.cancel(error).catch(() => undefined);
    throw error;
  }
}

function joined(parts: readonly Uint8Array<ArrayBuffer>[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(parts.reduce((bytes, { length }) => bytes + length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
