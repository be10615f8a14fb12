import { Injectable } from "@nestjs/common";
import { entryDecided } from "@tessera/contracts-queue/events.ts";
import { alreadySettled, entryNotFound, invalidSnooze } from "@tessera/contracts-queue/problems.ts";
import {
  type DecideEntries,
  type DecideEntry,
  type DecideResult,
  type EntryQuery,
  type QueueEntry,
  type QueueEntryPage,
} from "@tessera/contracts-queue/queue.ts";
import { type Caller, Clock, Database, Events, problem, type Tx } from "@tessera/service-kit";
import type { z } from "zod";
import { positionOf, readPosition } from "../position.ts";
import { EntryStore } from "./entry.store.ts";
import type { EntryRow } from "./entry.table.ts";
import { EntryAgents, isAssignable, shownAgent } from "./entry-agents.ts";

@Injectable()
export class EntriesService {
  constructor(
    private readonly database: Database,
    private readonly entries: EntryStore,
    private readonly agents: EntryAgents,
    private readonly events: Events,
    private readonly clock: Clock,
  ) {}

  async list(caller: Pick<Caller, "userId">, query: z.output<typeof EntryQuery>): Promise<QueueEntryPage> {
    const after = query.cursor === undefined ? undefined : readPosition(query.cursor);
    const now = this.clock.now();
    return this.database.as(caller, async (tx) => {
      const rows = await this.entries.list(tx, caller.userId, query.state, now, {
        q: query.q,
        assignee: query.assignee,
        after,
        limit: query.limit + 1,
      });
      const items = rows.slice(0, query.limit);
      const last = rows.length > query.limit ? items.at(-1) : undefined;
      return {
        items: items.map((row) => shown(row, now)),
        nextCursor: last ? positionOf(last) : null,
        open: await this.entries.countOpen(tx, caller.userId, now),
      };
    });
  }

  async get(caller: Caller, id: string): Promise<QueueEntry> {
    const row = await this.database.as(caller, (tx) => this.entries.get(tx, caller.userId, id));
    if (!row) throw problem(entryNotFound);
    return shown(row, this.clock.now());
  }

  async decide(caller: Caller, id: string, decision: DecideEntry): Promise<QueueEntry> {
    const until = this.readSnooze(decision);
    return this.database.as(caller, async (tx) => {
      const [row] = await this.entries.lock(tx, caller.userId, [id]);
      if (!row) throw problem(entryNotFound);
      if (refusalOf(row)) throw problem(alreadySettled);
      return this.apply(tx, row, decision, until);
    });
  }

  /** @param refuses why this caller may not decide an entry, in a sentence */
  async decideMany(
    caller: Pick<Caller, "userId">,
    { ids, ...decision }: DecideEntries,
    refuses: (row: EntryRow) => string | undefined = () => undefined,
  ): Promise<DecideResult> {
    const until = this.readSnooze(decision);
    return this.database.as(caller, async (tx) => {
      const rows = new Map((await this.entries.lock(tx, caller.userId, ids)).map((row) => [row.id, row]));
      const decided: DecideResult = { changed: [], skipped: [] };
      for (const id of new Set(ids)) {
        const row = rows.get(id);
        const reason = row ? (refusalOf(row) ?? refuses(row)) : "This entry is not in your queue.";
        if (row && !reason) decided.changed.push(await this.apply(tx, row, decision, until));
        else decided.skipped.push({ id, reason: reason! });
      }
      return decided;
    });
  }

  /** Behind the row's lock. @param agent name of the agent that decides for the person */
  async apply(
    tx: Tx,
    row: EntryRow,
    decision: DecideEntry,
    until: Date | null,
    agent: string | null = null,
  ): Promise<QueueEntry> {
    const now = this.clock.now();
    const state = stateAfter[decision.action];
    const sortAt = state === "open" ? row.createdAt : (until ?? now);
    const decided = state === "accepted" || state === "declined";
    const said = { comment: (decided && decision.comment) || null, decidedBy: decided ? ("person" as const) : null };
    const { userId, key, kind, itemId } = row;
    await this.events.publish(tx, entryDecided, { userId, key, kind, itemId, state, comment: said.comment, agent });
    const by =
      agent === null ? await this.agents.release(tx, row) : ({ agentState: "decided", agentWord: null } as const);
    // A person who takes back what happened as its time was over wants to decide: it is not over at once again.
    const expiresAt = row.decidedBy === "expiry" ? null : row.expiresAt;
    return shown(
      await this.entries.update(tx, row.id, {
        ...said,
        ...by,
        state,
        snoozeUntil: until,
        expiresAt,
        sortAt,
        updatedAt: now,
      }),
      now,
    );
  }

  /** When a snooze ends; null for the other decisions. */
  private readSnooze({ action, snoozeUntil }: DecideEntry): Date | null {
    const refuse = (message: string) =>
      problem(invalidSnooze, { reason: message }, { errors: [{ path: "/snoozeUntil", message }] });
    if (action !== "snooze") {
      if (snoozeUntil !== undefined) throw refuse(`"${action}" takes no time to snooze until.`);
      return null;
    }
    if (snoozeUntil === undefined) throw refuse("Say until when to snooze.");
    const until = new Date(snoozeUntil);
    if (until <= this.clock.now()) throw refuse("The time to snooze until is over. Choose one in the future.");
    return until;
  }
}

const stateAfter = { accept: "accepted", decline: "declined", snooze: "snoozed", reopen: "open" } as const;

/** Why a decision is not taken, in a sentence. A matter that its service closed has nothing left to decide. */
export function refusalOf(row: EntryRow): string | undefined {
  return row.state === "closed" ? alreadySettled.sentence : undefined;
}

export function shown(row: EntryRow, now: Date): QueueEntry {
  const back = row.state === "snoozed" && row.snoozeUntil !== null && row.snoozeUntil <= now;
  const { id, kind, title, line, path, itemId, jobId, urgent, comment, decidedBy, onExpiry } = row;
  return {
    ...{ id, kind, title, line, path, itemId, jobId, urgent, comment, decidedBy, onExpiry },
    expiresAt: row.expiresAt?.toISOString() ?? null,
    state: back ? "open" : row.state,
    snoozeUntil: back ? null : (row.snoozeUntil?.toISOString() ?? null),
    agent: shownAgent(row),
    assignable: isAssignable(row),
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  };
}
