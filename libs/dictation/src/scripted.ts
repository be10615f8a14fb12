import { createListeners, createTranscript, type SpeechController } from "./controller.ts";

export interface ScriptedController extends SpeechController {
  /** "start" and "stop" in their order. */
  readonly calls: readonly ("start" | "stop")[];
  /** A finished piece of speech. */
  say(text: string): void;
  /** What may still change. */
  murmur(text: string): void;
  /** Stops on its own. */
  end(reason?: string): void;
}

/** A controller that hears what a test says. */
export function scriptedController(): ScriptedController {
  const transcript = createTranscript();
  const ends = createListeners<string | null>();
  const partials = createListeners<string>();
  const calls: ("start" | "stop")[] = [];
  return {
    transcript,
    calls,
    start: () => void calls.push("start"),
    stop: () => void calls.push("stop"),
    say: transcript.set,
    murmur: partials.call,
    end: (reason) => ends.call(reason ?? null),
    onEnd: ends.add,
    onPartial: partials.add,
  };
}
