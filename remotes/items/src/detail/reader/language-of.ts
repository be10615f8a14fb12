/** The most frequent short words of languages that browsers often have voices for, of which no two have many. */
const WORDS: Record<string, string> = {
  en: "the and of to is that it was for with as are this",
  de: "der die und das ist nicht ein eine zu den mit sich auf",
  fr: "le les et des est une que pour dans qui pas sur du",
  es: "el los y que las una por con para es del se su",
  it: "il di che è un per una non sono con gli della si",
  nl: "het een en van is dat niet op te met zijn voor de",
  pt: "o os e que um uma do da não em para com dos",
};
const MAX_WORDS = 400;
/** Share of a text's words that have to be such words. */
const MIN_SHARE = 0.08;

/** The language of a text, as a voice is chosen by it; undefined where its words do not say. */
export function languageOf(text: string): string | undefined {
  const words = text
    .toLowerCase()
    .split(/[^\p{L}]+/u, MAX_WORDS)
    .filter(Boolean);
  const counts = Object.entries(WORDS).map(([language, list]) => {
    const known = new Set(list.split(" "));
    return { language, count: words.filter((word) => known.has(word)).length };
  });
  const [best] = counts.sort((a, b) => b.count - a.count);
  return best && best.count >= Math.max(2, words.length * MIN_SHARE) ? best.language : undefined;
}
