/** How well likeness tells texts apart; src/neighbours/neighbours.spec.ts asks as people do. @databases one @run all */
import { randomUUID } from "node:crypto";
import { EmbedCards } from "../meaning/embed-cards.ts";
import { Meanings } from "../meaning/meanings.service.ts";
import type { Reader } from "../search/highlight.ts";
import { type ItemsWorld, startItems } from "../testing/items-world.ts";
import { type LabelledText, PAIRS, whole } from "./labelled-pairs.ts";
import { ALIKE, LIKE } from "./neighbours.service.ts";
import { overlapOf, saidIn } from "./same-text.ts";

const THRESHOLDS = [0.4, 0.45, 0.5, 0.55, 0.6, 0.65, 0.7, 0.75];
interface Two {
  isLike: boolean;
  words: number;
  both: number;
}

let world: ItemsWorld;
const twos: Two[] = [];
beforeAll(async () => {
  world = await startItems({ environment: { EMBEDDINGS: "on", RATE_LIMIT_FACTOR: "0" } });
  const userId = randomUUID();
  const { items } = await world.person({ userId });
  const cards: { id: string; at: number; text: LabelledText }[] = [];
  for (const [at, { a, b }] of PAIRS.entries())
    for (const text of [a, b])
      cards.push({ id: (await items.create({ type: "note", ...text }, randomUUID())).id, at, text });
  await world.application.nest.get(EmbedCards).embedAll();
  await world.jobsIdle();
  const database = world.database.of("items");
  const reader = { execute: database.read.bind(database, { userId }) as Reader["execute"] };
  for (const [place, one] of cards.entries()) {
    const { state, cosines } = await world.application.nest.get(Meanings).likeCard(reader, userId, one.id);
    expect(state).toBe("searched");
    for (const other of cards.slice(place + 1)) {
      const label = one.at === other.at ? PAIRS[one.at]!.label : "unlike";
      // Two of a series are like or not, as one sees it.
      if (label === "not same") continue;
      const words = overlapOf(saidIn(whole(one.text)), saidIn(whole(other.text)));
      twos.push({ isLike: label !== "unlike", words, both: Math.max(words, cosines.get(other.id)!) });
    }
  }
}, 240_000);
afterAll(() => world.stop());

/** Of the pairs from a likeness on, the share that is like; of those that are like, the share that is among them. */
function figures(way: "words" | "both", least: number): { precision: number; recall: number } {
  const taken = twos.filter((two) => two[way] >= least);
  const right = taken.filter(({ isLike }) => isLike).length;
  const round = (share: number) => Number(share.toFixed(2));
  return {
    precision: round(right / (taken.length || 1)),
    recall: round(right / twos.filter(({ isLike }) => isLike).length),
  };
}

it("is chosen where few pairs are named that are not like, and most that are; decision 043 [items.embeddings]", () => {
  if (process.env.FIGURES)
    for (const least of THRESHOLDS)
      process.stdout.write(`${least} ${JSON.stringify([figures("both", least), figures("words", least)])}\n`);
  expect(twos.length).toBeGreaterThan(2_900);
  const chosen = [
    { way: "both", least: LIKE, precision: 0.59, recall: 0.88 },
    { way: "both", least: ALIKE, precision: 0.45, recall: 0.92 },
    { way: "words", least: LIKE, precision: 1, recall: 0.5 },
  ] as const;
  for (const { way, least, precision, recall } of chosen) {
    const found = figures(way, least);
    expect([way, least, found.precision >= precision, found.recall >= recall]).toEqual([way, least, true, true]);
  }
});
