import { createListeners, createTranscript, type SpeechController } from "./controller.ts";

/** What is used of the Web Speech API, which TypeScript's DOM types lack. */
interface Recognition {
  lang: string;
  continuous: boolean;
  interimResults: boolean;
  onresult: ((event: { resultIndex: number; results: ArrayLike<Result> }) => void) | null;
  onerror: ((event: { error: string }) => void) | null;
  onend: (() => void) | null;
  start(): void;
  stop(): void;
}
type Result = ArrayLike<{ transcript: string }> & { isFinal: boolean };
type Speaking = typeof globalThis & {
  SpeechRecognition?: new () => Recognition;
  webkitSpeechRecognition?: new () => Recognition;
};

/** Sentences for `error` of the Web Speech API; one that is missing is a mere end. */
const REASONS: Record<string, string> = {
  "not-allowed": "The browser does not allow the microphone here. Allow it in the settings of this site.",
  "service-not-allowed": "This browser does not allow speech recognition.",
  "audio-capture": "No microphone was found.",
  network: "The browser could not reach its speech recognition. Check your connection and try again.",
  "language-not-supported": "The browser does not recognize speech in this language.",
};

const recognitionOf = (scope: Speaking) => scope.SpeechRecognition ?? scope.webkitSpeechRecognition;

/** Whether this browser recognizes speech on its own. */
export const hasWebSpeech = (scope: Speaking = globalThis): boolean => recognitionOf(scope) !== undefined;

/**
 * The speech recognition of the browser. Most browsers send what is said to their maker.
 * @param language BCP 47, or what says it as each dictation begins; the browser's when it is empty
 * @returns null where the browser has none
 */
export function webSpeech(
  language: string | (() => string) = "",
  scope: Speaking = globalThis,
): SpeechController | null {
  const Recognition = recognitionOf(scope);
  if (!Recognition) return null;
  const transcript = createTranscript();
  const ends = createListeners<string | null>();
  const partials = createListeners<string>();
  let running: Recognition | null = null;

  const start = () => {
    const recognition = new Recognition();
    let reason: string | null = null;
    const lang = typeof language === "string" ? language : language();
    Object.assign(recognition, { lang, continuous: true, interimResults: true });
    recognition.onresult = ({ resultIndex, results }) => {
      const fresh = Array.from(results).slice(resultIndex);
      const textOf = (isFinal: boolean) =>
        fresh
          .filter((result) => result.isFinal === isFinal)
          .map((result) => result[0]!.transcript)
          .join("");
      partials.call(textOf(false));
      const said = textOf(true).trim();
      if (said) transcript.set(said);
    };
    recognition.onerror = ({ error }) => {
      reason = REASONS[error] ?? null;
    };
    recognition.onend = () => {
      partials.call("");
      if (running !== recognition) return;
      running = null;
      ends.call(reason);
    };
    running = recognition;
    recognition.start();
  };

  return {
    transcript,
    start,
    stop() {
      const stopped = running;
      running = null;
      stopped?.stop();
    },
    onEnd: ends.add,
    onPartial: partials.add,
  };
}
