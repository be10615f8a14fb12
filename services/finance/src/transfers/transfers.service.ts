import { Injectable } from "@nestjs/common";
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
import { readTransactions } from "../transactions/read-transactions.ts";
import { findCandidates } from "./find-candidates.ts";
import { MAX_OFF_RATE, offRate } from "./score.ts";

/** Pairs that a page is given at once. */
const MAX_SHOWN = 200;
/** Other pairs that are shown beside the best one. */
const MAX_OTHERS = 3;

interface PairRow extends Record<string, unknown> {
  id: string;
  from_id: string;
  to_id: string;
  fee: string;
  automatic: boolean;
  at: string;
}

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
      const sides = ({ from, to }: { from: string; to: string }) => ({ from: byId.get(from)!, to: byId.get(to)! });
      return {
        items: shown.map(({ fee, weight, reasons, others, ...pair }) => ({
          ...sides(pair),
          ...{ fee, score: weight, reasons },
          others: others.map((other) => ({ ...sides(other), score: other.weight })),
        })),
      };
    });
  }

  async list(caller: Caller): Promise<TransferList> {
    return this.database.as(caller, async (tx) => ({ items: await shownPairs(tx, sql`x.user_id = ${caller.userId}`) }));
  }

  async refusals(caller: Caller): Promise<TransferRefusals> {
    return this.database.as(caller, async (tx) => {
      const { rows } = await tx.execute<PairRow>(sql`
        select id, from_id, to_id, created_at as at from finance.transfer_refusal where user_id = ${caller.userId}
        order by created_at desc, id desc limit ${MAX_SHOWN}`);
      const byId = await transactions(tx, rows.map(sidesOf));
      return {
        items: rows.map(({ id, from_id, to_id, at }) => ({
          ...{ id, from: byId.get(from_id)!, to: byId.get(to_id)!, at: new Date(at).toISOString() },
        })),
      };
    });
  }

  /**
   * A refusal of the same pair is forgotten.
   * @throws ProblemException 404 `transaction_not_found`, 409 `no_transfer`
   */
  async link(caller: Caller, { fromId, toId }: TransferPair): Promise<TransferLinked> {
    return this.acts.run(caller, "transfer", "Link a transfer", async (tx, act) => {
      const [from, to] = await this.sides(tx, fromId, toId);
      const isExchange = from.currency !== to.currency;
      const reason = whyNot(from, to) ?? (isExchange ? await whyNoExchange(tx, caller.userId, from, to) : null);
      if (reason) throw problem(noTransfer, { reason });
      await tx.execute(sql`delete from finance.transfer_refusal where from_id = ${fromId} and to_id = ${toId}`);
      const pair = { from: fromId, to: toId, fee: isExchange ? 0 : -from.amount - to.amount };
      const [id] = await this.insert(tx, caller.userId, [pair], false);
      const [transfer] = await shownPairs(tx, sql`x.id = ${id}`);
      await this.acts.name(tx, act, `Link the transfer of ${from.date}`);
      return { transfer: transfer! };
    });
  }

  /** The pair is not offered again. @throws ProblemException 404 `transaction_not_found` */
  async refuse(caller: Caller, { fromId, toId }: TransferPair): Promise<{ act: string }> {
    return this.acts.run(caller, "transfer", "Refuse a transfer", async (tx) => {
      await this.sides(tx, fromId, toId);
      await tx.execute(sql`
        insert into finance.transfer_refusal (user_id, from_id, to_id, created_at)
        values (${caller.userId}, ${fromId}, ${toId}, ${this.clock.now().toISOString()}) on conflict do nothing`);
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

  /** Links what is clear around the days of an import, within its act. */
  async onNew(tx: Tx, userId: string, days: readonly string[]): Promise<void> {
    if (!days.length) return;
    const sorted = days.toSorted();
    const found = await findCandidates(tx, userId, { from: sorted[0]!, to: sorted.at(-1)! });
    await this.insert(
      tx,
      userId,
      found.filter(({ isClear }) => isClear),
      true,
    );
  }

  private async insert(
    tx: Tx,
    userId: string,
    pairs: readonly { from: string; to: string; fee: number }[],
    automatic: boolean,
  ): Promise<string[]> {
    const wanted = pairs.map(({ from, to, fee }) => ({ from_id: from, to_id: to, fee }));
    const { rows } = await tx.execute<{ id: string }>(sql`
      insert into finance.transfer (user_id, from_id, to_id, fee, automatic, created_at)
      select ${userId}, r.from_id, r.to_id, r.fee, ${automatic}, ${this.clock.now().toISOString()}
      from jsonb_to_recordset(${JSON.stringify(wanted)}::jsonb) as r(from_id uuid, to_id uuid, fee bigint)
      returning id`);
    await tx.execute(sql`
      update finance.transaction set version = version + 1 where id in (
        select from_id from finance.transfer where id in ${listed(rows)}
        union all select to_id from finance.transfer where id in ${listed(rows)})`);
    return rows.map(({ id }) => id);
  }

  /** @throws ProblemException 404 `transaction_not_found` */
  private async sides(tx: Tx, fromId: string, toId: string): Promise<[Transaction, Transaction]> {
    const byId = await transactions(tx, [{ from: fromId, to: toId }]);
    const [from, to] = [byId.get(fromId), byId.get(toId)];
    if (!from || !to) throw problem(transactionNotFound);
    return [from, to];
  }
}

/** Why two transactions cannot be one transfer, in a sentence. */
function whyNot(from: Transaction, to: Transaction): string | null {
  if (from.transfer || to.transfer) return "One of them is part of another transfer.";
  if (from.accountId === to.accountId) return "They are of one account.";
  if (from.amount >= 0 || to.amount <= 0) return "Money has to go out on one side and come in on the other.";
  return from.currency === to.currency && to.amount > -from.amount ? "More came in than went out." : null;
}

/** Why two transactions in two currencies cannot be one transfer, in a sentence. */
async function whyNoExchange(tx: Tx, userId: string, from: Transaction, to: Transaction): Promise<string | null> {
  const rates = await rateBook(tx, userId, { from: from.date, to: from.date });
  const exchange = exchangeOf(rates, from, to);
  if (!exchange) return `No rate of ${from.currency} in ${to.currency} is known for ${from.date}. Give one first.`;
  const off = offRate(from, to, exchange);
  return off > MAX_OFF_RATE ? `They differ by ${Math.round(off * 100)}% at the rate ${exchange.words}.` : null;
}

const sidesOf = ({ from_id, to_id }: PairRow) => ({ from: from_id, to: to_id });
const listed = (rows: readonly { id: string }[]): SQL =>
  sql`(select value::uuid from jsonb_array_elements_text(${JSON.stringify(rows.map(({ id }) => id))}::jsonb))`;

async function remove(tx: Tx, statement: SQL): Promise<object> {
  const { rows } = await tx.execute(statement);
  if (!rows.length) throw problem(transferNotFound);
  return {};
}

const transactions = (tx: Tx, pairs: readonly { from: string; to: string }[]) =>
  readTransactions(
    tx,
    pairs.flatMap(({ from, to }) => [from, to]),
  );

/** Transfers that meet a condition on `x`, newest first. */
async function shownPairs(tx: Tx, condition: SQL): Promise<Transfer[]> {
  const { rows } = await tx.execute<PairRow>(sql`
    select x.id, x.from_id, x.to_id, x.fee, x.automatic, x.created_at as at
    from finance.transfer x join finance.transaction f on f.id = x.from_id
    where ${condition} order by f.date desc, x.id desc limit ${MAX_SHOWN}`);
  const byId = await transactions(tx, rows.map(sidesOf));
  return rows.map(({ id, from_id, to_id, fee, automatic, at }) => ({
    ...{ id, from: byId.get(from_id)!, to: byId.get(to_id)! },
    ...{ fee: Number(fee), automatic, at: new Date(at).toISOString() },
  }));
}
