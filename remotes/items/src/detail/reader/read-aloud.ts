import { languageOf } from "@tessera/contracts-items/text-language.ts";
import { shell } from "@tessera/shell-api";

/** Characters of one utterance: Chromium falls silent within longer ones. */
const MAX_UTTERANCE = 200;
/** What is read as one piece. */
const BLOCKS = "h1,h2,h3,h4,h5,h6,p,li,blockquote,figcaption,td,th,dt,dd,pre,div";
/** Behind the block that is being read; of the page's own colour, so that it is seen in both themes. */
const READ_COLOUR = "color-mix(in srgb, currentColor 12%, transparent)";

export interface Aloud {
  /** The card that is read. */
  itemId: string;
  isPaused: boolean;
}
type Speech = Pick<SpeechSynthesis, "speak" | "cancel" | "pause" | "resume">;

/** Reads the text of one card at a time with a voice of the browser. */
export class ReadAloud {
  private now: Aloud | null = null;
  private readonly texts = new Map<string, Document>();
  private readonly listeners = new Set<() => void>();
  /** Of the reading that holds: what an earlier one still says is not heard. */
  private turn = 0;
  private unmark: () => void = () => undefined;

  /** @param speech of the browser; undefined where it has none. @param onFail it cannot say a text */
  constructor(
    private readonly speech: Speech | undefined,
    private readonly onFail: () => void,
  ) {}

  get canRead(): boolean {
    return this.speech !== undefined;
  }
  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  };
  readonly get = (): Aloud | null => this.now;

  /** The text of a card as it is shown. @returns what ends that */
  show(itemId: string, text: Document): () => void {
    this.texts.set(itemId, text);
    return () => {
      if (this.texts.get(itemId) !== text) return;
      this.texts.delete(itemId);
      if (this.now?.itemId === itemId) this.stop();
    };
  }

  /** Begins to read a card, pauses, or resumes. */
  toggle(itemId: string): void {
    if (this.now?.itemId !== itemId) {
      this.begin(itemId);
      return;
    }
    const isPaused = !this.now.isPaused;
    if (isPaused) this.speech?.pause();
    else this.speech?.resume();
    this.tell({ itemId, isPaused });
  }

  stop(): void {
    this.turn += 1;
    this.unmark();
    // A pause would outlive what was said.
    this.speech?.resume();
    this.speech?.cancel();
    this.tell(null);
  }

  private begin(itemId: string): void {
    const text = this.texts.get(itemId);
    if (!text) return;
    this.stop();
    const blocks = blocksOf(text);
    const lang = text.documentElement.lang || languageOf(blocks.map(({ words }) => words).join(" "));
    this.tell({ itemId, isPaused: false });
    this.read(blocks.values(), lang, this.turn);
  }

  /** Reads the next block, then those behind it. */
  private read(blocks: Iterator<Block>, lang: string | undefined, turn: number): void {
    this.unmark();
    const next = blocks.next();
    if (next.done) {
      this.stop();
      return;
    }
    const { element, words } = next.value;
    element.style.setProperty("background-color", READ_COLOUR);
    element.scrollIntoView?.({ block: "nearest" });
    this.unmark = () => element.style.removeProperty("background-color");
    const pieces = piecesOf(words, lang);
    for (const [at, piece] of pieces.entries()) {
      const utterance = new SpeechSynthesisUtterance(piece);
      if (lang) utterance.lang = lang;
      utterance.onerror = () => {
        if (turn !== this.turn) return;
        this.stop();
        this.onFail();
      };
      if (at === pieces.length - 1)
        utterance.onend = () => {
          if (turn === this.turn) this.read(blocks, lang, turn);
        };
      this.speech?.speak(utterance);
    }
  }

  private tell(now: Aloud | null): void {
    this.now = now;
    for (const listener of this.listeners) listener();
  }
}

interface Block {
  element: HTMLElement;
  words: string;
}

/** What stands together in one block, in order. */
function blocksOf(text: Document): Block[] {
  const blocks: Block[] = [];
  const walker = text.createTreeWalker(text.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const element = node.parentElement?.closest<HTMLElement>(BLOCKS) ?? text.body;
    const last = blocks.at(-1);
    if (last?.element === element) last.words += node.nodeValue ?? "";
    else blocks.push({ element, words: node.nodeValue ?? "" });
  }
  const whole = blocks.map(({ element, words }) => ({ element, words: words.replace(/\s+/g, " ").trim() }));
  return whole.filter(({ words }) => /[\p{L}\p{N}]/u.test(words));
}

/** Sentences, and parts of those that are too long for one utterance. */
function piecesOf(words: string, lang: string | undefined): string[] {
  const sentences = [...new Intl.Segmenter(lang, { granularity: "sentence" }).segment(words)].map((one) => one.segment);
  return sentences.flatMap((sentence) => {
    const pieces: string[] = [];
    for (let rest = sentence.trim(); rest; ) {
      const space = rest.length > MAX_UTTERANCE ? rest.lastIndexOf(" ", MAX_UTTERANCE) : -1;
      const end = rest.length > MAX_UTTERANCE ? (space > 0 ? space : MAX_UTTERANCE) : rest.length;
      pieces.push(rest.slice(0, end));
      rest = rest.slice(end).trim();
    }
    return pieces;
  });
}

/** One for all cards: two voices at once are understood by nobody. */
export const readAloud = new ReadAloud(globalThis.speechSynthesis, () =>
  shell().notifications.show({ intent: "warning", message: "This browser has no voice that reads this text." }),
);
