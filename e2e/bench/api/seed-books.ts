import { randomUUID } from "node:crypto";
import { numbers, type Run, word } from "./seed.ts";

const ACCOUNTS = 4;
const CATEGORIES = 40;
const PAYEES = 300;
/** Of so many transactions one is half of a transfer. */
const TRANSFERS = 40;
const BATCH = 2_000;
/** Days over which they are spread, up to the end of 2026. */
const DAYS = 3_650;
const LAST = Date.UTC(2026, 11, 31);

/**
 * Stores a person's books as imports do, but without the journal of their acts: accounts in euros, categories in two
 * levels, payees, transactions with a split each.
 * @returns ids of the categories
 */
export async function seedBooks(run: Run, userId: string, count: number): Promise<string[]> {
  const source = numbers();
  const below = (limit: number) => Math.floor(source.next().value * limit);
  const ids = (many: number) => Array.from({ length: many }, () => randomUUID());
  const [accounts, categories, payees] = [ids(ACCOUNTS), ids(CATEGORIES), ids(PAYEES)];
  const named = (all: string[]) => JSON.stringify(all.map((id, at) => ({ id, name: `${word(at)} ${at}` })));
  await run(
    `insert into finance.account (id, user_id, name, kind, currency, created_at)
     select id, $2::uuid, name, 'checking', 'EUR', now() from jsonb_to_recordset($1::jsonb) r (id uuid, name text)`,
    [named(accounts), userId],
  );
  await run(
    `insert into finance.category (id, user_id, name, parent_id, created_at)
     select id, $2::uuid, name, parent, now() from jsonb_to_recordset($1::jsonb) r (id uuid, name text, parent uuid)`,
    [
      JSON.stringify(
        categories.map((id, at) => ({ id, name: `${word(at)} ${at}`, parent: at < 8 ? null : categories[at % 8] })),
      ),
      userId,
    ],
  );
  await run(
    `insert into finance.payee (id, user_id, name, key, created_at)
     select id, $2::uuid, name, name, now() from jsonb_to_recordset($1::jsonb) r (id uuid, name text)`,
    [named(payees), userId],
  );
  // Their checks and the live changes would take most of the time; the rows add up.
  const triggers = async (what: "disable" | "enable") => {
    for (const table of ["transaction", "split", "transfer"])
      await run(`alter table finance.${table} ${what} trigger user`);
  };
  await triggers("disable");
  for (let done = 0; done < count; done += BATCH) {
    const rows = Array.from({ length: Math.min(BATCH, count - done) }, (_, index) => {
      const at = done + index;
      // A transfer is a pair: the second half has the first one's day and the opposite amount, in the next account.
      const place = at % TRANSFERS;
      const isHalf = place < 2 && at - place + 1 < count;
      const amount = below(100) < 8 ? 50_000 + below(400_000) : -(100 + below(20_000));
      return {
        ...{ id: randomUUID(), account: accounts[isHalf ? place : at % ACCOUNTS], payee: payees[below(PAYEES)] },
        date: new Date(LAST - Math.floor((at / count) * DAYS) * 86_400_000).toISOString().slice(0, 10),
        amount: isHalf ? (place === 0 ? -25_000 : 25_000) : amount,
        category: isHalf || below(20) === 0 ? null : categories[below(CATEGORIES)],
        note: `${word(below(2_000))} ${word(below(2_000))}`,
      };
    });
    const pairs = rows.flatMap(({ id, amount }, at) =>
      (done + at) % TRANSFERS === 0 && amount === -25_000 && rows[at + 1] ? [{ from: id, to: rows[at + 1]!.id }] : [],
    );
    await run(
      `with r as (
         select * from jsonb_to_recordset($1::jsonb)
           r (id uuid, account uuid, payee uuid, date date, amount bigint, category uuid, note text)
       ), t as (
         insert into finance.transaction
           (id, user_id, account_id, date, amount, payee_id, payee_text, note, imported, created_at)
         select r.id, $2::uuid, r.account, r.date, r.amount, r.payee, p.name, r.note, true, now()
         from r join finance.payee p on p.id = r.payee
       ), s as (
         insert into finance.split (user_id, transaction_id, place, amount, category_id)
         select $2::uuid, id, 0, amount, category from r
       )
       insert into finance.transfer (user_id, from_id, to_id, automatic, created_at)
       select $2::uuid, p."from", p."to", true, now() from jsonb_to_recordset($3::jsonb) p ("from" uuid, "to" uuid)`,
      [JSON.stringify(rows), userId, JSON.stringify(pairs)],
    );
  }
  await triggers("enable");
  await run(
    `select finance.sum_months(array_agg(t.account_id), array_agg(t.date))
     from (select distinct account_id, date from finance.transaction where user_id = $1::uuid) t`,
    [userId],
  );
  await run("vacuum analyze");
  return categories;
}
