/** Why foreign content was not read. */
export type ContentErrorKind =
  | "too-complex"
  | "too-large"
  | "time"
  | "memory"
  | "crashed"
  | "unreadable"
  | "busy"
  | "stopped";

/** What a person reads where the reader said nothing more exact. */
const SENTENCES: Record<ContentErrorKind, string> = {
  "too-complex": "The content is built in a way that is too complex to read",
  "too-large": "The content is too large to read",
  time: "Reading the content took too long, so it was stopped",
  memory: "Reading the content took too much memory, so it was stopped",
  crashed: "The content could not be read: reading it ended unexpectedly",
  unreadable: "The content could not be read",
  busy: "Too much is being read at the moment; try again in a minute",
  stopped: "Reading was stopped because the service is restarting",
};

/** Foreign content that was not read. The message is a sentence for the person. */
export class ContentError extends Error {
  override name = "ContentError";
  readonly kind: ContentErrorKind;

  constructor(kind: ContentErrorKind, message: string = SENTENCES[kind]) {
    super(message);
    this.kind = kind;
  }

  /** Whether the same content may be read when it is tried again. */
  get temporary(): boolean {
    return this.kind === "busy" || this.kind === "stopped";
  }
}

/** Content whose structure is beyond a bound; thrown by readers before they parse. */
export class ContentTooComplex extends ContentError {
  override name = "ContentTooComplex";
  constructor(message?: string) {
    super("too-complex", message);
  }
}
