import { MAX_TRANSFER_PARTS, TRANSFER_DAYS } from "@tessera/contracts-finance/limits.ts";
import type { Tx } from "@tessera/service-kit";
import { sql } from "drizzle-orm";
import { daysApart, MIN_SCORE, scoreOf } from "../matching/clearest.ts";
import { isNoTransfer } from "../transactions/filter.ts";
import type { Pair } from "./find-candidates.ts";
import { reasonsFor, reasonsForSeveral, type Side, thoseSayingTransfer } from "./score.ts";
import { addingUp, keyOf } from "./several.ts";
import { readSides, SIDE_COLUMNS, SIDE_JOINS, type SideRow, sideOf } from "./sides.ts";

/** Newest transactions that bring money, and those of them that say they are a transfer, whose parts are looked for. */
const MAX_INS = 2000;
const MAX_WHOLES = 100;
/** Transactions near one that may be parts with it: their sums are all tried. */
const MAX_NEAR_INS = 7;
const MAX_NEAR_OUTS = 16;
/** Sums that are looked up at once, and sets of one transaction. */
const MAX_SUMS = 2000;
const MAX_SETS = 4;

interface FoundSet {
  whole: string;
  parts: string[];
  isCrowded: boolean;
}
interface Days {
  from: string;
  to: string;
}

/**
 * Sets of one transaction and several of another account, in one currency and within days, that add up to it exactly;
 * nothing of them is linked or reconciled. Those that come in are few, so both ways start from these: several of them
 * are added up, and their sum is looked for; one that says it is a transfer has its parts looked for.
 * @param learned transfers that the person linked, by the two accounts
 */
export async function findSeveral(
  tx: Tx,
  userId: string,
  days: Days,
  learned: ReadonlyMap<string, number>,
): Promise<Pair[]> {
  const accounts = await accountsOf(tx, userId);
  if (accounts.length < 2) return [];
  const ins = await readIns(tx, userId, days);
  const found = [
    ...(await sumsOfIns(tx, userId, ins, accounts)),
    ...(await partsOfIns(tx, userId, thoseSayingTransfer(ins, accounts).slice(0, MAX_WHOLES))),
  ];
  if (!found.length) return [];
  const refused = await refusedSets(tx, userId);
  const sides = await readSides(tx, [...new Set(found.flatMap(({ whole, parts }) => [whole, ...parts]))]);
  return found
    .map((set) => scored(set, sides, learned))
    .filter((pair) => pair.weight >= MIN_SCORE && !refused.has(keyOf(pair)));
}

function scored(
  { whole, parts, isCrowded }: FoundSet,
  sides: ReadonlyMap<string, Side>,
  learned: ReadonlyMap<string, number>,
): Pair {
  const one = sides.get(whole)!;
  const [first, ...also] = parts.toSorted();
  const [from, to] = one.amount < 0 ? [one, sides.get(first!)!] : [sides.get(first!)!, one];
  const times = learned.get(`${from.account.id} ${to.account.id}`) ?? 0;
  const reasons = reasonsForSeveral(
    parts.map((id) => {
      const part = sides.get(id)!;
      return one.amount < 0 ? reasonsFor(one, part, times, null) : reasonsFor(part, one, times, null);
    }),
  );
  const links = { from: from.id, to: to.id, also, whole, fee: 0 };
  return { ...links, ...{ day: from.date, isCrowded, weight: scoreOf(reasons), reasons } };
}

interface Account extends Record<string, unknown> {
  id: string;
  name: string;
  number: string | null;
  currency: string;
  /** The most that went out of it at once, below zero; null where nothing did. */
  most: string | null;
}

async function accountsOf(tx: Tx, userId: string): Promise<Account[]> {
  const { rows } = await tx.execute<Account>(sql`
    select a.id, a.name, a.number, a.currency,
      (select min(t.amount) from finance.transaction t where t.account_id = a.id and t.amount < 0) as most
    from finance.account a where a.user_id = ${userId}`);
  return rows;
}

async function readIns(tx: Tx, userId: string, { from, to }: Days): Promise<Side[]> {
  const { rows } = await tx.execute<SideRow>(sql`
    select ${SIDE_COLUMNS} from ${SIDE_JOINS}
    where t.user_id = ${userId} and t.amount > 0 and t.state <> 'reconciled' and ${isNoTransfer(userId)}
      and t.date between ${from}::date - ${TRANSFER_DAYS}::int and ${to}::date + ${TRANSFER_DAYS}::int
    order by t.date desc, t.id limit ${MAX_INS}`);
  return rows.map(sideOf);
}

interface Sum extends Pick<FoundSet, "parts" | "isCrowded"> {
  account: string;
  currency: string;
  amount: number;
  /** Days of the first and the last of its parts. */
  first: string;
  last: string;
}

