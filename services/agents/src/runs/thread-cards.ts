import { randomUUID } from "node:crypto";
import { Injectable, type OnModuleInit } from "@nestjs/common";
import { toolAnswered, toolCalled } from "@tessera/contracts-agents/events.ts";
import { createCard, updateCard } from "@tessera/contracts-agents/tools.ts";
import type { EventPayload } from "@tessera/contracts-core/define-event.ts";
import { cardMoved, stepEnded, stepRequested } from "@tessera/contracts-items/events.ts";
import { Database, Events, type Tx } from "@tessera/service-kit";
import { sql } from "drizzle-orm";
import type { RunRow } from "./run.store.ts";
import { THREAD_STEP, THREAD_TYPE } from "./thread-card.ts";

/** Longest title of a card, in characters. */
const MAX_TITLE = 200;
/** Questions of a conversation that its card holds, the newest; and characters of them. */
const MAX_TURNS = 200;
const MAX_TEXT = 100_000;

interface ThreadRow extends Record<string, unknown> {
  thread: string;
  user_id: string;
  call_id: string | null;
  item_id: string | null;
  is_gone: boolean;
}
interface Turn extends Record<string, unknown> {
  id: string;
  agent_id: string;
  agent_name: string;
  task: string;
  answer: string | null;
}

/**
 * Keeps each conversation about cards as a card of its own type (decision 103): made when its first question has ended,
 * written again with each that follows. The items service makes it as it does for tools, within the person's plan.
 */
@Injectable()
export class ThreadCards implements OnModuleInit {
  constructor(
    private readonly database: Database,
    private readonly events: Events,
  ) {}

  onModuleInit() {
    this.events.on(toolAnswered, "agents.threads", (answer) => this.made(answer));
    this.events.on(stepRequested, "agents.threads", (card) => this.asked(card));
    this.events.on(cardMoved, "agents.threads", async ({ userId, itemId, type, to }) => {
      if (type !== THREAD_TYPE || to !== "gone") return;
      await this.database.as({ userId }, (tx) =>
        tx.execute(sql`update agents.thread_card set item_id = null, is_gone = true where item_id = ${itemId}`),
      );
    });
  }

  /** A question from a person begins a conversation or continues one. */
  async begin(tx: Tx, { id, user_id, agent_id, thread }: Pick<RunRow, "id" | "user_id" | "agent_id" | "thread">) {
    await tx.execute(sql`
      insert into agents.thread_card (thread, user_id, agent_id) values (${thread ?? id}, ${user_id}, ${agent_id})
      on conflict do nothing`);
  }

  /** In the transaction that ends a run. */
  async tell(tx: Tx, run: RunRow): Promise<void> {
    const found = await this.find(tx, sql`thread = ${run.thread ?? run.id}`);
    if (!found || found.is_gone) return;
    if (found.item_id) return this.write(tx, found);
    // The card is being made, and is written with what is there then.
    if (found.call_id) return;
    const [first] = await turnsOf(tx, found.thread);
    if (!first) return;
    const callId = randomUUID();
    await tx.execute(sql`update agents.thread_card set call_id = ${callId} where thread = ${found.thread}`);
    await this.events.publish(tx, toolCalled, {
      ...{ userId: run.user_id, callId, tool: createCard.name, runId: first.id },
      arguments: { title: titleOf(first.task), type: THREAD_TYPE },
      cardLimit: run.card_limit,
      storageLimit: run.storage_limit === null ? null : Number(run.storage_limit),
    });
  }

  /** Before an agent is deleted with its runs: the words of its conversations go from their cards. */
  async clearRemoved(tx: Tx, userId: string, agentId: string): Promise<void> {
    const { rows } = await tx.execute<ThreadRow>(sql`
      select * from agents.thread_card where user_id = ${userId} and agent_id = ${agentId} and item_id is not null`);
    for (const { item_id } of rows)
      await this.end(tx, userId, item_id!, { data: { run: "", agent: "", agentName: "", text: "" } });
  }

