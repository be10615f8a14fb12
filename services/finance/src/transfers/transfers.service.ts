import { Injectable } from "@nestjs/common";
import { TRANSFER_DAYS } from "@tessera/contracts-finance/limits.ts";
import { noTransfer, transactionNotFound, transferNotFound } from "@tessera/contracts-finance/problems.ts";
import type { Transaction } from "@tessera/contracts-finance/transactions.ts";
import type {
  Transfer,
  TransferCandidates,
  TransferLinked,
  TransferList,
  TransferPair,
  TransferRefusals,
  TransfersMatched,
} from "@tessera/contracts-finance/transfers.ts";
import { type Caller, Clock, Database, problem, type Tx } from "@tessera/service-kit";
import { type SQL, sql } from "drizzle-orm";
import { Acts } from "../acts/acts.ts";
import { exchangeOf } from "../rates/exchange.ts";
import { rateBook } from "../rates/rate-book.ts";
import { addDays } from "../recurring/cadence.ts";
import { readTransactions } from "../transactions/read-transactions.ts";
import { findCandidates, type Pair } from "./find-candidates.ts";
import { MAX_OFF_RATE, offRate } from "./score.ts";

/** Pairs that a page is given at once. */
const MAX_SHOWN = 200;
/** Other pairs that are shown beside the best one. */
const MAX_OTHERS = 3;

interface TransferRow extends Record<string, unknown> {
  id: string;
  /** One on one side; on the other one or several. */
  from_ids: string[];
  to_ids: string[];
  fee: string;
  automatic: boolean;
  at: string;
}
interface RefusalRow extends Record<string, unknown> {
  id: string;
  from: string;
  to: string;
  also: string[];
  at: string;
}
type Ids = Pick<Pair, "from" | "to" | "also">;
type Linked = Ids & Pick<Pair, "whole">;
type Shown = Record<"from" | "to", Transaction> & { also: Transaction[] };

@Injectable()
export class TransfersService {
  constructor(
    private readonly database: Database,
    private readonly acts: Acts,
    private readonly clock: Clock,
  ) {}

  async candidates(caller: Caller): Promise<TransferCandidates> {
    return this.database.as(caller, async (tx) => {
      const found = (await findCandidates(tx, caller.userId)).slice(0, MAX_SHOWN);
      const shown = found.map((pair) => ({ ...pair, others: pair.others.slice(0, MAX_OTHERS) }));
      const byId = await transactions(tx, [...shown, ...shown.flatMap(({ others }) => others)]);
      return {
        items: shown.map(({ fee, weight, reasons, others, ...pair }) => ({
          ...shownSides(byId, pair),
          ...{ fee, score: weight, reasons },
          others: others.map((other) => ({ ...shownSides(byId, other), score: other.weight })),
        })),
      };
    });
  }

  async list(caller: Caller): Promise<TransferList> {
    return this.database.as(caller, async (tx) => ({
      items: await shownTransfers(tx, sql`x.user_id = ${caller.userId}`),
    }));
  }

  async refusals(caller: Caller): Promise<TransferRefusals> {
    return this.database.as(caller, async (tx) => {
      const { rows } = await tx.execute<RefusalRow>(sql`
        select id, from_id as from, to_id as to, to_json(also) as also, created_at as at
        from finance.transfer_refusal where user_id = ${caller.userId}
        order by created_at desc, id desc limit ${MAX_SHOWN}`);
      const byId = await transactions(tx, rows);
      // One of several may be gone since: what was said of all of them says nothing more.
      const whole = rows.filter(({ also }) => also.every((id) => byId.has(id)));
      return {
        items: whole.map((row) => ({ id: row.id, ...shownSides(byId, row), at: new Date(row.at).toISOString() })),
      };
    });
  }

  /**
   * A refusal of the same transactions is forgotten.
   * @throws ProblemException 404 `transaction_not_found`, 409 `no_transfer`
   */
  async link(caller: Caller, given: TransferPair): Promise<TransferLinked> {
    return this.acts.run(caller, "transfer", "Link a transfer", async (tx, act) => {
      const { from, to, also, pair } = await this.sides(tx, given);
      const isExchange = from.currency !== to.currency;
      const reason =
        whyNot(from, to, also) ??
        (isExchange && !also.length ? await whyNoExchange(tx, caller.userId, from, to) : null);
      if (reason) throw problem(noTransfer, { reason });
      await tx.execute(sql`delete from finance.transfer_refusal where ${isPair(pair)}`);
      const fee = isExchange || also.length ? 0 : -from.amount - to.amount;
      const [id] = await this.insert(tx, caller.userId, [{ ...pair, fee }], false);
      const [transfer] = await shownTransfers(
        tx,
        sql`x.id = ${id} or x.whole_id = (
        select o.whole_id from finance.transfer o where o.id = ${id})`,
      );
      await this.acts.name(tx, act, `Link the transfer of ${from.date}`);
      return { transfer: transfer! };
    });
  }

