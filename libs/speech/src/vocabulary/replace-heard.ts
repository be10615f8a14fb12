import { isCommon } from "./common-words.ts";
import { likeness, soundOf, weightOfAll } from "./sounds.ts";

/** A term of a person's vocabulary, and what else it is heard as. */
export interface Term {
  term: string;
  soundsLike: readonly string[];
}

export interface HeardWord {
  text: string;
  /** How sure the recogniser was, 0 to 1. */
  confidence: number;
}

/** Words of the text that stand for those of the recogniser from `from` to `to` (excluded). */
export interface Replacement {
  from: number;
  to: number;
  text: string;
  heard: string;
}

/** What a vocabulary put into a text, and what was heard there. */
export type Put = Pick<Replacement, "text" | "heard">;

interface Form {
  term: string;
  sound: string;
  weight: number;
}

/** What `replacements` looks words up in: the terms by what they begin with. */
export interface Vocabulary {
  /** Terms and what they sound like, without signs, spaces and case. */
  exact: Map<string, string>;
  /** What the person says that a term sounds like, word by word. */
  spellings: Map<string, string>;
  forms: Map<string, Form[]>;
}

/** Below this the recogniser was rather wrong than right. */
const UNSURE = 0.5;
/** Words that one term may have been heard as. */
const LONGEST = 3;
/** Letters of the shortest term that is found by its sound, and what its sounds weigh at least. */
const [SHORTEST, LIGHTEST] = [4, 2];
/**
 * How alike a term has to sound to what was rather guessed, the surer the more, to several words, to those of every
 * day, and to a name that was heard well: another person may have it.
 */
const [GUESSED, DOUBTED, SEVERAL, EVERYDAY, WELL] = [0.76, 0.84, 0.8, 0.9, 0.98];
/** What a term weighs at least for which several words were heard. */
const HEAVY = 3.5;
/** What the second best term has to stay behind. */
const AHEAD = 0.04;
/** Sounds that a word may be heard to begin with instead. */
const BEGINNINGS = ["aeiouyh", "pb", "tdT", "kgq", "fvw", "sSCJ", "mn", "lr"];

const bare = (text: string) => text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, "");
const byWord = (words: readonly string[]) => words.map(bare).join(" ");
const beginning = (sound: string) => String(BEGINNINGS.findIndex((group) => group.includes(sound[0]!)));

export function vocabularyOf(terms: readonly Term[]): Vocabulary {
  const vocabulary: Vocabulary = { exact: new Map(), spellings: new Map(), forms: new Map() };
  const exact = (spelling: string, term: string) => {
    const key = bare(spelling);
    if (key && !vocabulary.exact.has(key)) vocabulary.exact.set(key, term);
  };
  const add = (spelling: string, term: string) => {
    exact(spelling, term);
    const sound = soundOf(spelling);
    const weight = weightOfAll(sound);
    if (bare(spelling).length < SHORTEST || weight < LIGHTEST) return;
    const own = beginning(sound);
    const forms = vocabulary.forms.get(own) ?? [];
    if (!forms.some((form) => form.sound === sound && form.term === term)) forms.push({ term, sound, weight });
    vocabulary.forms.set(own, forms);
  };
  for (const { term, soundsLike } of terms) {
    const words = term.split(/\s+/).filter(Boolean);
    if (words.length <= LONGEST) add(term, term);
    // A name is mostly said in part.
    if (words.length > 1) for (const word of words) if (!isCommon(word)) add(word, word);
    for (const spelling of soundsLike) {
      vocabulary.spellings.set(byWord(spelling.split(/\s+/)), term);
      if (isCommon(spelling) || spelling.split(/\s+/).every(isCommon)) exact(spelling, term);
      else add(spelling, term);
    }
  }
  return vocabulary;
}

