import { Injectable } from "@nestjs/common";
import { receiptNotFound, transactionNotFound } from "@tessera/contracts-finance/problems.ts";
import type {
  Receipt,
  ReceiptCandidates,
  ReceiptChanged,
  ReceiptField,
  ReceiptPage,
  ReceiptPatch,
  ReceiptQuery,
  ReceiptsMatched,
} from "@tessera/contracts-finance/receipts.ts";
import { type Caller, containing, Database, problem, type Tx } from "@tessera/service-kit";
import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { Acts } from "../acts/acts.ts";
import { checkVersion } from "../http/if-match.ts";
import { pageCursor } from "../http/page-cursor.ts";
import { readTransactions } from "../transactions/read-transactions.ts";
import { findPairs } from "./find-pairs.ts";
import { ReceiptCards } from "./receipt-cards.ts";
import { ReceiptLinks } from "./receipt-links.ts";
import { RECEIPTS, type ReceiptRow, shownReceipt } from "./receipt-row.ts";

/** Transactions that are offered for one receipt. */
const MAX_CANDIDATES = 10;
const positions = pageCursor(z.tuple([z.iso.datetime(), z.uuid()]));

@Injectable()
export class ReceiptsService {
  constructor(
    private readonly database: Database,
    private readonly acts: Acts,
    private readonly links: ReceiptLinks,
    private readonly cards: ReceiptCards,
  ) {}

  /** Newest first. @throws ProblemException 400 `invalid_cursor` */
  async list(caller: Caller, { state, q, cursor, limit }: z.output<typeof ReceiptQuery>): Promise<ReceiptPage> {
    const position = cursor === undefined ? null : positions.read(cursor);
    return this.database.as(caller, async (tx) => {
      const review = await inReview(tx, caller.userId);
      const conditions = [
        sql`c.user_id = ${caller.userId} and not c.in_trash`,
        // A mail that fits nothing is no receipt that waits: an offer may have a total too.
        sql`(not c.from_mail or l.id is not null or ${isIn(review)})`,
        ...(position ? [sql`(c.created_at, c.id) < (${position[0]}::timestamptz, ${position[1]}::uuid)`] : []),
        ...(state ? [ofState(state, review)] : []),
        ...(q?.split(/\s+/).filter(Boolean) ?? []).map(
          (word) => sql`(c.merchant ilike ${containing(word)} or c.lines::text ilike ${containing(word)})`,
        ),
      ];
      const where = sql.join(conditions, sql` and `);
      const { rows } = await tx.execute<ReceiptRow>(
        sql`${RECEIPTS} where ${where} order by c.created_at desc, c.id desc limit ${limit + 1}`,
      );
      const items = await shown(tx, rows.slice(0, limit), review);
      const last = items.at(-1);
      return { items, nextCursor: rows.length > limit && last ? positions.write([last.at, last.id]) : null };
    });
  }

  /** @throws ProblemException 404 `receipt_not_found` */
  async get(caller: Caller, id: string): Promise<Receipt> {
    return this.database.as(caller, (tx) => read(tx, caller.userId, id));
  }

  /** @throws ProblemException 404 `receipt_not_found` */
  async candidates(caller: Caller, id: string): Promise<ReceiptCandidates> {
    return this.database.as(caller, async (tx) => {
      await rowOf(tx, id);
      const pairs = (await findPairs(tx, caller.userId, id)).sort((a, b) => b.weight - a.weight);
      const best = pairs.slice(0, MAX_CANDIDATES);
      const byId = await readTransactions(
        tx,
        best.map(({ to }) => to),
      );
      return { items: best.map(({ to, weight, reasons }) => ({ transaction: byId.get(to)!, score: weight, reasons })) };
    });
  }

  /**
   * What a person sets stays when the receipt is read again; null gives a field back to what was read.
   * @throws ProblemException 404 `receipt_not_found`, 412 `version_conflict`
   */
  async change(caller: Caller, id: string, version: number | "any", patch: ReceiptPatch): Promise<ReceiptChanged> {
    return this.acts.run(caller, "receipt", "Correct a receipt", async (tx, act) => {
      const before = await rowOf(tx, id);
      checkVersion(version, before.version);
      const { lines, ...values } = patch;
      const fields = Object.keys(values) as ReceiptField[];
      const byHand = new Set(before.by_hand);
      for (const field of fields) {
        if (values[field] === null) byHand.delete(field);
        else byHand.add(field);
      }
      const wanted = (field: ReceiptField) => values[field] ?? before.found[field]?.value ?? null;
      const sets = fields.flatMap((field) => {
        const value = wanted(field);
        // Every receipt has a currency.
        return field === "currency" && value === null ? [] : [sql`${sql.raw(`"${field}"`)} = ${value}`];
      });
      if (lines !== undefined) {
        const read = before.found.lines ?? before.lines;
        if (lines === null) byHand.delete("lines");
        else byHand.add("lines");
        sets.push(
          sql`lines = ${JSON.stringify(lines ?? read)}::jsonb`,
          sql`found = ${JSON.stringify({ ...before.found, lines: read })}::jsonb`,
        );
      }
      await tx.execute(sql`
        update finance.receipt set ${sql.join(
          [
            ...sets,
            sql`by_hand = array(select jsonb_array_elements_text(
          ${JSON.stringify([...byHand].sort())}::jsonb))`,
          ],
          sql`, `,
        )} where id = ${id}`);
      await this.cards.tell(tx, [id]);
      if (before.transaction_id === null) await this.links.match(tx, caller.userId);
      const receipt = await read(tx, caller.userId, id);
      await this.acts.name(tx, act, `Correct the receipt ${receipt.merchant ?? "without a shop"}`);
      return { receipt };
    });
  }

