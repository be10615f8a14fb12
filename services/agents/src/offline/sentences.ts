/** A text that was read, with the place that shows it. */
export interface Source {
  title: string;
  path: string;
  text: string;
}

/** A sentence as it stands in its source. */
export interface Quote {
  source: Source;
  sentence: string;
}

/** Longest sentence that is quoted whole, in characters; of longer ones a part is, cut at a word. */
const MAX_SENTENCE = 400;
/** Share of what is asked that a sentence has to speak of, with the title of its card. */
const ENOUGH = 0.5;
/** How much a word of the title counts beside one of the sentence. */
const TITLE_WEIGHT = 0.5;

const STOP_WORDS = new Set(
  `a about after all also am an and any anything are as at be been before but by can card cards cite could did do does
  everything find for from get give had has have how i in into is it its keep kept know let list look lookup me mention
  mentions mine my note notes of on or our out put quote said say says search she he show so something summarise
  summarize tell than that the their them then there these they thing this those to up us was we were what when where
  whether which who whose why will with wrote write written you your please long many much time`.split(/\s+/),
);

/** What decides about a text: words without endings, in lower case, without marks over letters. */
export const termsOf = (text: string): string[] => wordsOf(text).map(stemOf);

const wordsOf = (text: string): string[] => text.normalize("NFKC").match(/[\p{L}\p{N}]+/gu) ?? [];

/** Past forms that share no beginning with their verb. */
const PAST: Readonly<Record<string, string>> = {
  ...{ ate: "eat", began: "begin", bought: "buy", brought: "bring", built: "build", came: "come", chose: "choose" },
  ...{ chosen: "choose", fell: "fall", felt: "feel", flew: "fly", found: "find", gave: "give", held: "hold" },
  ...{ knew: "know", led: "lead", left: "leave", lent: "lend", lost: "lose", made: "make", met: "meet", paid: "pay" },
  ...{ ran: "run", sent: "send", sold: "sell", spent: "spend", spoke: "speak", taught: "teach", thought: "think" },
  ...{ took: "take", went: "go", won: "win", wore: "wear" },
};

function stemOf(word: string): string {
  const lower = word.toLowerCase().normalize("NFD").replace(/\p{M}/gu, "");
  const plain = Object.hasOwn(PAST, lower) ? PAST[lower]! : lower;
  if (plain.length <= 4) return plain.replace(/(?<=\p{L}{3})s$/u, "");
  return plain.replace(/(?:ings?|ies|ied|ed|es|s|e)$/, "").replace(/y$/, "");
}

/** The words that a question is about, as they were written. */
export const keywordsOf = (question: string): string[] =>
  [...new Set(wordsOf(question))].filter((word) => !STOP_WORDS.has(word.toLowerCase()));

/** The sentences and the lines of a text, as they stand there. */
export function sentencesOf(text: string): string[] {
  const segmenter = new Intl.Segmenter("en", { granularity: "sentence" });
  return text.split(/\n+/).flatMap((line) => {
    const plain = line.trim();
    if (!plain) return [];
    return [...segmenter.segment(plain)]
      .map(({ segment }) => segment.trim())
      .filter((one) => /[\p{L}\p{N}]/u.test(one));
  });
}

const clipped = (sentence: string) =>
  sentence.length <= MAX_SENTENCE ? sentence : sentence.slice(0, sentence.lastIndexOf(" ", MAX_SENTENCE));

/** What makes a sentence answer such a question. */
function shapeOf(question: string): RegExp | null {
  if (/^\W*(?:when|what time|which day)\b/i.test(question))
    return /\d|\b(?:monday|tuesday|wednesday|thursday|friday|saturday|sunday|january|february|march|april|may|june|july|august|september|october|november|december|noon|midnight|today|tomorrow)\b/i;
  if (/\bhow (?:many|much|long|old|far|big)\b|\bnumber\b/i.test(question))
    return /\d|\b(?:one|two|three|four|five|ten)\b/i;
  return null;
}

/**
 * The sentences of few texts that say a day or a number where one is asked for, by those words of the question that
 * stand in them: "When does the lease end?" is answered by "The lease runs until 31 August." At least half must.
 */
export function sentencesOfShape(question: string, sources: readonly Source[], limit: number): Quote[] {
  const shape = shapeOf(question);
  const known = new Set(sources.flatMap(({ text }) => termsOf(text)));
  const words = keywordsOf(question);
  const found = words.filter((word) => known.has(stemOf(word)));
  if (!shape || found.length * 2 < words.length) return [];
  return bestSentences(found.join(" "), sources, sources.length * limit)
    .filter(
      ({ sentence }) => shape.test(sentence) && termsOf(sentence).some((term) => found.map(stemOf).includes(term)),
    )
    .slice(0, limit);
}

/** The sentences that speak of what is asked, the best first: rare words count more, and nothing is made up. */
export function bestSentences(question: string, sources: readonly Source[], limit: number): Quote[] {
  const asked = [...new Set(keywordsOf(question).map(stemOf))];
  if (!asked.length) return [];
  const all = sources.flatMap((source) => {
    const title = new Set(termsOf(source.title));
    return sentencesOf(source.text).map((sentence) => ({ source, sentence, title, terms: new Set(termsOf(sentence)) }));
  });
  const weightOf = new Map(
    asked.map((term) => [
      term,
      Math.log(1 + all.length / Math.max(1, all.filter(({ terms }) => terms.has(term)).length)),
    ]),
  );
  const whole = asked.reduce((sum, term) => sum + weightOf.get(term)!, 0);
  const shape = shapeOf(question);
  return all
    .map(({ source, sentence, title, terms }) => {
      const own = asked.filter((term) => terms.has(term));
      const ofTitle = asked.filter((term) => !terms.has(term) && title.has(term));
      const sum = (list: string[]) => list.reduce((total, term) => total + weightOf.get(term)!, 0);
      const covered = (sum(own) + sum(ofTitle)) / whole;
      const answers = shape?.test(sentence) ? 0.25 : 0;
      const score = (sum(own) + TITLE_WEIGHT * sum(ofTitle)) / whole + answers - Math.min(terms.size, 60) / 400;
      return { source, sentence, score, fits: covered >= ENOUGH && (own.length > 0 || answers > 0) };
    })
    .filter(({ fits }) => fits)
    .sort((a, b) => b.score - a.score)
    .slice(0, limit)
    .map(({ source, sentence }) => ({ source, sentence: clipped(sentence) }));
}

const STILL_TO_DO = [
  /^\s*(?:[-*+]\s+)?\[ \]\s+(?<what>.+)$/u,
  /^\s*(?:[-*+]\s+)?(?:todo|to do|to-do|action(?: item)?|next step)\s*[:–-]\s*(?<what>.+)$/iu,
  /\b(?:I|we) (?:still )?(?:need|have|ought|promised) to (?<what>[^.;!?]+)/iu,
  /\b(?:I|we) must (?<what>[^.;!?]+)/iu,
  /\b(?:remember|don't forget) to (?<what>[^.;!?]+)/iu,
];

/** What a text says is still to do: unticked boxes, marked lines, and what somebody has to do. */
export function todosOf(text: string): { sentence: string; what: string }[] {
  return sentencesOf(text).flatMap((sentence) => {
    const what = STILL_TO_DO.map((one) => one.exec(sentence)?.groups?.what?.trim()).find(Boolean);
    return what ? [{ sentence, what: what.replace(/[.\s]+$/, "") }] : [];
  });
}
