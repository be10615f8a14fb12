import { sql } from "drizzle-orm";
import { runningFinance } from "../testing/finance-world.ts";
import { numbersFrom, type RandomTransaction, randomBooks } from "../testing/random-books.ts";

const world = runningFinance();

/** As `ilike` compares in the locale of the tests: letters without accents alone have two cases. */
const lower = (text: string) => text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
const says = (one: RandomTransaction, word: string) =>
  [one.payee, one.text, one.note, one.reference, ...one.tags, ...one.parts.map(({ note }) => note)].some(
    (text) => text !== null && lower(text).includes(lower(word)),
  );

test("words are found wherever they are, with the index or without", async () => {
  const { finance, all } = await randomBooks(world, 300, 7);
  await randomBooks(world, 50, 8);
  const below = numbersFrom(9);
  const words = [
    "rent",
    "REN",
    "ental",
    "tee",
    "te",
    "50%",
    "%",
    "a_b",
    "_",
    "\\",
    "k\\s",
    "rich",
    "Tea",
    "zzz",
    "corn",
    "x",
  ];
  for (let round = 0; round < 40; round++) {
    const wanted = Array.from({ length: 1 + below(3) }, () => words[below(words.length)]!);
    const expected = all.filter((one) => wanted.every((word) => says(one, word)));
    const q = wanted.join(" ");
    const found: string[] = [];
    for (let cursor: string | undefined, more = true; more; ) {
      const page = await finance.transactions({ q, limit: 100, ...(cursor ? { cursor } : {}) });
      found.push(...page.items.map(({ id }) => id));
      more = page.nextCursor !== null;
      cursor = page.nextCursor ?? undefined;
    }
    expect([q, found.sort()]).toEqual([q, expected.map(({ id }) => id).sort()]);
    expect((await finance.sums({ q })).total).toBe(expected.length);
  }
});

test("what many transactions say is not looked up, and nobody looks up what another person's say", async () => {
  const { userId, all } = await randomBooks(world, 300, 10);
  const { userId: other } = await world.person();
  const found = async (of: string, pattern: string, most: number) => {
    const { rows } = await world.database
      .of("finance")
      .as({ userId: of }, (tx) =>
        tx.execute<{ ids: string[] | null }>(sql`select finance.saying(${pattern}, ${most}::int) as ids`),
      );
    return rows[0]!.ids;
  };
  const expected = all.filter((one) => says(one, "rent")).map(({ id }) => id);
  expect([...new Set(await found(userId, "%rent%", 5000))].sort()).toEqual(expected.sort());
  expect(await found(userId, "%rent%", 10)).toBeNull();
  expect(await found(other, "%rent%", 5000)).toEqual([]);
});
