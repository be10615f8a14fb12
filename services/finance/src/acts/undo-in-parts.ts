import { Injectable, type OnModuleInit } from "@nestjs/common";
import { MAX_IMPORTED_AT_ONCE } from "@tessera/contracts-finance/limits.ts";
import { jobCancelled } from "@tessera/contracts-queue/events.ts";
import { Database, Events, Jobs, type RunningJob, type Tx } from "@tessera/service-kit";
import { type SQL, sql } from "drizzle-orm";
import { Acts } from "./acts.ts";
import { ALL_CHANGED, IN_THE_WAY, isInTheWay } from "./in-the-way.ts";
import { TakeBack } from "./take-back.ts";

const UNDO_QUEUE = "finance.undo";
/** Transactions that one transaction of the database takes back, and past how many it looks for them. */
const PART = 100;
const LOOKED_AT = 2000;
/** Parts that one job takes back. */
const PARTS_A_JOB = 20;
/** Attempts after the first. */
const RETRIES = 3;
const OWN_FAULT = "It stopped because of an error on our side. Undo the import again to take back the rest";

/** The act of an import, and the one that takes it back. */
interface Whose {
  userId: string;
  act: string;
  by: string;
}
/** `finance.bank_import.undoing` */
interface Undoing {
  by: string;
  /** Transactions that the import brought or changed, and those of them that were gone through. */
  total: number;
  done: number;
  reverted: number;
  kept: number;
  /** Day and id of the transaction that was looked at last; null at the beginning. */
  after: [string, string] | null;
  /** None is left to be looked at. */
  walked: boolean;
}
interface FileRow extends Record<string, unknown> {
  id: string;
  file_name: string;
  undoing: Undoing;
}

/**
 * Takes an import of many entries back: each transaction of the database continues where the one before ended, the
 * newest entries first, and records how far it is. So nothing is taken back twice or by half, whenever the process
 * ends; between two of them others have their turn. All of it is one act.
 */
@Injectable()
export class UndoInParts implements OnModuleInit {
  constructor(
    private readonly database: Database,
    private readonly jobs: Jobs,
    private readonly events: Events,
    private readonly acts: Acts,
    private readonly back: TakeBack,
  ) {}

  onModuleInit() {
    this.jobs.define<Whose>(
      UNDO_QUEUE,
      {
        ...{ kind: "Undo of an import", retryLimit: RETRIES, timeoutSeconds: 3600 },
        givenUp: (whose, reason) => this.stop(whose, reason),
      },
      (job) => this.run(job),
    );
    this.events.on(jobCancelled, "finance.undo", async ({ userId, jobId, queue }) => {
      if (queue !== UNDO_QUEUE) return;
      const { rows } = await this.database.read<{ act: string }>(
        { userId },
        sql`select act_id as act from finance.bank_import
          where user_id = ${userId} and undoing is not null and undoing ->> 'by' = ${jobId}`,
      );
      for (const { act } of rows) await this.stop({ userId, act, by: jobId });
    });
  }

  /** In the transaction of the undo. @returns whether it is taken back in parts: not where there are few */
  async begin(tx: Tx, whose: Whose): Promise<boolean> {
    const { rows } = await tx.execute<{ id: string; total: number }>(sql`
      select i.id, (select count(*)::int from finance.change c where c.act_id = ${whose.act}
        and c.tab = 'transaction' and c.op in ('insert', 'update')) as total
      from finance.bank_import i where i.act_id = ${whose.act}`);
    const [file] = rows;
    if (!file || file.total <= MAX_IMPORTED_AT_ONCE) return false;
    const begun = { by: whose.by, total: file.total, done: 0, reverted: 0, kept: 0, after: null, walked: false };
    await this.save(tx, whose, begun);
    await this.jobs.send(tx, UNDO_QUEUE, whose, { hidden: true });
    await this.tell(tx, whose, "waiting");
    return true;
  }

  /** Takes back what is left. Several may work on one: each part is taken back once. */
  async run({ data, attempt, signal }: Pick<RunningJob<Whose>, "data" | "attempt" | "signal">): Promise<void> {
    try {
      for (let parts = 0; parts < PARTS_A_JOB; parts += 1) {
        signal.throwIfAborted();
        if (!(await this.next(data))) return;
      }
      // Another job continues: others' have their turn, and ends of the process are counted from there.
      await this.database.system((tx) => this.jobs.send(tx, UNDO_QUEUE, data, { hidden: true }));
    } catch (error) {
      if (signal.aborted) throw error;
      if (isInTheWay(error)) return this.stop(data, IN_THE_WAY);
      if (attempt > RETRIES) await this.stop(data, OWN_FAULT);
      throw error;
    }
  }

  /** @returns whether there is more to do */
  private next(whose: Whose): Promise<boolean> {
    return this.acts.more(whose, whose.by, async (tx) => {
      const file = await this.file(tx, whose);
      if (!file) return false;
      const { undoing } = file;
      if (undoing.walked) {
        await this.finish(tx, whose, undoing);
        return false;
      }
      const { ids, ...where } = await walk(tx, whose, undoing.after);
      const { reverted, kept } = await this.back.part(tx, whose.act, ids);
      await this.save(tx, whose, {
        ...{ ...undoing, ...where, done: undoing.done + ids.length },
        ...{ reverted: undoing.reverted + reverted, kept: undoing.kept + kept },
      });
      await this.tell(tx, whose, "running");
      return true;
    });
  }

