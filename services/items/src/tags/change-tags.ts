import { randomUUID } from "node:crypto";
import { Inject, Injectable, type OnModuleInit } from "@nestjs/common";
import { tagChangeNotFound, tagChangeRunning, tagChangeUndone } from "@tessera/contracts-items/problems.ts";
import type { NewTagChange, TagChange } from "@tessera/contracts-items/tag-changes.ts";
import { type Caller, Clock, Database, Jobs, problem, type RunningJob, type Tx } from "@tessera/service-kit";
import { sql } from "drizzle-orm";
import { normaliseTags, tagKey } from "../text/tags.ts";
import { retagged, untagged } from "./retag.ts";
import { type ChangeRow, readChange, readStyles, toTagChange, writeStyles, writeTags } from "./tag-changes.store.ts";

/** Cards of one transaction: some 100 ms on the embedded database, in which nobody else writes. */
const BATCH = 500;
const QUEUE = "items.change-tags";

interface TagJob {
  userId: string;
  changeId: string;
  title: string;
}

/**
 * Renames, merges and deletes tags on every card that has them, and takes it back. A batch of cards at a time, at once
 * where there is one batch, else by a job; one that was killed continues after the last card that it wrote.
 */
@Injectable()
export class ChangeTags implements OnModuleInit {
  constructor(
    @Inject(Database) private readonly database: Database,
    private readonly jobs: Jobs,
    private readonly clock: Clock,
  ) {}

  onModuleInit() {
    const title = (job: TagJob) => job.title;
    this.jobs.define<TagJob>(QUEUE, { title, timeoutSeconds: 3600 }, (job) => this.run(job));
  }

  async begin(caller: Caller, input: NewTagChange): Promise<TagChange> {
    const from = normaliseTags(input.from);
    const to = input.to === null ? null : (normaliseTags([input.to])[0] ?? null);
    const keys = from.map(tagKey);
    return this.database.system(async (tx) => {
      const { userId } = caller;
      const { rows } = await tx.execute<{ n: number }>(sql`
        select count(*)::int as n from items.item
        where user_id = ${userId} and tag_keys && ${sql.param(keys)}::text[]`);
      const concerned = [...new Set([...keys, ...(to === null ? [] : [tagKey(to)])])];
      const styles = await readStyles(tx, userId, concerned);
      // No tag is called by what an object has besides: "constructor" has no colour.
      const colourOf = (key: string) => (Object.hasOwn(styles, key) ? styles[key] : undefined);
      const colour = to === null ? undefined : (colourOf(tagKey(to)) ?? keys.map(colourOf).find(Boolean));
      await writeStyles(tx, userId, concerned, to !== null && colour ? { [tagKey(to)]: colour } : {});
      const { rows: made } = await tx.execute<ChangeRow>(sql`
        insert into items.tag_change (id, user_id, from_tags, to_tag, state, total, styles, created_at)
        values (${randomUUID()}, ${userId}, ${sql.param(from)}::text[], ${to}, 'running', ${rows[0]!.n},
          ${JSON.stringify(styles)}::jsonb, ${this.clock.now().toISOString()}::timestamptz)
        returning *`);
      return toTagChange(await this.start(tx, made[0]!));
    });
  }

  /** @throws ProblemException 404 `tag_change_not_found` */
  get(caller: Caller, id: string): Promise<TagChange> {
    return this.database.system(async (tx) => toTagChange(await this.change(tx, caller.userId, id)));
  }

  /** @throws ProblemException 404 `tag_change_not_found`, 409 `tag_change_running` or `tag_change_undone`, 429 */
  undo(caller: Caller, id: string): Promise<TagChange> {
    return this.database.system(async (tx) => {
      const change = await this.change(tx, caller.userId, id);
      if (change.state === "running") throw problem(tagChangeRunning);
      if (change.state !== "done") throw problem(tagChangeUndone);
      await tx.execute(sql`update items.tag_change set state = 'undoing', done = 0 where id = ${id}`);
      const to = change.to_tag === null ? [] : [change.to_tag];
      const concerned = [...new Set([...change.from_tags, ...to].map(tagKey))];
      await writeStyles(tx, caller.userId, concerned, change.styles);
      return toTagChange(await this.start(tx, { ...change, state: "undoing", done: 0 }));
    });
  }

