import { ReadAloud } from "./read-aloud.ts";

/** The part of a browser that jsdom lacks: it keeps what it is to say until the test lets it be said. */
class Speech {
  readonly waiting: SpeechSynthesisUtterance[] = [];
  readonly said: string[] = [];
  isPaused = false;
  readonly languages: string[] = [];
  speak = (utterance: SpeechSynthesisUtterance) => {
    this.waiting.push(utterance);
    this.languages.push(utterance.lang);
  };
  /** None of what waits can be said. */
  fail = () => {
    for (const one of this.waiting.splice(0)) one.onerror?.call(one, new Event("error") as SpeechSynthesisErrorEvent);
  };
  cancel = this.fail;
  pause = () => {
    this.isPaused = true;
  };
  resume = () => {
    this.isPaused = false;
  };
  /** Says what waits, and what is asked for because it was said. */
  say(pieces = Number.POSITIVE_INFINITY): void {
    for (let at = 0; at < pieces; at++) {
      const one = this.waiting.shift();
      if (!one) return;
      this.said.push(one.text);
      one.onend?.call(one, new Event("end") as SpeechSynthesisEvent);
    }
  }
}
class Utterance {
  lang = "";
  onend: (() => void) | null = null;
  onerror: (() => void) | null = null;
  constructor(readonly text: string) {}
}
beforeAll(() => {
  (globalThis as { SpeechSynthesisUtterance?: unknown }).SpeechSynthesisUtterance = Utterance;
});

const page = (html: string) => new DOMParser().parseFromString(html, "text/html");
const marked = (text: Document) => [...text.querySelectorAll("[style*=background]")].map((one) => one.textContent);

it("reads a text piece by piece, marks where it is, and ends", () => {
  const speech = new Speech();
  const aloud = new ReadAloud(speech, () => undefined);
  const text = page(
    "<h1>Row locks</h1><div>Of <b>two</b> sentences. The second.<ul><li>One<p>inner</p></li></ul></div>",
  );
  aloud.show("a", text);
  aloud.toggle("a");
  expect(aloud.get()).toEqual({ itemId: "a", isPaused: false });
  expect(marked(text)).toEqual(["Row locks"]);
  speech.say(1);
  expect(marked(text)).toHaveLength(1);
  speech.say();
  expect(speech.said).toEqual(["Row locks", "Of two sentences.", "The second.", "One", "inner"]);
  expect([aloud.get(), marked(text)]).toEqual([null, []]);
});

it("pauses and resumes, and says nothing more once the card is left or another one is read", () => {
  const speech = new Speech();
  const aloud = new ReadAloud(speech, () => undefined);
  const leave = aloud.show("a", page("<p>First.</p><p>Second.</p>"));
  aloud.show("b", page("<p>Other.</p>"));
  aloud.toggle("a");
  aloud.toggle("a");
  expect([speech.isPaused, aloud.get()?.isPaused]).toEqual([true, true]);
  aloud.toggle("a");
  expect(speech.isPaused).toBe(false);
  aloud.toggle("b");
  expect(aloud.get()?.itemId).toBe("b");
  speech.say();
  expect(speech.said).toEqual(["Other."]);
  aloud.toggle("a");
  leave();
  speech.say();
  expect([speech.said, aloud.get()]).toEqual([["Other."], null]);
});

it("says when the browser has no voice for it", () => {
  const speech = new Speech();
  let failed = 0;
  const aloud = new ReadAloud(speech, () => {
    failed += 1;
  });
  const text = page("<p>First.</p><p>Second.</p>");
  aloud.show("a", text);
  aloud.toggle("a");
  speech.fail();
  expect([failed, aloud.get(), marked(text)]).toEqual([1, null, []]);
  aloud.toggle("a");
  aloud.stop();
  expect(failed).toBe(1);
});

it("cuts long sentences between words", () => {
  const speech = new Speech();
  const aloud = new ReadAloud(speech, () => undefined);
  aloud.show("a", page(`<p>${"word ".repeat(100)}</p>`));
  aloud.toggle("a");
  speech.say();
  expect(speech.said.length).toBeGreaterThan(2);
  expect(speech.said.every((piece) => piece.length <= 200 && /^word( word)*$/.test(piece))).toBe(true);
});

it("is read in the language that the card says, else in the one that its words say", () => {
  const speech = new Speech();
  const aloud = new ReadAloud(speech, () => undefined);
  const own = page("<p>The cat sat on the mat and it was happy</p>");
  aloud.show("a", own);
  aloud.toggle("a");
  expect(speech.languages).toEqual(["en"]);
  aloud.stop();
  own.documentElement.lang = "de";
  aloud.toggle("a");
  expect(speech.languages).toEqual(["en", "de"]);
});