  /** They are not offered again. @throws ProblemException 404 `transaction_not_found` */
  async refuse(caller: Caller, given: TransferPair): Promise<{ act: string }> {
    return this.acts.run(caller, "transfer", "Refuse a transfer", async (tx) => {
      const { pair } = await this.sides(tx, given);
      await tx.execute(sql`
        insert into finance.transfer_refusal (user_id, from_id, to_id, also, created_at)
        values (${caller.userId}, ${pair.from}, ${pair.to}, ${uuids(pair.also)}, ${this.clock.now().toISOString()})
        on conflict do nothing`);
      return {};
    });
  }

  /** Both sides are income and expense again. @throws ProblemException 404 `transfer_not_found` */
  async unlink(caller: Caller, id: string): Promise<{ act: string }> {
    return this.acts.run(caller, "transfer", "Unlink a transfer", (tx) =>
      remove(tx, sql`delete from finance.transfer where id = ${id} returning id`),
    );
  }

  /** @throws ProblemException 404 `transfer_not_found` */
  async removeRefusal(caller: Caller, id: string): Promise<{ act: string }> {
    return this.acts.run(caller, "transfer", "Offer a refused transfer again", (tx) =>
      remove(tx, sql`delete from finance.transfer_refusal where id = ${id} returning id`),
    );
  }

  /** Links all that is clear, as one act. */
  async match(caller: Caller): Promise<TransfersMatched> {
    return this.acts.run(caller, "transfer", "Match transfers", async (tx, act) => {
      const found = await findCandidates(tx, caller.userId);
      const clear = found.filter(({ isClear }) => isClear);
      await this.insert(tx, caller.userId, clear, true);
      await this.acts.name(tx, act, `Match transfers: ${clear.length} linked`);
      return { linked: clear.length, unclear: found.length - clear.length };
    });
  }

  /** Links what is clear around the days of an import, within its act; beyond them is looked for what comes near. */
  async onNew(tx: Tx, userId: string, { from, to }: { from: string; to: string }): Promise<void> {
    const around = (days: number) => ({ from: moved(from, -days), to: moved(to, days) });
    const linked = around(TRANSFER_DAYS);
    const found = await findCandidates(tx, userId, around(2 * TRANSFER_DAYS));
    await this.insert(
      tx,
      userId,
      found.filter(({ isClear, day }) => isClear && day >= linked.from && day <= linked.to),
      true,
    );
  }

  /** @returns the id of one row of each pair */
  private async insert(
    tx: Tx,
    userId: string,
    pairs: readonly (Linked & { fee: number })[],
    automatic: boolean,
  ): Promise<string[]> {
    const wanted = pairs.flatMap(({ from, to, also, whole, fee }) =>
      (whole === to ? [from, ...also] : [to, ...also]).map((part) => ({
        ...(whole === to ? { from_id: part, to_id: to } : { from_id: from, to_id: part }),
        ...{ fee, whole_id: whole },
      })),
    );
    const { rows } = await tx.execute<{ id: string }>(sql`
      insert into finance.transfer (user_id, from_id, to_id, fee, whole_id, automatic, created_at)
      select ${userId}, r.from_id, r.to_id, r.fee, r.whole_id, ${automatic}, ${this.clock.now().toISOString()}
      from jsonb_to_recordset(${JSON.stringify(wanted)}::jsonb)
        as r(from_id uuid, to_id uuid, fee bigint, whole_id uuid)
      returning id`);
    await tx.execute(sql`
      update finance.transaction set version = version + 1 where id in (
        select from_id from finance.transfer where id in ${listed(rows)}
        union all select to_id from finance.transfer where id in ${listed(rows)})`);
    return rows.map(({ id }) => id);
  }

  /**
   * What is given, of several in the order of their ids: they are one set, however they are given.
   * @throws ProblemException 404 `transaction_not_found`
   */
  private async sides(tx: Tx, { fromId, toId, alsoIds = [] }: TransferPair): Promise<Shown & { pair: Linked }> {
    const byId = await transactions(tx, [{ from: fromId, to: toId, also: alsoIds }]);
    if (![fromId, toId, ...alsoIds].every((id) => byId.has(id))) throw problem(transactionNotFound);
    const isOut = alsoIds.length > 0 && byId.get(alsoIds[0]!)!.amount < 0;
    const [first, ...also] = [isOut ? fromId : toId, ...alsoIds].toSorted();
    const [from, to] = isOut ? [first!, toId] : [fromId, first!];
    const pair = { from, to, also, whole: also.length ? (isOut ? toId : fromId) : null };
    return { ...shownSides(byId, pair), pair };
  }
}

