import { Injectable } from "@nestjs/common";
import { containing, type Tx } from "@tessera/service-kit";
import { and, asc, desc, eq, gt, inArray, lte, ne, or, type SQL, sql } from "drizzle-orm";
import type { Position } from "../position.ts";
import { type EntryRow, entryTable as entry } from "./entry.table.ts";

export type EntryList = "open" | "snoozed" | "settled";
@Injectable()
export class EntryStore {
  /** Entries of the caller: open ones urgent and newest first, settled ones newest, snoozed ones by return. */
  async list(
    tx: Tx,
    userId: string,
    list: EntryList,
    now: Date,
    page: { q?: string; assignee?: string; after?: Position; limit: number },
  ): Promise<EntryRow[]> {
    const columns = list === "open" ? [entry.urgent, entry.sortAt, entry.id] : [entry.sortAt, entry.id];
    return tx
      .select()
      .from(entry)
      .where(
        and(
          eq(entry.userId, userId),
          inList(list, now),
          page.q ? sql`words like lower(${containing(page.q)})` : undefined,
          page.assignee === undefined ? undefined : assignedTo(page.assignee),
          page.after && beyond(list, page.after),
        ),
      )
      .orderBy(...columns.map(list === "snoozed" ? asc : desc))
      .limit(page.limit);
  }

  /** How many open entries need the person: not those that agents work on. */
  async countOpen(tx: Tx, userId: string, now: Date): Promise<number> {
    return tx.$count(entry, and(eq(entry.userId, userId), inList("open", now), assignedTo("me")));
  }

  async get(tx: Tx, userId: string, id: string): Promise<EntryRow | undefined> {
    const [row] = await tx
      .select()
      .from(entry)
      .where(and(eq(entry.userId, userId), eq(entry.id, id)));
    return row;
  }

  /** Rows to decide, locked until the transaction ends. */
  async lock(tx: Tx, userId: string, ids: string[]): Promise<EntryRow[]> {
    return tx
      .select()
      .from(entry)
      .where(and(eq(entry.userId, userId), inArray(entry.id, ids)))
      .orderBy(entry.id)
      .for("update");
  }

  /** The entry that a run works on, locked. */
  async ofRun(tx: Tx, userId: string, runId: string): Promise<EntryRow | undefined> {
    const [row] = await tx
      .select()
      .from(entry)
      .where(and(eq(entry.userId, userId), eq(entry.runId, runId)))
      .for("update");
    return row;
  }

  async update(tx: Tx, id: string, set: Partial<EntryRow>): Promise<EntryRow> {
    const [row] = await tx.update(entry).set(set).where(eq(entry.id, id)).returning();
    if (!row) throw new Error(`Queue entry ${id} vanished while it was locked`);
    return row;
  }

  async ofKey(tx: Tx, userId: string, key: string): Promise<EntryRow | undefined> {
    const [row] = await tx
      .select()
      .from(entry)
      .where(and(eq(entry.userId, userId), eq(entry.key, key)))
      .for("update");
    return row;
  }

  /** Entries that wait beyond their time, locked; those that others decide on at this moment are left to them. */
  async expired(tx: Tx, now: Date, limit: number): Promise<EntryRow[]> {
    return tx
      .select()
      .from(entry)
      .where(and(inArray(entry.state, ["open", "snoozed"]), lte(entry.expiresAt, now)))
      .orderBy(entry.expiresAt)
      .limit(limit)
      .for("update", { skipLocked: true });
  }

  /** The entry of a matter, locked; made first, closed and without a title, when there is none. */
  async matter(tx: Tx, userId: string, key: string, now: Date): Promise<EntryRow> {
    const blank = {
      kind: "",
      title: "",
      line: "",
      state: "closed",
      eventAt: new Date(0),
      sortAt: now,
      createdAt: now,
      updatedAt: now,
    } as const;
    await tx
      .insert(entry)
      .values({ userId, key, ...blank })
      .onConflictDoNothing();
    const row = await this.ofKey(tx, userId, key);
    if (!row) throw new Error(`Queue entry "${key}" vanished while it was written`);
    return row;
  }
}

/** The rows after the last one of the previous page. */
function beyond(list: EntryList, { urgent, sortAt, id }: Position): SQL {
  const at = sql.param(sortAt, entry.sortAt);
  if (list === "open") return sql`(${entry.urgent}, ${entry.sortAt}, ${entry.id}) < (${urgent}, ${at}, ${id})`;
  return list === "snoozed"
    ? sql`(${entry.sortAt}, ${entry.id}) > (${at}, ${id})`
    : sql`(${entry.sortAt}, ${entry.id}) < (${at}, ${id})`;
}

/** An entry whose snooze has ended counts as open without anything having to wake it. */
function inList(list: EntryList, now: Date): SQL | undefined {
  const snoozed = eq(entry.state, "snoozed");
  if (list === "open") return or(eq(entry.state, "open"), and(snoozed, lte(entry.snoozeUntil, now)));
  if (list === "snoozed") return and(snoozed, gt(entry.snoozeUntil, now));
  // An entry closed before it was ever opened has no title: it only remembers that late events are void.
  return and(sql`${entry.state} in ('accepted', 'declined', 'closed')`, ne(entry.title, ""));
}

/** While an agent's run works on an entry, it is not the person's. */
function assignedTo(assignee: string): SQL | undefined {
  const works = inArray(entry.agentState, ["waiting", "running", "asking", "decided"]);
  if (assignee !== "me") return and(eq(entry.agentId, assignee), works);
  return sql`${entry.agentState} in ('waiting', 'running', 'decided') is not true`;
}
