import { AsyncLocalStorage } from "node:async_hooks";
import { idempotencyKeyReused, requestInProgress } from "@tessera/contracts-core/problems.ts";
import pg from "pg";
import { problem } from "../http/problem.ts";
import type { Tx } from "./database.ts";

/** What is kept of an answer: its body, or the id of what it shows (so that no text is kept twice). */
export interface KeptAnswer {
  status: number;
  reference: string | null;
  body: unknown;
}

/** Seconds for which an answer is kept: a client that retries later does the work again. */
export const ANSWER_TTL_SECONDS = 86_400;
/** How long a request waits for an earlier one with the same key before it is asked to come back. */
const LOCK_TIMEOUT_MS = 5_000;
/** PostgreSQL: lock_not_available. */
const LOCK_NOT_AVAILABLE = "55P03";

/** Ends the transaction of a request that was answered before; nothing of it is kept. */
class Replay extends Error {
  override name = "Replay";
}

const text = pg.escapeLiteral;

/**
 * The right of one request to do the work of an Idempotency-Key, and later the answer to it. Both are written in the
 * first transaction that the request's handler opens: it commits when the handler has answered. So a process that is
 * killed leaves either everything or nothing, and two requests at once wait for each other on the row.
 */
export class Claim {
  private state: "free" | "taken" | "settled" = "free";
  private kept: KeptAnswer | null = null;
  private transaction: Promise<unknown> = Promise.resolve();
  private readonly answered = Promise.withResolvers<KeptAnswer>();

  /**
   * @param fingerprint what makes two requests the same; asked when the transaction begins, so that a body can stream
   * before
   */
  constructor(
    private readonly userId: string,
    private readonly key: string,
    private readonly fingerprint: () => string,
  ) {
    // Only a transaction listens, and there may be none.
    this.answered.promise.catch(() => undefined);
  }

  /** The answer of an earlier request, once a transaction has found one. */
  get replayed(): KeptAnswer | null {
    return this.kept;
  }

  get isFree(): boolean {
    return this.state === "free";
  }

  /**
   * Runs a transaction that takes the claim, hands the result of its work on, and commits once the answer is given.
   * @param open opens the transaction; its parameter is what to run in it, and what ends it
   */
  hold<T>(open: (within: (work: () => Promise<T>, finish: Finish) => Promise<void>) => Promise<void>): Promise<T> {
    this.state = "taken";
    return new Promise<T>((resolve, reject) => {
      this.transaction = open(async (work, finish) => {
        resolve(await work());
        await finish(this.keeping(await this.answered.promise));
      }).catch((error: unknown) => {
        if (this.state === "taken") this.state = "free";
        reject(error);
        throw error;
      });
      this.transaction.catch(() => undefined);
    });
  }

  /** Commits the work with its answer. @throws whatever the commit throws */
  async answer(answer: KeptAnswer): Promise<void> {
    this.state = "settled";
    this.answered.resolve(answer);
    await this.transaction;
  }

  /** Rolls the work back. */
  async abandon(error: unknown): Promise<void> {
    this.state = "settled";
    this.answered.reject(error);
    await this.transaction.catch(() => undefined);
  }

  /**
   * First statement of the transaction. @param next statements to run in the same round trip
   * @throws Replay; ProblemException 422 `idempotency_key_reused`, 409 `request_in_progress`
   */
  async take(tx: Tx, next: string): Promise<void> {
    const hash = this.fingerprint();
    const results = await run(
      tx,
      `set local lock_timeout = ${LOCK_TIMEOUT_MS};
       insert into kit.answer as kept (user_id, key, request_hash) values (${text(this.userId)}, ${text(this.key)}, ${text(hash)})
         on conflict (user_id, key) do update set request_hash = excluded.request_hash, status = null, reference = null, created_at = now()
           where kept.created_at < now() - make_interval(secs => ${ANSWER_TTL_SECONDS})
         returning key;
       set local lock_timeout to default; ${next}`,
    ).catch((error: unknown) => {
      if (codeOf(error) !== LOCK_NOT_AVAILABLE) throw error;
      throw problem(requestInProgress, {
        headers: { "retry-after": "1" },
      });
    });
    if (results[1]!.rows.length) return;
    const found = await run(
      tx,
      `set local role none;
       select request_hash, status, reference, body from kit.answer where user_id = ${text(this.userId)} and key = ${text(this.key)}`,
    );
    const [row] = found[1]!.rows as (KeptAnswer & { request_hash: string })[];
    if (!row || row.request_hash !== hash) throw problem(idempotencyKeyReused);
    this.kept = { status: row.status, reference: row.reference, body: row.body };
    throw new Replay("The request was answered before");
  }

  /** Last statement of the transaction. A body goes as a parameter: errors may quote statements. */
  private keeping({ status, reference, body }: KeptAnswer): { text: string; values: unknown[] } {
    const kept = reference !== null || body === undefined ? null : JSON.stringify(body);
    return {
      text: "update kit.answer set status = $3, reference = $4, body = $5::jsonb where user_id = $1 and key = $2",
      values: [this.userId, this.key, status, reference, kept],
    };
  }
}

/** Runs a last statement of a transaction as the owner of the tables, and commits. */
type Finish = (statement: { text: string; values: unknown[] }) => Promise<unknown>;

/** Several statements in one round trip. */
async function run(tx: Tx, statements: string): Promise<{ rows: unknown[] }[]> {
  return (await tx.execute(statements)) as unknown as { rows: unknown[] }[];
}

const codeOf = (error: unknown) =>
  ((error as { cause?: { code?: string } }).cause ?? (error as { code?: string })).code;

/** The claim of the request being answered. */
export const claims = new AsyncLocalStorage<Claim>();
