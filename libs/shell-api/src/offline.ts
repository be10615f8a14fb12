/** A change that waits for the connection, or that the service refused. Times are ms since 1970. Since 1.5. */
export interface WaitingAct {
  /** Sent as `Idempotency-Key` each time. */
  id: string;
  area: string;
  kind: string;
  /** What it changes, for example ids of cards: acts with a subject in common are sent in order. */
  subjects: readonly string[];
  /** What it does, in words: "Archive “Title”". */
  title: string;
  /** What the person typed; it can be copied when the act is refused. */
  text: string | null;
  /** The page that shows what it is about. */
  path: string | null;
  body: unknown;
  at: number;
  state: "waiting" | "sending" | "refused";
  /** Why it was refused, in a sentence. */
  reason: string | null;
}

export interface NewAct {
  kind: string;
  subjects: readonly string[];
  title: string;
  text?: string;
  path?: string;
  /** JSON. */
  body: unknown;
  /** The act's id, where an earlier attempt had one already. */
  id?: string;
}

/** How an area sends one kind of act. */
export interface ActKind {
  /**
   * Sends it. A network failure or an answer of 5xx, 408, 425 or 429 lets it wait; every other error refuses it, with
   * the error's sentence.
   */
  send(body: unknown, id: string): Promise<unknown>;
  /** The body of both, when the later act follows an act of its kind and subjects that has not been sent. */
  merge?(earlier: unknown, later: unknown): unknown;
}

/** What an area keeps on the device, and which of its changes may wait. */
export interface OfflineArea {
  /** Name of the remote: its code is loaded to send its acts. */
  area: string;
  /**
   * GETs whose newest answer is kept, by path without query; each query has an answer of its own. `:id` stands for a
   * UUID. `days` (at most 30, the default): how old an answer may be shown.
   */
  keep?: readonly { path: string; days?: number }[];
  /** The answer with acts laid over it that have not been sent. `path` with its query. */
  overlay?(answer: unknown, path: string, acts: readonly WaitingAct[]): unknown;
  acts?: Readonly<Record<string, ActKind>>;
}

export interface OfflineState {
  connected: boolean;
  /** When the oldest answer that the page shows from the device was given; null while it shows none. */
  asOf: number | null;
  acts: readonly WaitingAct[];
}

/** Work without a connection: decisions/002-offline.md. Since 1.5. */
export interface Offline {
  state(): OfflineState;
  subscribe(listener: () => void): () => void;
  /** Once for each area, when its code is evaluated (`whenShell`). */
  declare(area: OfflineArea): void;
  /**
   * Sends an act, or stores it on the device: resolves then only once it is stored durably. Waits without trying while
   * an earlier act of one of its subjects does. @throws what `send` throws, when the act was refused
   */
  run<T>(area: string, act: NewAct): Promise<{ sent: true; answer: T } | { sent: false; id: string }>;
  /** Takes an act back. @returns whether that was possible: one that was sent is the service's */
  discard(id: string): Promise<boolean>;
  /** Sends a refused act once more. */
  retry(id: string): Promise<void>;
}

/** Whether a request failed because the server could not be reached. */
export const isOffline = (error: unknown): boolean => error instanceof Error && error.name === "OfflineError";
