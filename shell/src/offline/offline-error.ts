/** The server could not be reached. A TypeError, as of `fetch`, with a sentence for people. */
export class OfflineError extends TypeError {
  override name = "OfflineError";
}

export const notAnswered = () => new OfflineError("The server did not answer in time.");
export const notSent = () => new OfflineError("There is no connection to the server.");
export const notKept = () =>
  new OfflineError("You are offline, and this is not on this device. It opens once the connection is back.");

/** Whether `fetch` failed to reach the server, which browsers say by a TypeError. */
export const isNetworkFailure = (error: unknown): boolean => error instanceof TypeError;