/** Several that came into one account, which went out of another at once. */
async function sumsOfIns(
  tx: Tx,
  userId: string,
  ins: readonly Side[],
  accounts: readonly Account[],
): Promise<FoundSet[]> {
  // Most sums are more than any account ever paid.
  const mostPaid = ({ account, currency }: Side) => {
    const others = accounts.filter((one) => one.id !== account.id && one.currency === currency);
    return Math.max(0, ...others.map(({ most }) => -Number(most)));
  };
  const byAccount = Map.groupBy(ins, (side) => side.account.id);
  const places = new Map([...byAccount.values()].flatMap((own) => own.map(({ id }, place) => [id, place] as const)));
  const tried: Sum[] = [];
  let isCut = false;
  for (const newest of ins) {
    const own = byAccount.get(newest.account.id)!;
    const older: Side[] = [];
    for (let at = places.get(newest.id)! + 1; at < own.length && older.length <= MAX_NEAR_INS; at++) {
      if (daysApart(own[at]!.date, newest.date) > TRANSFER_DAYS) break;
      older.push(own[at]!);
    }
    const isCrowded = older.length > MAX_NEAR_INS;
    for (const others of subsets(older.slice(0, MAX_NEAR_INS), mostPaid(newest) - newest.amount)) {
      const amount = sumOf(others) + newest.amount;
      tried.push({
        ...{ account: newest.account.id, currency: newest.currency, amount, isCrowded },
        ...{ first: others.at(-1)!.date, last: newest.date, parts: [newest, ...others].map(({ id }) => id) },
      });
    }
    isCut = tried.length > MAX_SUMS;
    if (isCut) break;
  }
  if (!tried.length) return [];
  const { rows } = await tx.execute<{ at: number; id: string }>(sql`
    select s.at, o.id
    from jsonb_to_recordset(${JSON.stringify(tried.map((sum, at) => ({ ...sum, at })))}::jsonb)
        s (at int, account uuid, currency text, amount bigint, first date, last date)
      join finance.account a on a.user_id = ${userId} and a.currency = s.currency and a.id <> s.account
      cross join lateral (
        select t.id from finance.transaction t
        where t.user_id = ${userId} and t.account_id = a.id and t.amount = -s.amount and t.state <> 'reconciled'
          and t.date between s.last - ${TRANSFER_DAYS}::int and s.first + ${TRANSFER_DAYS}::int
          and ${isNoTransfer(userId)}
        offset 0
      ) o
    limit ${MAX_SUMS}`);
  return rows.map(({ at, id }) => {
    const { parts, isCrowded } = tried[at]!;
    return { whole: id, parts, isCrowded: isCut || isCrowded || rows.length === MAX_SUMS };
  });
}

/** Several that went out of one account, which came into another at once. */
async function partsOfIns(tx: Tx, userId: string, wholes: readonly Side[]): Promise<FoundSet[]> {
  if (!wholes.length) return [];
  const asked = wholes.map(({ id, date, amount, account, currency }) => ({
    ...{ id, date, amount, account: account.id, currency },
  }));
  const { rows } = await tx.execute<{ whole: string; account: string; id: string; amount: string }>(sql`
    select w.id as whole, a.id as account, o.id, o.amount
    from jsonb_to_recordset(${JSON.stringify(asked)}::jsonb)
        w (id uuid, date date, amount bigint, account uuid, currency text)
      join finance.account a on a.user_id = ${userId} and a.currency = w.currency and a.id <> w.account
      cross join lateral (
        select t.id, t.amount from finance.transaction t
        where t.user_id = ${userId} and t.account_id = a.id and t.state <> 'reconciled'
          and t.amount < 0 and t.amount > -w.amount
          and t.date between w.date - ${TRANSFER_DAYS}::int and w.date + ${TRANSFER_DAYS}::int
          and ${isNoTransfer(userId)}
        order by abs(t.date - w.date), t.amount, t.id limit ${MAX_NEAR_OUTS}
      ) o`);
  const amounts = new Map(wholes.map(({ id, amount }) => [id, amount]));
  return [...Map.groupBy(rows, ({ whole, account }) => `${whole} ${account}`).values()].flatMap((near) => {
    const { whole } = near[0]!;
    const parts = near.map(({ id, amount }) => ({ id, amount: -Number(amount) }));
    const isCrowded = near.length === MAX_NEAR_OUTS;
    return addingUp(parts, amounts.get(whole)!, MAX_SETS).map((set) => ({
      ...{ whole, parts: set.map(({ id }) => id), isCrowded },
    }));
  });
}

async function refusedSets(tx: Tx, userId: string): Promise<Set<string>> {
  const { rows } = await tx.execute<{ ids: string[] }>(sql`
    select to_json(array[from_id, to_id] || also) as ids from finance.transfer_refusal
    where user_id = ${userId} and also <> '{}'`);
  return new Set(rows.map(({ ids }) => ids.toSorted().join(" ")));
}

const sumOf = (sides: readonly Side[]) => sides.reduce((sum, { amount }) => sum + amount, 0);

/** What can be one part with another: one of a list or more, in its order, up to a sum. */
function subsets(list: readonly Side[], limit: number): Side[][] {
  let all: Side[][] = [[]];
  for (const one of list.filter(({ amount }) => amount <= limit)) {
    const more = all.filter((set) => set.length < MAX_TRANSFER_PARTS - 1 && sumOf(set) + one.amount <= limit);
    all = [...all, ...more.map((set) => [...set, one])];
  }
  return all.slice(1);
}
