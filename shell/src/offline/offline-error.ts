/** The server could not be reached. A TypeError, as of `fetch`, with a sentence for people. */
export class OfflineError extends TypeError {
  override name = "OfflineError";
  /** Of a change that got no answer. */
  mayBeDone = false;
}

/** Of an answer that did not come in time, in its words. */
export const asOffline = (late: TypeError & { mayBeDone?: boolean }) =>
  Object.assign(new OfflineError(late.message), { mayBeDone: late.mayBeDone === true });
export const notSent = () => new OfflineError("There is no connection to the server.");
export const notKept = () =>
  new OfflineError("You are offline, and this is not on this device. It opens once the connection is back.");

/** Whether `fetch` failed to reach the server, which browsers say by a TypeError. */
export const isNetworkFailure = (error: unknown): boolean => error instanceof TypeError;
