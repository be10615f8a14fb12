import { sessionsUnknown } from "@tessera/contracts-core/problems.ts";
import type { Notifications } from "../database/notifications.ts";
import type { Pool } from "../database/pool.ts";
import { problem } from "../http/problem.ts";
import type { Log } from "../log.ts";
import { type Ended, EndedTokens, type TokenMark } from "./ended-tokens.ts";

/** Longest life in seconds that an access token may be given; what ended is known for as long. */
export const MAX_ACCESS_TOKEN_SECONDS = 3600;
/** Generation above that of every token: none of the person counts any more. */
export const NO_GENERATION = 2_147_483_647;

const CHANNEL = "ended_session";
/** Clocks of issuer and database may differ by this. */
const KEPT_SECONDS = MAX_ACCESS_TOKEN_SECONDS + 60;
const POLL_MS = 1_000;
const PRUNE_MS = 60_000;
/** Age of the last look at which the next request waits for another one. */
const FRESH_MS = 2_000;
/** How long a request waits for that look before it is refused. */
const WAIT_MS = 3_000;
/** Entries held in memory (about 10 MB); beyond, each token is looked up in the table. */
const MAX_ENTRIES = 50_000;

interface Row {
  next: string;
  user_id: string | null;
  session_id: string | null;
  generation: number | null;
  age: number;
}

interface Options {
  /** False with a hosted identity service, which tells nobody of ended sessions: tokens count until they expire. */
  enabled: boolean;
  /** This process is the only one on its database: each of its notifications arrives, and nobody else writes. */
  embedded: boolean;
  maxEntries?: number;
}

/**
 * The sessions that ended while their access tokens could still be alive, in this and every other process on the
 * database. Read at start, when a transaction that ended some has committed, and each second.
 */
export class EndedSessions {
  private readonly ended = new EndedTokens();
  private readonly listeners = new Set<(ended: Ended[]) => void>();
  private readonly maxEntries: number;
  /** Transactions below this one were read, or had not ended any session. */
  private next = "0";
  private lookedAt = Number.NEGATIVE_INFINITY;
  private prunedAt = 0;
  /** A transaction notified of something that was not read yet. */
  private announced = false;
  private again = false;
  private reading: Promise<void> | null = null;
  /** More has ended than memory may hold. */
  private full = false;
  /** The next look reads everything into memory again. */
  private refill = false;
  private subscription: { close(): Promise<void> } | null = null;
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly pool: Pool,
    private readonly notifications: Notifications,
    private readonly log: Log,
    private readonly options: Options,
  ) {
    this.maxEntries = options.maxEntries ?? MAX_ENTRIES;
  }

  /** Entries in memory. */
  get size(): number {
    return this.ended.size;
  }

  async start(): Promise<void> {
    if (!this.options.enabled) return;
    const announce = () => {
      this.announced = true;
      void this.look().catch(() => undefined);
    };
    this.subscription = await this.notifications.listen(CHANNEL, announce, announce);
    await this.look();
    this.timer = setInterval(() => void this.poll(), POLL_MS).unref();
  }

  async stop(): Promise<void> {
    clearInterval(this.timer);
    await this.subscription?.close();
    await this.reading?.catch(() => undefined);
  }

  /** Called with what has ended since the last call. @returns what ends that */
  onEnd(listener: (ended: Ended[]) => void): () => void {
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  }

  /**
   * Whether a token that has not expired has ended.
   * @throws ProblemException 503 `sessions_unknown` when that cannot be found out
   */
  async has(token: TokenMark): Promise<boolean> {
    if (!this.options.enabled) return false;
    const askedAt = performance.now();
    if (this.isBehind(askedAt)) {
      let timer: NodeJS.Timeout | undefined;
      const limit = new Promise<void>((done) => {
        timer = setTimeout(done, WAIT_MS);
      });
      await Promise.race([(this.reading ?? this.look()).catch(() => undefined), limit]);
      clearTimeout(timer);
      if (this.isBehind(askedAt)) throw unknown();
    }
    return this.ended.has(token) || (this.full && (await this.lookUp(token)));
  }

  /** Reads what other transactions have ended by now. @throws what the database throws */
  look(): Promise<void> {
    this.again = true;
    this.reading ??= this.read().finally(() => {
      this.reading = null;
    });
    return this.reading;
  }

  private isBehind(at: number): boolean {
    return this.announced || (!this.options.embedded && at - this.lookedAt > FRESH_MS);
  }

  private async poll(): Promise<void> {
    try {
      if (!this.options.embedded || this.announced) await this.look();
      if (performance.now() - this.prunedAt > PRUNE_MS) await this.prune();
    } catch (error) {
      this.log.warn({ err: error }, "ended sessions could not be read");
    }
  }

  private async read(): Promise<void> {
    while (this.again) {
      this.again = false;
      const startedAt = performance.now();
      const refill = this.refill;
      const rows = await this.rowsSince(refill ? "0" : this.next);
      if (refill) {
        this.ended.clear();
        this.full = this.refill = false;
      }
      const news = this.add(rows);
      this.next = rows[0]!.next;
      this.lookedAt = startedAt;
      if (!this.again) this.announced = false;
      if (news.length) for (const listener of [...this.listeners]) listener(news);
    }
  }

  /** Rows of all transactions that had not ended when `next` was read: a sequence would skip those that commit late. */
  private async rowsSince(next: string): Promise<Row[]> {
    const { rows } = await this.pool.query(
      `select s.next, e.user_id, e.session_id, e.generation, extract(epoch from clock_timestamp() - e.at)::float8 as age
       from (select pg_snapshot_xmin(pg_current_snapshot())::text as next) s
       left join kit.ended_session e on e.xid >= $1::xid8 and e.at > now() - make_interval(secs => $2)
       limit $3`,
      [next, KEPT_SECONDS, this.maxEntries + 1],
    );
    return rows as Row[];
  }

  private add(rows: Row[]): Ended[] {
    const now = performance.now();
    const news: Ended[] = [];
    // As many as were asked for: there may be more, and which of them came is not said.
    this.full ||= rows.length > this.maxEntries;
    for (const { user_id, session_id, generation, age } of rows) {
      if (user_id === null) continue;
      const ended = { userId: user_id, sessionId: session_id, generation };
      this.full ||= this.ended.size >= this.maxEntries;
      if (this.full) news.push(ended);
      else if (this.ended.add(ended, now + (KEPT_SECONDS - age) * 1000)) news.push(ended);
    }
    return news;
  }

  private async lookUp({ userId, sessionId, generation }: TokenMark): Promise<boolean> {
    const { rows } = await this.pool.query(
      "select 1 from kit.ended_session where session_id = $1 or (user_id = $2 and generation > $3) limit 1",
      [sessionId, userId, generation],
    );
    return rows.length > 0;
  }

  private async prune(): Promise<void> {
    this.prunedAt = performance.now();
    await this.pool.query("delete from kit.ended_session where at < now() - make_interval(secs => $1)", [KEPT_SECONDS]);
    this.ended.prune(this.prunedAt);
    if (!this.full || this.ended.size >= this.maxEntries) return;
    this.refill = true;
    await this.look();
  }
}

const unknown = () =>
  problem(sessionsUnknown, {
    headers: { "retry-after": "2" },
  });
