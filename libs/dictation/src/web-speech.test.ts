import { expect, jest, test } from "@jest/globals";
import { hasWebSpeech, webSpeech } from "./web-speech.ts";

/** The browser's side of the Web Speech API, as its specification has it. */
class Recognition {
  static readonly made: Recognition[] = [];
  lang = "?";
  onresult: ((event: object) => void) | null = null;
  onerror: ((event: object) => void) | null = null;
  onend: (() => void) | null = null;
  start = jest.fn();
  stop = jest.fn(() => this.onend?.());
  constructor() {
    Recognition.made.push(this);
  }
  hear(...results: [text: string, isFinal: boolean][]) {
    this.onresult?.({
      resultIndex: 0,
      results: results.map(([transcript, isFinal]) => Object.assign([{ transcript }], { isFinal })),
    });
  }
}
const scope = { webkitSpeechRecognition: Recognition } as never;

test("finished pieces become the transcript, the others are shown only", () => {
  const controller = webSpeech("en-GB", scope)!;
  const partials: string[] = [];
  controller.onPartial!((text) => partials.push(text));
  controller.start();
  const recognition = Recognition.made.at(-1)!;
  expect(recognition.lang).toBe("en-GB");
  recognition.hear(["buy mi", false]);
  expect(controller.transcript.get()).toBe("");
  recognition.hear([" buy milk", true], ["and", false]);
  expect(controller.transcript.get()).toBe("buy milk");
  expect(partials).toEqual(["buy mi", "and"]);
});

test("an end on its own says why; one that was asked for does not", () => {
  const controller = webSpeech("", scope)!;
  const reasons: (string | null)[] = [];
  controller.onEnd!((reason) => reasons.push(reason));
  controller.start();
  controller.stop();
  expect(Recognition.made.at(-1)!.stop).toHaveBeenCalled();
  expect(reasons).toEqual([]);
  controller.start();
  Recognition.made.at(-1)!.onerror!({ error: "audio-capture" });
  Recognition.made.at(-1)!.onend!();
  controller.start();
  Recognition.made.at(-1)!.onerror!({ error: "no-speech" });
  Recognition.made.at(-1)!.onend!();
  expect(reasons).toEqual(["No microphone was found.", null]);
});

test("the language is asked for as each dictation begins", () => {
  let language = "de";
  const controller = webSpeech(() => language, scope)!;
  controller.start();
  expect(Recognition.made.at(-1)!.lang).toBe("de");
  language = "fr";
  controller.start();
  expect(Recognition.made.at(-1)!.lang).toBe("fr");
});

test("a browser without it has no controller", () => {
  expect(hasWebSpeech({} as never)).toBe(false);
  expect(webSpeech("", {} as never)).toBeNull();
});
