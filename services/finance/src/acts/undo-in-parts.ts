import { Injectable, type OnModuleInit } from "@nestjs/common";
import { MAX_IMPORTED_AT_ONCE } from "@tessera/contracts-finance/limits.ts";
import { jobCancelled } from "@tessera/contracts-queue/events.ts";
import { Database, Events, Jobs, type RunningJob, type Tx } from "@tessera/service-kit";
import { type SQL, sql } from "drizzle-orm";
import { Acts } from "./acts.ts";
import { countAgain } from "./count-again.ts";
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

/** The act of an import, and the one that takes it back, or takes back an act that did. */
interface Whose {
  userId: string;
  act: string;
  by: string;
}
/** `finance.bank_import.undoing` */
interface Undoing {
  by: string;
  /** The act whose journal is read backwards; absent: the import's. */
  of?: string;
  /** What was taken out comes back, in parts that are planned: `finance.bank_import_part` of the plan `by`. */
  back?: true;
  /** Transactions that the act brought, changed or took out, and those of them that were gone through. */
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

/** What one transaction brings back. */
interface Part {
  transactions: string[];
  splits: string[];
}

/**
 * Takes an import of many entries back, and takes that back too: each transaction of the database continues where the
 * one before ended, and records how far it is. So nothing is taken back twice or by half, whenever the process ends;
 * between two of them others have their turn. All of it is one act. What goes is looked for, the newest entries first;
 * what comes back is only in the journal, and planned, the oldest first.
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

  /**
   * In the transaction of the undo.
   * @param of the act that is taken back: an import, or an undo that goes back to one
   * @returns whether it is taken back in parts: not where there are few
   */
  async begin(tx: Tx, { userId, by }: Omit<Whose, "act">, of: string): Promise<boolean> {
    const { rows } = await tx.execute<{ act: string; brought: number; changed: number; gone: number }>(sql`
      with recursive before_it as (
        select id, undoes from finance.act where id = ${of}
        union all select a.id, a.undoes from finance.act a join before_it b on a.id = b.undoes)
      select i.act_id as act, c.* from finance.bank_import i, (
        select count(*) filter (where op = 'insert')::int as brought,
          count(*) filter (where op = 'update')::int as changed, count(*) filter (where op = 'delete')::int as gone
        from finance.change where act_id = ${of} and tab = 'transaction') c
      where i.act_id in (select id from before_it)`);
    const [file] = rows;
    if (!file) return false;
    const { act, brought, changed, gone } = file;
    const total = brought + changed + gone;
    if (total <= MAX_IMPORTED_AT_ONCE || (brought > 0 && gone > 0)) return false;
    const whose = { userId, act, by };
    const begun: Undoing = { by, total, done: 0, reverted: 0, kept: 0, after: null, walked: false };
    if (act !== of) begun.of = of;
    if (gone > 0) {
      begun.back = true;
      const parents = await this.back.parents(tx, of);
      begun.reverted = parents.reverted;
      begun.kept = parents.kept;
      await plan(tx, whose, of);
    }
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
      const of = undoing.of ?? whose.act;
      const { ids, did, where } = undoing.back
        ? await this.bringBack(tx, whose, of)
        : await this.takeOut(tx, whose, of, undoing.after);
      await this.save(tx, whose, {
        ...{ ...undoing, ...where, done: undoing.done + ids.length },
        ...{ reverted: undoing.reverted + did.reverted, kept: undoing.kept + did.kept },
      });
      await this.tell(tx, whose, "running");
      return true;
    });
  }

  private async takeOut(tx: Tx, { userId }: Whose, of: string, after: Undoing["after"]) {
    const { ids, ...where } = await walk(tx, userId, of, after);
    return { ids, did: await this.back.part(tx, of, ids), where };
  }

  private async bringBack(tx: Tx, { act, by }: Whose, of: string) {
    const { rows } = await tx.execute<{ content: Part }>(sql`
      delete from finance.bank_import_part where (import_id, plan, place) = (
        select p.import_id, p.plan, p.place
        from finance.bank_import_part p join finance.bank_import i on i.id = p.import_id
        where i.act_id = ${act} and p.plan = ${by} order by p.place limit 1)
      returning content`);
    const part = rows[0]?.content;
    const did = part ? await this.back.partBack(tx, of, part) : { reverted: 0, kept: 0 };
    return { ids: part?.transactions ?? [], did, where: { walked: !part } };
  }

  private async finish(tx: Tx, whose: Whose, undoing: Undoing): Promise<void> {
    const of = undoing.of ?? whose.act;
    const moved = undoing.back ? [] : await movedSince(tx, whose, of);
    const late = moved.length ? await this.back.part(tx, of, moved) : { reverted: 0, kept: 0 };
    const rest = await this.back.rest(tx, of);
    const reverted = undoing.reverted + late.reverted + rest.reverted;
    if (reverted === 0 && undoing.kept + rest.kept > 0) return this.end(tx, whose, "failed", ALL_CHANGED);
    await this.acts.settle(tx, whose.userId);
    await this.drop(tx, whose, "done");
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
    for (const { act, user_id } of rows) await this.drop(tx, { userId: user_id, act, by }, "cancelled");
  }

  /** Nothing more comes back of an import that is undone once more; in the transaction of that undo. */
  async leaveImport(tx: Tx, act: string): Promise<void> {
    const { rows } = await tx.execute<{ by: string; user_id: string }>(sql`
      select undoing ->> 'by' as by, user_id from finance.bank_import
      where act_id = ${act} and undoing is not null for update`);
    for (const { by, user_id } of rows) {
      await tx.execute(sql`update finance.act set words = words || ', not all of it' where id = ${by}`);
      await this.drop(tx, { userId: user_id, act, by }, "cancelled");
    }
  }

  /** What is left to be done goes, and its line ends. */
  private async drop(tx: Tx, whose: Whose, state: LineState, failure: string | null = null): Promise<void> {
    await this.tell(tx, whose, state, failure);
    await tx.execute(sql`
      delete from finance.bank_import_part p using finance.bank_import i
      where i.id = p.import_id and i.act_id = ${whose.act} and p.plan = ${whose.by}`);
    await this.save(tx, whose, null);
  }

  /** The act counts again: its undo can be asked for once more, and takes back what is left. */
  private async end(tx: Tx, whose: Whose, state: LineState, failure: string | null): Promise<void> {
    const { by, userId } = whose;
    const { rows } = await tx.execute<{ of: string; back: boolean }>(sql`
      select coalesce(undoing ->> 'of', act_id::text) as of, undoing ? 'back' as back from finance.bank_import
      where act_id = ${whose.act} and undoing is not null`);
    for (const { of, back } of rows) {
      // A part is back: the import counts, so that it can be taken out, and what took it out, so that the rest comes
      // back.
      if (back) await tx.execute(sql`update finance.act set undone_by = null where id = ${of}`);
      else await countAgain(tx, of);
    }
    await tx.execute(sql`update finance.act set words = words || ', not all of it' where id = ${by}`);
    await this.acts.settle(tx, userId);
    await this.drop(tx, whose, state, failure);
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
      ...{ id: whose.by, userId: whose.userId, queue: UNDO_QUEUE, state },
      title: `${file.undoing.back ? "Redo" : "Undo"} the import ${file.file_name}`,
      ...{ path: `/finance/import?file=${file.id}`, done: file.undoing.done, unit: "entries", error },
    });
  }
}

