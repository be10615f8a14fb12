/** What the words of a search that a card has may add: half of what the whole of its meaning does. */
const WORDS = 0.5;

/**
 * How well a card answers a search: how near it is in meaning, and how much of what the words say it has. Rare words
 * say more; a few of the words say little (decision 013).
 * @param has which of the words the card has @param weights what each of them says
 */
export function scoreOf(cosine: number, has: readonly boolean[], weights: readonly number[]): number {
  let [covered, all] = [0, 0];
  for (const [at, weight] of weights.entries()) {
    all += weight;
    if (has[at]) covered += weight;
  }
  return cosine + WORDS * (all ? covered / all : 0) ** 2;
}

/** What each word says, by how many of `cards` have it. */
export const weightsOf = (having: readonly number[], cards: number): number[] =>
  having.map((count) => Math.log(1 + cards / (1 + count)));
