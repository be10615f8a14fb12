import { type Candidate, type Existing, matchEntries } from "./match-entries.ts";

const entry = (more: Partial<Candidate> = {}): Candidate => ({
  ...{ date: "2026-11-10", amount: -100, status: "booked", payee: "Bakery" },
  ...more,
});
const known = (id: string, more: Partial<Existing> = {}): Existing => ({
  ...{ id, date: "2026-11-10", amount: -100, importId: null, names: ["Bakery"], reconciled: false, splits: 1 },
  ...more,
});

test("the same payee comes before a nearer day", () => {
  const [matched] = matchEntries(
    [entry()],
    [known("near", { names: ["Kiosk"] }), known("same", { date: "2026-11-14" })],
  );
  expect(matched).toMatchObject({ what: "duplicate", existing: { id: "same" } });
});

test("two with different ids of the bank are two", () => {
  const [matched] = matchEntries([entry({ importId: "b" })], [known("a", { importId: "a" })]);
  expect(matched!.what).toBe("new");
});

test("pending entries wait for a later statement", () => {
  expect(matchEntries([entry({ status: "pending" })], [])[0]).toMatchObject({ what: "left" });
});

/** Numbers from 0 up to but not n; the same for the same seed. */
function numbers(seed: number) {
  let state = seed;
  return (n: number) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * n);
  };
}

test("whatever was imported is found again, entry by entry, and no transaction twice", () => {
  for (let seed = 1; seed <= 300; seed++) {
    const next = numbers(seed);
    const entries = Array.from({ length: 1 + next(30) }, (_, index) =>
      entry({
        date: `2026-11-${String(1 + next(20)).padStart(2, "0")}`,
        amount: -1 - next(3),
        payee: ["Bakery", "Kiosk", null][next(3)]!,
        ...(next(3) === 0 ? { importId: `id${index}` } : {}),
      }),
    );
    const imported = entries.map(({ date, amount, payee, importId }, index) =>
      known(String(index), { date, amount, importId: importId ?? null, names: payee ? [payee] : [] }),
    );
    const byHand = Array.from({ length: next(5) }, (_, index) => known(`hand${index}`, { amount: -1 - next(3) }));
    const matched = matchEntries(entries, [...byHand, ...imported]);
    const found = matched.map(({ existing }) => existing?.id);
    expect({ seed, what: matched.map(({ what }) => what) }).toEqual({ seed, what: entries.map(() => "duplicate") });
    expect(new Set(found).size).toBe(entries.length);
  }
});
