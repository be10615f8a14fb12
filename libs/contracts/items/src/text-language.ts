/** The most frequent short words of languages in Latin letters, of which no two have many. */
const WORDS: Record<string, string> = {
  en: "the and of to is that it was for with as are this",
  de: "der die und das ist nicht ein eine zu den mit sich auf",
  fr: "le les et des est une que pour dans qui pas sur du",
  es: "el los y que las una por con para es del se su",
  it: "il di che è un per una non sono con gli della si",
  nl: "het een en van is dat niet op te met zijn voor de",
  pt: "o os e que um uma do da não em para com dos",
  sv: "och att det som är på för inte av med jag har om",
  da: "og at det er af på ikke med jeg har den til hvad",
  nb: "og at det er av på ikke med jeg har den til hva",
  fi: "ja on ei että se oli hän mutta niin kun myös ovat joka",
  pl: "i w nie na się że z do to jest jak ale po",
  cs: "a je se na v že to s z ale jak tak pro",
  ro: "și în de la cu nu pe că este din pentru care mai",
  hu: "az és hogy nem is egy van ez meg csak de ha volt",
  tr: "ve bir bu da için ile çok ne daha ama gibi olarak değil",
};
/** Languages by letters that others do not have; the first of those whose letters a text has. */
const LETTERS: [language: string, letters: RegExp][] = [
  ["ja", /[\p{Script=Hiragana}\p{Script=Katakana}]/u],
  ["ko", /\p{Script=Hangul}/u],
  ["zh", /\p{Script=Han}/u],
  ["el", /\p{Script=Greek}/u],
  ["he", /\p{Script=Hebrew}/u],
  ["fa", /[پچژگ]/u],
  ["ar", /\p{Script=Arabic}/u],
  ["th", /\p{Script=Thai}/u],
  ["hi", /\p{Script=Devanagari}/u],
  ["uk", /[іїєґ]/iu],
  ["sr", /[ђјљњћџ]/iu],
  ["ru", /\p{Script=Cyrillic}/u],
];

/** The languages that a text can be said to be in: ISO 639-1, Norwegian as it is written most. */
export const TEXT_LANGUAGES: readonly string[] = [...Object.keys(WORDS), ...LETTERS.map(([language]) => language)];

/** Characters of a text that are looked at, and words of it. */
const MAX_LOOK = 4000;
const MAX_WORDS = 400;
/** Share of a text's words that have to be such words, and how many different ones. */
const MIN_SHARE = 0.08;
const MIN_DIFFERENT = 3;

const languagesOf = new Map<string, string[]>();
for (const [language, list] of Object.entries(WORDS))
  for (const word of list.split(" ")) languagesOf.set(word, [...(languagesOf.get(word) ?? []), language]);

/** The language of a text by its first words, or their letters; undefined where they do not say. */
export function languageOf(text: string): string | undefined {
  const words = text
    .slice(0, MAX_LOOK)
    .toLowerCase()
    .split(/[^\p{L}\p{M}]+/u, MAX_WORDS)
    .filter(Boolean);
  const letters = words.join("");
  const latin = letters.replaceAll(/[^\p{Script=Latin}]/gu, "").length;
  // A foreign name in a text says nothing of it, nor an English one in a text of other letters.
  if (letters.length > 2 * latin) return LETTERS.find(([, has]) => has.test(letters))?.[0];
  const found = new Map<string, string[]>();
  // A single letter, as English "a", is a word of too many languages.
  for (const word of words.filter(({ length }) => length > 1))
    for (const language of languagesOf.get(word) ?? []) found.set(language, [...(found.get(language) ?? []), word]);
  const [best] = [...found].sort(([, a], [, b]) => b.length - a.length);
  if (!best || new Set(best[1]).size < MIN_DIFFERENT) return undefined;
  return best[1].length >= words.length * MIN_SHARE ? best[0] : undefined;
}