  private async change(tx: Tx, userId: string, id: string): Promise<ChangeRow> {
    const change = await readChange(tx, userId, id);
    if (!change) throw problem(tagChangeNotFound);
    return change;
  }

  private async start(tx: Tx, change: ChangeRow): Promise<ChangeRow> {
    if (change.total <= BATCH) return this.some(tx, change);
    const job: TagJob = { userId: change.user_id, changeId: change.id, title: titleOf(change) };
    const { user_id: userId } = change;
    await this.jobs.send(tx, QUEUE, job, { userId, path: "/items/tags", unit: "cards", asked: true });
    return change;
  }

  private async run({ data: { userId, changeId }, signal, progress }: RunningJob<TagJob>): Promise<void> {
    for (let busy = true; busy && !signal.aborted; ) {
      const change = await this.database.system(async (tx) => {
        const before = await readChange(tx, userId, changeId);
        return before && isBusy(before) ? this.some(tx, before) : before;
      });
      // Without the row there is nothing to do any more: the account is gone.
      if (!change) return;
      await progress(change.done, change.total);
      busy = isBusy(change);
    }
    if (signal.aborted) throw signal.reason;
  }

  /** The next batch; the caller holds the lock of the change. @returns the change as it is then */
  private async some(tx: Tx, change: ChangeRow): Promise<ChangeRow> {
    const count = change.state === "running" ? await this.forward(tx, change) : await this.back(tx, change);
    const state = count === BATCH ? change.state : change.state === "running" ? "done" : "undone";
    const { rows } = await tx.execute<ChangeRow>(sql`
      update items.tag_change set done = done + ${count}::int, state = ${state},
        total = case when ${state} in ('done', 'undone') then done + ${count}::int else greatest(total, done + ${count}::int) end
      where id = ${change.id} returning *`);
    return rows[0]!;
  }

  private async forward(tx: Tx, { id, user_id: userId, from_tags, to_tag }: ChangeRow): Promise<number> {
    const from = new Set(from_tags.map(tagKey));
    const { rows } = await tx.execute<{ id: string; tags: string[] }>(sql`
      select i.id, i.tags from items.item i
      where i.user_id = ${userId} and i.tag_keys && ${sql.param([...from])}::text[]
        and i.id > coalesce((select c.item_id from items.tag_changed c where c.change_id = ${id} order by c.item_id desc limit 1),
          '00000000-0000-0000-0000-000000000000')
      order by i.id limit ${BATCH} for update of i`);
    const concerned = new Set([...from, ...(to_tag === null ? [] : [tagKey(to_tag)])]);
    const had = rows.map((row) => ({ item_id: row.id, tags: row.tags.filter((tag) => concerned.has(tagKey(tag))) }));
    await tx.execute(sql`
      insert into items.tag_changed (change_id, item_id, user_id, tags)
      select ${id}::uuid, r.item_id, ${userId}::uuid, r.tags
      from jsonb_to_recordset(${JSON.stringify(had)}::jsonb) as r (item_id uuid, tags text[])`);
    await writeTags(
      tx,
      rows.map((row) => ({ id: row.id, tags: retagged(row.tags, from, to_tag) })),
    );
    return rows.length;
  }

  private async back(tx: Tx, { id, to_tag }: ChangeRow): Promise<number> {
    const { rows } = await tx.execute<{ id: string; tags: string[]; had: string[] }>(sql`
      select i.id, i.tags, c.tags as had from items.tag_changed c join items.item i on i.id = c.item_id
      where c.change_id = ${id} order by i.id limit ${BATCH} for update of i`);
    await writeTags(
      tx,
      rows.map((row) => ({ id: row.id, tags: untagged(row.tags, row.had, to_tag) })),
    );
    const ids = sql.param(rows.map((row) => row.id));
    await tx.execute(sql`delete from items.tag_changed where change_id = ${id} and item_id = any(${ids}::uuid[])`);
    return rows.length;
  }
}

const isBusy = ({ state }: ChangeRow) => state === "running" || state === "undoing";

function titleOf({ from_tags: from, to_tag: to, state }: ChangeRow): string {
  const what = from.length === 1 ? `the tag “${from[0]}”` : `${from.length} tags`;
  const done =
    to === null ? `Delete ${what}` : from.length === 1 ? `Rename ${what} to “${to}”` : `Merge ${what} into “${to}”`;
  return state === "undoing" ? `Undo: ${done}` : done;
}
