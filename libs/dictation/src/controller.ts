import type { Put } from "@tessera/speech/vocabulary/replace-heard.ts";

/** A text that others follow: what was recognised and is still to be written into the field. */
export interface Transcript {
  get(): string;
  set(text: string): void;
  /** @returns what ends it */
  subscribe(listener: () => void): () => void;
}

/**
 * What turns speech into text. The machine starts and stops it; it adds each finished piece to its transcript, also
 * after it was stopped, when the last words take a moment.
 */
export interface SpeechController {
  start(): void;
  stop(): void;
  readonly transcript: Transcript;
  /** `reason` of a stop on its own is a sentence for the person, null for a mere end. @returns what ends it */
  onEnd?(listener: (reason: string | null) => void): () => void;
  /** What is being recognised and may still change; for a display. @returns what ends it */
  onPartial?(listener: (text: string) => void): () => void;
  /** How loud it is while it listens, 0 to 1. @returns what ends it */
  onLevel?(listener: (level: number) => void): () => void;
  /** What was said could not be recognized, and is kept. @returns what ends it */
  onFailure?(listener: (failure: SpeechFailure) => void): () => void;
  /** The start, counted from 1, after which the transcript was said; without it, the last one. */
  readonly saidAfter?: number;
  /** What the person's vocabulary put into the transcript in place of what was heard. */
  readonly put?: readonly Put[];
}

export interface SpeechFailure {
  /** A sentence for the person. */
  reason: string;
  retry(): void;
  discard(): void;
}

export function createTranscript(): Transcript {
  let text = "";
  const listeners = new Set<() => void>();
  return {
    get: () => text,
    set(changed) {
      if (changed === text) return;
      text = changed;
      for (const listener of [...listeners]) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

/** Listeners of one event. */
export function createListeners<T>() {
  const listeners = new Set<(value: T) => void>();
  return {
    add(listener: (value: T) => void) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    call(value: T) {
      for (const listener of [...listeners]) listener(value);
    },
  };
}