type LineState = Parameters<Jobs["tell"]>[1]["state"];

/**
 * Plans what comes back: rows that are gone with the parts they had, and rows that are there and were set back. By
 * their day, so that a part touches few months, whose sums are counted again.
 */
async function plan(tx: Tx, { userId, act, by }: Whose, of: string): Promise<void> {
  await tx.execute(sql`
    with gone as (
      select c.row_id as id, coalesce(c.before ->> 'date', t.date::text) as day
      from finance.change c left join finance.transaction t on t.id = c.row_id
      where c.act_id = ${of} and c.tab = 'transaction' and c.op in ('delete', 'update')
    ), placed as (
      select id, (row_number() over (order by day, id) - 1) / ${PART} as place from gone
    ), splits as (
      select p.place, jsonb_agg(c.row_id) as ids from finance.change c
        join placed p on p.id = (c.before ->> 'transaction_id')::uuid
      where c.act_id = ${of} and c.tab = 'split' and c.op = 'delete' group by p.place
    )
    insert into finance.bank_import_part (import_id, user_id, plan, place, content)
    select i.id, ${userId}::uuid, ${by}::uuid, p.place, jsonb_build_object('transactions', jsonb_agg(p.id),
      'splits', coalesce((select s.ids from splits s where s.place = p.place), '[]'))
    from finance.bank_import i, placed p where i.act_id = ${act} group by i.id, p.place`);
}

/**
 * The next transactions that an act brought or changed, the newest first. They lie beside others: a walk looks at no
 * more than LOOKED_AT, so that it does not take longer where they are rare.
 */
async function walk(
  tx: Tx,
  userId: string,
  act: string,
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

/** What the act brought and others changed or brought back since its undo began: a walk may miss it. */
async function movedSince(tx: Tx, { userId, by }: Whose, act: string): Promise<string[]> {
  const { rows } = await tx.execute<{ id: string }>(sql`
    select distinct c.row_id as id from finance.act a join finance.change c on c.act_id = a.id
    where a.user_id = ${userId} and a.id not in (${by}, ${act})
      and a.at >= (select u.at from finance.act u where u.id = ${by})
      and c.tab = 'transaction' and c.op in ('insert', 'update') and exists (
        select from finance.change i where i.act_id = ${act} and i.tab = 'transaction' and i.row_id = c.row_id
          and i.op = 'insert')`);
  return rows.map(({ id }) => id);
}
