/** One message of a client. */
export interface Frame {
  joinRef: string | null;
  ref: string | null;
  topic: string;
  event: string;
  payload: unknown;
}

/** A message that is not of the protocol. */
export class BadFrame extends Error {
  override name = "BadFrame";
}

/** Topics and events travel with lengths of one byte. */
export const MAX_NAME_BYTES = 255;
