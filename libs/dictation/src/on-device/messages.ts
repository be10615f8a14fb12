import type { Put, Term } from "@tessera/speech/vocabulary/replace-heard.ts";

/** What the page asks of the worker. `session`: the start after which something was said, counted from 1. */
export type Ask =
  | { type: "open" }
  /** Sound comes through the port in pieces, at so many samples a second; null is its end. */
  | { type: "listen"; session: number; port: MessagePort; rate: number }
  /** What is to be found again where it is misheard, from now on. */
  | { type: "vocabulary"; terms: Term[] }
  | { type: "recognize"; session: number; id: number; samples: Float32Array<ArrayBuffer> };

export type Tell =
  | { type: "ready" }
  /** The models could not be loaded. */
  | { type: "broken"; reason: string }
  /** Loudness, 0 to 1. */
  | { type: "level"; level: number }
  | { type: "partial"; text: string }
  /** What is going to be recognized; the page keeps it until it has the text. */
  | { type: "piece"; session: number; id: number; samples: Float32Array<ArrayBuffer> }
  | { type: "text"; id: number; text: string; put: Put[] }
  | { type: "failed"; id: number }
  /** All that was said is recognized. */
  | { type: "done"; session: number };
