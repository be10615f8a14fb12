/** The process cannot start as things are; the message says what to do. */
export class StartError extends Error {
  override name = "StartError";
}