  private async finish(tx: Tx, whose: Whose, undoing: Undoing): Promise<void> {
    const moved = await movedSince(tx, whose);
    const late = moved.length ? await this.back.part(tx, whose.act, moved) : { reverted: 0, kept: 0 };
    const rest = await this.back.rest(tx, whose.act);
    const reverted = undoing.reverted + late.reverted + rest.reverted;
    if (reverted === 0 && undoing.kept + rest.kept > 0) return this.end(tx, whose, "failed", ALL_CHANGED);
    await this.acts.settle(tx, whose.userId);
    await this.tell(tx, whose, "done");
    await this.save(tx, whose, null);
  }

  /** What was taken back stays so. @param reason why it cannot continue, in a sentence; null: the person stops it */
  async stop(whose: Whose, reason: string | null = null): Promise<void> {
    await this.acts.more(whose, whose.by, async (tx) => {
      if (!(await this.file(tx, whose))) return;
      await this.end(tx, whose, reason === null ? "cancelled" : "failed", reason?.replace(/\.$/, "") ?? null);
    });
  }

  /** Nothing more is taken back by an act that is undone; in the transaction of that undo. */
  async leave(tx: Tx, by: string): Promise<void> {
    const { rows } = await tx.execute<{ act: string; user_id: string }>(sql`
      select act_id as act, user_id from finance.bank_import
      where undoing is not null and undoing ->> 'by' = ${by} for update`);
    for (const { act, user_id } of rows) {
      const whose = { userId: user_id, act, by };
      await this.tell(tx, whose, "cancelled");
      await this.save(tx, whose, null);
    }
  }

  /** The import counts again: its undo can be asked for once more, and takes back what is left. */
  private async end(tx: Tx, whose: Whose, state: LineState, failure: string | null): Promise<void> {
    const { act, by, userId } = whose;
    await tx.execute(sql`update finance.act set undone_by = null where id = ${act} and undone_by = ${by}`);
    await tx.execute(sql`update finance.act set words = words || ', not all of it' where id = ${by}`);
    await this.acts.settle(tx, userId);
    await this.tell(tx, whose, state, failure);
    await this.save(tx, whose, null);
  }

  private async file(tx: Tx, { act, by }: Whose): Promise<FileRow | undefined> {
    const { rows } = await tx.execute<FileRow>(sql`
      select id, file_name, undoing from finance.bank_import
      where act_id = ${act} and undoing ->> 'by' = ${by} for update`);
    return rows[0];
  }

  private async save(tx: Tx, { act }: Whose, undoing: Undoing | null): Promise<void> {
    const value = undoing && JSON.stringify(undoing);
    await tx.execute(sql`update finance.bank_import set undoing = ${value}::jsonb where act_id = ${act}`);
  }

  /** Keeps the undo's line among the person's jobs. */
  private async tell(tx: Tx, whose: Whose, state: LineState, error: string | null = null): Promise<void> {
    const file = await this.file(tx, whose);
    if (!file) return;
    await this.jobs.tell(tx, {
      ...{ id: whose.by, userId: whose.userId, queue: UNDO_QUEUE, title: `Undo the import ${file.file_name}`, state },
      ...{ path: `/finance/import?file=${file.id}`, done: file.undoing.done, unit: "entries", error },
    });
  }
}

type LineState = Parameters<Jobs["tell"]>[1]["state"];

/**
 * The next transactions that an import brought or changed, the newest first. They lie beside others: a walk looks at no
 * more than LOOKED_AT, so that it does not take longer where they are rare.
 */
async function walk(
  tx: Tx,
  { userId, act }: Whose,
  after: Undoing["after"],
): Promise<{ ids: string[] } & Pick<Undoing, "after" | "walked">> {
  const from = after ? sql`and (t.date, t.id) < (${after[0]}::date, ${after[1]}::uuid)` : sql``;
  const looked = (bounds: SQL) => sql`
    select t.id, t.date from finance.transaction t where t.user_id = ${userId} ${from}
    order by t.date desc, t.id desc ${bounds}`;
  interface Row extends Record<string, unknown> {
    id: string;
    day: string;
  }
  // `offset 0` holds the planner to one look at the journal for each of them, in their order.
  const { rows } = await tx.execute<Row>(sql`
    select w.id, w.date::text as day from (${looked(sql`limit ${LOOKED_AT}`)}) w
    where exists (select from finance.change c where c.act_id = ${act} and c.tab = 'transaction' and c.row_id = w.id
      and c.op in ('insert', 'update') offset 0)
    order by w.date desc, w.id desc limit ${PART}`);
  const ids = rows.map(({ id }) => id);
  const last = rows.at(-1);
  if (rows.length === PART && last) return { ids, after: [last.day, last.id], walked: false };
  const { rows: ends } = await tx.execute<Row>(sql`
    select w.id, w.date::text as day from (${looked(sql`offset ${LOOKED_AT - 1} limit 1`)}) w`);
  const [end] = ends;
  return { ids, after: end ? [end.day, end.id] : after, walked: !end };
}

/** What the import brought and acts changed or brought back since its undo began: a walk may miss it. */
async function movedSince(tx: Tx, { userId, act, by }: Whose): Promise<string[]> {
  const { rows } = await tx.execute<{ id: string }>(sql`
    select distinct c.row_id as id from finance.act a join finance.change c on c.act_id = a.id
    where a.user_id = ${userId} and a.id not in (${by}, ${act}) and a.at >= (select u.at from finance.act u where u.id = ${by})
      and c.tab = 'transaction' and c.op in ('insert', 'update') and exists (
        select from finance.change i where i.act_id = ${act} and i.tab = 'transaction' and i.row_id = c.row_id
          and i.op = 'insert')`);
  return rows.map(({ id }) => id);
}
