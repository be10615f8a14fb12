/** Realtime does not do what it was asked to; the message goes to the client. */
export class Refused extends Error {
  override name = "Refused";
  constructor(
    /** HTTP status where a request or an upgrade is refused. */
    readonly status: number,
    message: string,
  ) {
    super(message);
  }
}
