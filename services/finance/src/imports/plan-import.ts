import { decimalsOf } from "@tessera/contracts-finance/currencies.ts";
import { MATCH_DAYS } from "@tessera/contracts-finance/limits.ts";
import { currenciesDiffer } from "@tessera/contracts-finance/problems.ts";
import { problem, type Tx } from "@tessera/service-kit";
import { sql } from "drizzle-orm";
import { z } from "zod";
import type { AccountRow } from "../accounts/account-row.ts";
import type { Entry, Statement } from "../bank-files/statement.ts";
import { type Existing, type Matched, matchEntries } from "./match-entries.ts";

/** An entry with its amount in the account's currency, and what it is there. */
export interface Planned extends Omit<Matched, "existing"> {
  entry: Entry;
  amount: number;
  payee: string | null;
  existing: Pick<Existing, "id" | "amount"> | null;
}
/** Entries that the person leaves out, and duplicates that they want all the same, by their place in the statement. */
export interface PlanChoices {
  skip: readonly number[];
  add: readonly number[];
}

export interface Plan {
  entries: Planned[];
  /** Opening balance that the account gets; null: it keeps its own. */
  opening: number | null;
  /** The account's balance after the import. */
  balance: number;
}

/** What becomes of a statement in an account. @throws ProblemException 409 `currencies_differ` */
export async function planImport(
  tx: Tx,
  account: AccountRow,
  statement: Statement,
  choices?: PlanChoices,
): Promise<Plan> {
  const candidates = candidatesOf(account, statement);
  return planOf(account, statement, candidates, await existingLike(tx, account.id, candidates), choices);
}

/** Entries as they are compared. @throws ProblemException 409 `currencies_differ` */
export const candidatesOf = ({ currency }: Pick<AccountRow, "currency">, { entries }: Statement) =>
  entries.map((entry) => ({
    ...entry,
    amount: inCurrency(entry, currency),
    payee: entry.payee ?? entry.counterparty?.name ?? null,
  }));

/** @param existing what `existingLike` says of the candidates */
export function planOf(
  account: AccountRow,
  statement: Statement,
  candidates: ReturnType<typeof candidatesOf>,
  existing: readonly Existing[],
  choices: PlanChoices = { skip: [], add: [] },
): Plan {
  const matched = matchEntries(candidates, existing);
  const [skip, add] = [new Set(choices.skip), new Set(choices.add)];
  // Of two entries with one id of the bank the first one keeps it.
  const ids = new Set<string>();
  const entries = matched.map((one, index): Planned => {
    const entry = statement.entries[index]!;
    const { amount, payee } = candidates[index]!;
    if (skip.has(index)) return { entry, amount, payee, what: "left", why: "You left it out.", existing: null };
    const isAdded = one.what === "duplicate" && add.has(index);
    if (!isAdded && one.what !== "new") return { entry, amount, payee, ...one };
    const { importId, ...rest } = entry;
    const keepsId = importId !== undefined && !isAdded && !ids.has(importId);
    if (keepsId) ids.add(importId);
    return { entry: keepsId ? entry : rest, amount, payee, what: "new", why: null, existing: null };
  });
  const opening = openingOf(account, statement);
  const change = entries.reduce((sum, { what, amount, existing }) => {
    if (what === "new") return sum + amount;
    return what === "changed" ? sum + amount - existing!.amount : sum;
  }, 0);
  const balance = Number(account.balance) + (opening === null ? 0 : opening - Number(account.opening)) + change;
  return { entries, opening, balance };
}

/** An account without a history begins where the statement did, so that its balance agrees with the bank's. */
function openingOf(account: AccountRow, statement: Statement): number | null {
  const { closing, opening } = statement;
  if (account.transactions > 0 || Number(account.opening) !== 0) return null;
  const stated = opening ?? closing;
  if (!stated) return null;
  const amount = inCurrency(stated, account.currency);
  return opening ? amount : amount - inCurrency({ amount: statement.sum, currency: stated.currency }, account.currency);
}

/** Minor units of the account's currency; where the file names none it counted in hundredths. */
export function inCurrency({ amount, currency }: { amount: number; currency: string }, wanted: string): number {
  if (currency === wanted) return amount;
  const scaled = amount * 10 ** (decimalsOf(wanted) - 2);
  if (currency !== "XXX" || !Number.isSafeInteger(scaled))
    throw problem(currenciesDiffer, { account: wanted, other: currency === "XXX" ? "another currency" : currency });
  return scaled;
}

/** Our exports name a transaction by our id where the bank gave none. */
const UUID = z.uuid();

/** Transactions of the account with an id or an amount of these entries. */
export async function existingLike(
  tx: Tx,
  accountId: string,
  entries: readonly { amount: number; date: string; importId?: string }[],
): Promise<Existing[]> {
  if (!entries.length) return [];
  const days = entries.map(({ date }) => date).toSorted();
  const wanted = entries.map(({ amount, importId }) => ({ amount, id: importId ?? null }));
  const ownIds = wanted.flatMap(({ id }) => (UUID.safeParse(id).success ? id! : []));
  const { rows } = await tx.execute<{ [column in keyof Existing]: Existing[column] }>(sql`
    with wanted as (
      select * from jsonb_to_recordset(${JSON.stringify(wanted)}::jsonb) as w(amount bigint, id text)
    )
    select t.id, t.date::text as date, t.amount, t.import_id as "importId", t.state = 'reconciled' as reconciled,
      array_remove(array[(select p.name from finance.payee p where p.id = t.payee_id), t.payee_text], null) as names,
      (select count(*) from finance.split s where s.transaction_id = t.id)::int as splits
    from finance.transaction t where t.account_id = ${accountId} and (
      t.import_id in (select id from wanted where id is not null)
      or t.id in (select value::uuid from jsonb_array_elements_text(${JSON.stringify(ownIds)}::jsonb))
      or t.amount in (select amount from wanted) and t.date between ${days[0]!}::date - ${MATCH_DAYS}::int
        and ${days.at(-1)!}::date + ${MATCH_DAYS}::int)`);
  return rows.map((row) => ({ ...row, amount: Number(row.amount) }));
}
