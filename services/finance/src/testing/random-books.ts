import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import type { FinanceWorld } from "./finance-world.ts";

/** The same numbers in each run. */
export function numbersFrom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

export interface RandomTransaction {
  id: string;
  account: string;
  currency: string;
  date: string;
  amount: number;
  payee: string | null;
  text: string | null;
  note: string | null;
  reference: string | null;
  tags: string[];
  parts: { amount: number; category: string | null; note: string | null }[];
}

const WORDS = ["Rent", "rental", "Ohm", "50%", "a_b", "back\\slash", "Zürich", "tea", "tee", "steel", "x"];
const ACCOUNTS = [
  { name: "Daily", currency: "EUR", opening: 1000 },
  { name: "Savings", currency: "EUR", opening: -70 },
  { name: "Dollars", currency: "USD", opening: 0 },
];

/** A person with transactions of random words, parts, days and transfers, all written at once. */
export async function randomBooks(world: FinanceWorld, count: number, seed: number) {
  const below = numbersFrom(seed);
  const one = <T>(list: readonly T[]): T => list[below(list.length)]!;
  const maybe = <T>(value: () => T): T | null => (below(2) ? value() : null);
  const { userId, finance } = await world.person();
  const accounts = ACCOUNTS.map((account) => ({ ...account, id: randomUUID() }));
  const categories = Array.from({ length: 3 }, (_, at) => ({ id: randomUUID(), name: `Category ${at}` }));
  const payees = ["Rentokil", "Tea 50%", "Corner"].map((name) => ({ id: randomUUID(), name }));
  const words = () => Array.from({ length: 1 + below(3) }, () => one(WORDS)).join(" ");
  const all = Array.from({ length: count }, (): RandomTransaction & { payee_id: string | null } => {
    const { id: account, currency } = one(accounts);
    const payee = maybe(() => one(payees));
    const amounts = Array.from({ length: 1 + below(2) }, () => below(2000) - 1000);
    return {
      ...{ id: randomUUID(), account, currency, payee_id: payee?.id ?? null, payee: payee?.name ?? null },
      date: new Date(Date.UTC(2026, 0, 1) + below(400) * 86_400_000).toISOString().slice(0, 10),
      amount: amounts.reduce((sum, amount) => sum + amount, 0),
      ...{ text: maybe(words), note: maybe(words), reference: maybe(words), tags: below(5) ? [] : [one(WORDS)] },
      parts: amounts.map((amount) => ({
        ...{ amount, category: maybe(() => one(categories).id), note: below(6) ? null : words() },
      })),
    };
  });
  const rest = all
    .filter(({ amount }) => amount < 0)
    .flatMap((from) => {
      const to = all.find(
        ({ currency, account, amount }) =>
          currency === from.currency && account !== from.account && amount > 0 && amount <= -from.amount,
      );
      return to ? [{ from, to }] : [];
    });
  const taken = new Set<RandomTransaction>();
  const transfers = rest.slice(0, 40).filter(({ from, to }) => {
    const isFree = !taken.has(from) && !taken.has(to);
    if (isFree) for (const side of [from, to]) taken.add(side);
    return isFree;
  });
  const rows = (value: unknown) => sql`jsonb_to_recordset(${JSON.stringify(value)}::jsonb)`;
  await world.database.of("finance").as({ userId }, async (tx) => {
    await tx.execute(sql`
      insert into finance.account (id, user_id, name, kind, currency, opening, created_at)
      select id, ${userId}, name, 'checking', currency, opening, now()
      from ${rows(accounts)} r (id uuid, name text, currency text, opening bigint)`);
    await tx.execute(sql`
      insert into finance.category (id, user_id, name, created_at)
      select id, ${userId}, name, now() from ${rows(categories)} r (id uuid, name text)`);
    await tx.execute(sql`
      insert into finance.payee (id, user_id, name, key, created_at)
      select id, ${userId}, name, name, now() from ${rows(payees)} r (id uuid, name text)`);
    await tx.execute(sql`
      insert into finance.transaction
        (id, user_id, account_id, date, amount, payee_id, payee_text, note, reference, tags, created_at)
      select id, ${userId}, account, date, amount, payee_id, text, note, reference,
        array(select jsonb_array_elements_text(tags)), now()
      from ${rows(all)} r (id uuid, account uuid, date date, amount bigint, payee_id uuid, text text, note text,
        reference text, tags jsonb)`);
    await tx.execute(sql`
      insert into finance.split (user_id, transaction_id, place, amount, category_id, note)
      select ${userId}, r.id, p.place - 1, p.amount, p.category, p.note
      from ${rows(all)} r (id uuid, parts jsonb),
        rows from (jsonb_to_recordset(r.parts) as (amount bigint, category uuid, note text))
          with ordinality as p (amount, category, note, place)`);
    await tx.execute(sql`
      insert into finance.transfer (user_id, from_id, to_id, fee, automatic, created_at)
      select ${userId}, (t."from" ->> 'id')::uuid, (t."to" ->> 'id')::uuid,
        -(t."from" ->> 'amount')::bigint - (t."to" ->> 'amount')::bigint, true, now()
      from ${rows(transfers)} t ("from" jsonb, "to" jsonb)`);
  });
  return { userId, finance, accounts, all: all as RandomTransaction[], transfers };
}