/** The same day where there is no other: years have four digits. */
function moved(day: string, by: number): string {
  const other = addDays(day, by);
  return /^(?!0000)\d{4}-/.test(other) ? other : day;
}

/** Why some transactions cannot be one transfer, in a sentence. */
function whyNot(from: Transaction, to: Transaction, also: readonly Transaction[]): string | null {
  if ([from, to, ...also].some(({ transfer }) => transfer)) return "One of them is part of another transfer.";
  if (from.accountId === to.accountId) return "They are of one account.";
  if (from.amount >= 0 || to.amount <= 0) return "Money has to go out on one side and come in on the other.";
  if (also.length) return whyNotSeveral(from, to, also);
  return from.currency === to.currency && to.amount > -from.amount ? "More came in than went out." : null;
}

function whyNotSeveral(from: Transaction, to: Transaction, also: readonly Transaction[]): string | null {
  const all = [from, to, ...also];
  if (new Set(all.map(({ id }) => id)).size < all.length) return "One of them is named twice.";
  const several = also[0]!.amount < 0 ? from : to;
  if (also.some(({ accountId }) => accountId !== several.accountId)) return "Those on one side are of one account.";
  if (from.currency !== to.currency) return "Several add up in one currency alone.";
  return all.reduce((sum, { amount }) => sum + amount, 0) === 0 ? null : "They do not add up to the same amount.";
}

/** Why two transactions in two currencies cannot be one transfer, in a sentence. */
async function whyNoExchange(tx: Tx, userId: string, from: Transaction, to: Transaction): Promise<string | null> {
  const rates = await rateBook(tx, userId, { from: from.date, to: from.date });
  const exchange = exchangeOf(rates, from, to);
  if (!exchange) return `No rate of ${from.currency} in ${to.currency} is known for ${from.date}. Give one first.`;
  const off = offRate(from, to, exchange);
  return off > MAX_OFF_RATE ? `They differ by ${Math.round(off * 100)}% at the rate ${exchange.words}.` : null;
}

const uuids = (ids: readonly string[]): SQL =>
  sql`array(select value::uuid from jsonb_array_elements_text(${JSON.stringify(ids)}::jsonb))`;
const isPair = ({ from, to, also }: Ids): SQL => sql`from_id = ${from} and to_id = ${to} and also = ${uuids(also)}`;
const shownSides = (byId: ReadonlyMap<string, Transaction>, { from, to, also }: Ids): Shown => ({
  ...{ from: byId.get(from)!, to: byId.get(to)!, also: also.map((id) => byId.get(id)!) },
});

const listed = (rows: readonly { id: string }[]): SQL =>
  sql`(select value::uuid from jsonb_array_elements_text(${JSON.stringify(rows.map(({ id }) => id))}::jsonb))`;

async function remove(tx: Tx, statement: SQL): Promise<object> {
  const { rows } = await tx.execute(statement);
  if (!rows.length) throw problem(transferNotFound);
  return {};
}

const transactions = (tx: Tx, pairs: readonly Ids[]) =>
  readTransactions(
    tx,
    pairs.flatMap(({ from, to, also }) => [from, to, ...also]),
  );

/** Transfers that meet a condition on `x`, newest first; of several the id is that of one. */
async function shownTransfers(tx: Tx, condition: SQL): Promise<Transfer[]> {
  const { rows } = await tx.execute<TransferRow>(sql`
    select (array_agg(x.id order by x.id))[1] as id, json_agg(distinct x.from_id) as from_ids,
      json_agg(distinct x.to_id) as to_ids, sum(x.fee) as fee, bool_and(x.automatic) as automatic,
      min(x.created_at) as at
    from finance.transfer x join finance.transaction f on f.id = x.from_id
    where ${condition} group by coalesce(x.whole_id, x.id) order by max(f.date) desc, 1 desc limit ${MAX_SHOWN}`);
  const pairs = rows.map(({ from_ids, to_ids, ...row }) => {
    const [from, ...alsoFrom] = from_ids.toSorted();
    const [to, ...alsoTo] = to_ids.toSorted();
    return { ...row, from: from!, to: to!, also: [...alsoFrom, ...alsoTo] };
  });
  const byId = await transactions(tx, pairs);
  return pairs.map(({ fee, automatic, at, ...pair }) => ({
    ...{ id: pair.id, ...shownSides(byId, pair) },
    ...{ fee: Number(fee), automatic, at: new Date(at).toISOString() },
  }));
}