  private async made({ userId, callId, failure, itemId }: EventPayload<typeof toolAnswered>): Promise<void> {
    await this.database.as({ userId }, async (tx) => {
      const found = await this.find(tx, sql`call_id = ${callId}`);
      if (!found || found.item_id || found.is_gone) return;
      if (failure !== null || !itemId) {
        // No room, perhaps: the next question tries again.
        await tx.execute(sql`update agents.thread_card set call_id = null where thread = ${found.thread}`);
        return;
      }
      await tx.execute(sql`update agents.thread_card set item_id = ${itemId} where thread = ${found.thread}`);
      await this.write(tx, { ...found, item_id: itemId });
      // It waits for nothing from the person.
      await this.events.publish(tx, toolCalled, {
        ...{ userId, callId: randomUUID(), tool: updateCard.name },
        arguments: { id: itemId, status: "archived" },
        ...{ cardLimit: null, storageLimit: null },
      });
    });
  }

  /** The items service asks when the card is made, and when the person runs the step again. */
  private async asked({ userId, itemId, type, step }: EventPayload<typeof stepRequested>): Promise<void> {
    if (type !== THREAD_TYPE || step !== THREAD_STEP) return;
    await this.database.as({ userId }, async (tx) => {
      const found = await this.find(tx, sql`item_id = ${itemId}`);
      if (found) return this.write(tx, found);
      // It may be the card whose making is not known here yet: then it is written when it is.
      const { rows } = await tx.execute(
        sql`select 1 from agents.thread_card where user_id = ${userId} and item_id is null and call_id is not null`,
      );
      if (!rows.length) await this.end(tx, userId, itemId, { failure: "There is no conversation of this card" });
    });
  }

  private async find(tx: Tx, which: ReturnType<typeof sql>): Promise<ThreadRow | undefined> {
    const { rows } = await tx.execute<ThreadRow>(sql`select * from agents.thread_card where ${which} for update`);
    return rows[0];
  }

  private async write(tx: Tx, { thread, user_id, item_id }: ThreadRow): Promise<void> {
    const turns = await turnsOf(tx, thread);
    const last = turns.at(-1);
    if (!last) return;
    const { id: run, agent_id: agent, agent_name: agentName } = last;
    await this.end(tx, user_id, item_id!, { data: { run, agent, agentName, text: textOf(turns) } });
  }

  private end(tx: Tx, userId: string, itemId: string, ended: { data?: Record<string, string>; failure?: string }) {
    const { data = {}, failure = null } = ended;
    return this.events.publish(tx, stepEnded, {
      ...{ userId, itemId, step: THREAD_STEP, data, failure, ms: 0, corrected: true },
    });
  }
}

/** What was asked, the oldest first; of runs that were begun again, the newest alone. */
async function turnsOf(tx: Tx, thread: string): Promise<Turn[]> {
  const { rows } = await tx.execute<Turn>(sql`
    select id, agent_id, agent_name, task, answer from agents.run r
    where (r.id = ${thread} or r.thread = ${thread})
      and not exists (select from agents.run again where again.from_run = r.id and again.thread is not null)
    order by created_at desc, id desc limit ${MAX_TURNS}`);
  return rows.reverse();
}

const titleOf = (task: string) => {
  const line = task.split("\n", 1)[0]!.trim();
  return line.length > MAX_TITLE ? `${line.slice(0, MAX_TITLE - 1).toWellFormed()}…` : line;
};

function textOf(turns: readonly Turn[]): string {
  const text = turns
    .map(({ task, answer }) => [`> ${task.replaceAll("\n", "\n> ")}`, answer ?? "*No answer.*"].join("\n\n"))
    .join("\n\n");
  return text.length > MAX_TEXT ? `… ${text.slice(-MAX_TEXT).toWellFormed()}` : text;
}