  /** @throws ProblemException 404 `receipt_not_found`, `transaction_not_found` */
  async link(caller: Caller, id: string, transactionId: string): Promise<ReceiptChanged> {
    return this.acts.run(caller, "receipt", "Link a receipt", async (tx) => {
      await rowOf(tx, id);
      await checkTransaction(tx, transactionId);
      await this.links.link(tx, caller.userId, id, transactionId, false);
      return { receipt: await read(tx, caller.userId, id) };
    });
  }

  /** What was linked is not offered again. @throws ProblemException 404 `receipt_not_found` */
  async unlink(caller: Caller, id: string): Promise<ReceiptChanged> {
    return this.acts.run(caller, "receipt", "Detach a receipt", async (tx) => {
      const { transaction_id } = await rowOf(tx, id);
      await this.links.unlink(tx, id);
      if (transaction_id !== null) await this.links.refuse(tx, caller.userId, id, transaction_id);
      return { receipt: await read(tx, caller.userId, id) };
    });
  }

  /** @throws ProblemException 404 `receipt_not_found`, `transaction_not_found` */
  async refuse(caller: Caller, id: string, transactionId: string): Promise<ReceiptChanged> {
    return this.acts.run(caller, "receipt", "Refuse a transaction of a receipt", async (tx) => {
      await rowOf(tx, id);
      await checkTransaction(tx, transactionId);
      await this.links.refuse(tx, caller.userId, id, transactionId);
      return { receipt: await read(tx, caller.userId, id) };
    });
  }

  /** A mail that is no receipt; its card stays. @throws ProblemException 404 `receipt_not_found`, also for others */
  async dismiss(caller: Caller, id: string): Promise<{ act: string }> {
    return this.acts.run(caller, "receipt", "Say that a mail is no receipt", async (tx) => {
      if (!(await rowOf(tx, id)).from_mail) throw problem(receiptNotFound);
      await this.links.unlink(tx, id);
      await tx.execute(sql`update finance.receipt set in_trash = true where id = ${id}`);
      return {};
    });
  }

  /** Links all that is clear, as one act. */
  async match(caller: Caller): Promise<ReceiptsMatched> {
    return this.acts.run(caller, "receipt", "Match receipts", async (tx, act) => {
      const done = await this.links.match(tx, caller.userId);
      await this.acts.name(tx, act, `Match receipts: ${done.linked} linked`);
      return done;
    });
  }
}

/** Ids of receipts that one transaction or more may belong to. */
const inReview = async (tx: Tx, userId: string): Promise<ReadonlySet<string>> =>
  new Set((await findPairs(tx, userId)).map(({ from }) => from));

const isIn = (ids: ReadonlySet<string>): SQL =>
  sql`c.id in (select value::uuid from jsonb_array_elements_text(${JSON.stringify([...ids])}::jsonb))`;

function ofState(state: Receipt["state"], review: ReadonlySet<string>): SQL {
  if (state === "matched") return sql`l.id is not null`;
  const reviewed = isIn(review);
  return state === "review" ? reviewed : sql`l.id is null and not ${reviewed}`;
}

async function shown(tx: Tx, rows: readonly ReceiptRow[], review: ReadonlySet<string>): Promise<Receipt[]> {
  const byId = await readTransactions(
    tx,
    rows.flatMap(({ transaction_id }) => transaction_id ?? []),
  );
  return rows.map((row) => {
    const transaction = row.transaction_id === null ? null : (byId.get(row.transaction_id) ?? null);
    return shownReceipt(row, transaction, transaction ? "matched" : review.has(row.id) ? "review" : "unmatched");
  });
}

/** @throws ProblemException 404 `receipt_not_found` */
async function rowOf(tx: Tx, id: string): Promise<ReceiptRow> {
  const { rows } = await tx.execute<ReceiptRow>(sql`${RECEIPTS} where c.id = ${id} and not c.in_trash`);
  if (!rows[0]) throw problem(receiptNotFound);
  return rows[0];
}

async function read(tx: Tx, userId: string, id: string): Promise<Receipt> {
  const row = await rowOf(tx, id);
  const offered = row.transaction_id === null ? await findPairs(tx, userId, id) : [];
  const [receipt] = await shown(tx, [row], new Set(offered.length ? [id] : []));
  return receipt!;
}

/** @throws ProblemException 404 `transaction_not_found` */
async function checkTransaction(tx: Tx, id: string): Promise<void> {
  const { rows } = await tx.execute(sql`select from finance.transaction where id = ${id}`);
  if (!rows.length) throw problem(transactionNotFound);
}