/** The signs around a word, and what it is said without them: “(Digium's,” is Digium. */
function coreOf(word: string): { before: string; core: string; after: string } {
  const [, before = "", core = "", after = ""] = /^([^\p{L}\p{N}]*)(.*?)((?:['’]s)?[^\p{L}\p{N}]*)$/u.exec(word) ?? [];
  return { before, core, after };
}

/** A text with the person's terms in place of what was misheard, and what these are without the signs around them. */
export function withTerms(
  text: string,
  confidences: readonly number[],
  vocabulary: Vocabulary,
): { text: string; put: Put[] } {
  const texts = text.split(" ");
  const found = replacements(
    confidences.map((confidence, at) => ({ text: texts[at]!, confidence })),
    vocabulary,
  );
  for (const { from, to, text } of found.toReversed()) texts.splice(from, to - from, text);
  return { text: texts.join(" "), put: found.map(({ text, heard }) => ({ text: coreOf(text).core, heard })) };
}

/** What the person is likely to have said instead of what the recogniser heard; none of them overlap. */
export function replacements(words: readonly HeardWord[], vocabulary: Vocabulary): Replacement[] {
  if (!vocabulary.exact.size) return [];
  const cores = words.map(({ text }) => coreOf(text));
  const doubtful = words.map(
    ({ confidence }, at) => !/\d/.test(cores[at]!.core) && (confidence < UNSURE || !isCommon(cores[at]!.core)),
  );
  const found: (Replacement & { score: number })[] = [];
  for (let from = 0; from < words.length; from++)
    for (let to = from + 1; to <= Math.min(words.length, from + LONGEST); to++) {
      if (to > from + 1 && (cores[to - 2]!.after || cores[to - 1]!.before)) break;
      const span = cores.slice(from, to).map(({ core }) => core);
      const isDoubtful = doubtful.slice(from, to).every(Boolean);
      const best = bestOf(span, isDoubtful ? words.slice(from, to) : null, vocabulary);
      if (!best) continue;
      const heard = span.join(" ");
      if (best.term === heard) continue;
      const text = cores[from]!.before + best.term + cores[to - 1]!.after;
      found.push({ from, to, text, heard, score: best.score });
    }
  found.sort((a, b) => b.score - a.score || a.to - a.from - (b.to - b.from));
  const taken: typeof found = [];
  for (const one of found) if (taken.every(({ from, to }) => one.to <= from || one.from >= to)) taken.push(one);
  return taken.sort((a, b) => a.from - b.from).map(({ score, ...replacement }) => replacement);
}

/** @param words null where some of them were heard well: only a spelling that the person gave stands for them then */
function bestOf(
  span: readonly string[],
  words: readonly HeardWord[] | null,
  { exact, spellings, forms }: Vocabulary,
): { term: string; score: number } | null {
  const all = span.join("");
  const isAllCommon = span.every(isCommon);
  const spelled = words ? exact.get(bare(all)) : span.length > 1 ? spellings.get(byWord(span)) : undefined;
  if (spelled !== undefined) return { term: spelled, score: 1 };
  if (!words || (isAllCommon && span.length === 1)) return null;
  const sound = soundOf(all);
  const weight = weightOfAll(sound);
  if (span.length > 1 && weight < HEAVY) return null;
  const sure = Math.max(...words.map(({ confidence }) => confidence));
  const least = Math.max(
    isAllCommon ? EVERYDAY : span.length > 1 ? SEVERAL : 0,
    sure < UNSURE ? GUESSED + ((DOUBTED - GUESSED) * sure) / UNSURE : WELL,
  );
  const scores = new Map<string, number>();
  for (const form of forms.get(beginning(sound)) ?? []) {
    if (Math.min(weight, form.weight) / Math.max(weight, form.weight) < least - AHEAD) continue;
    scores.set(form.term, Math.max(scores.get(form.term) ?? 0, likeness(sound, form.sound)));
  }
  const [best, second] = [...scores].sort(([, a], [, b]) => b - a);
  if (!best || best[1] < least || best[1] - (second?.[1] ?? 0) < AHEAD) return null;
  return { term: best[0], score: best[1] };
}
