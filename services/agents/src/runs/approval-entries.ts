import { Injectable } from "@nestjs/common";
import { APPROVAL_KIND, QUESTION_KIND } from "@tessera/contracts-agents/runs.ts";
import { toolNamed } from "@tessera/contracts-agents/tools.ts";
import {
  entryClosed,
  entryOpened,
  MAX_ENTRY_LINE_LENGTH,
  MAX_ENTRY_TITLE_LENGTH,
} from "@tessera/contracts-queue/events.ts";
import { notice } from "@tessera/contracts-settings/events.ts";
import { Events, type Tx } from "@tessera/service-kit";
import { sql } from "drizzle-orm";
import { titleOf } from "../tools/person-tools.ts";
import type { RunRow, StepRow } from "./run.store.ts";

/** As long as a notice may be. */
const MAX_SUBJECT_LENGTH = 200;
const MAX_LEAD_LENGTH = 1000;

const PREFIX = "agent-step:";
/** Key of the queue's entry for a step that asks. */
export const entryKey = (callId: string) => `${PREFIX}${callId}`;
/** The step's call, of such a key. */
export const callOf = (key: string) => (key.startsWith(PREFIX) ? key.slice(PREFIX.length) : null);

/** Steps that ask are entries of the person's queue, and notices to who wants them. */
@Injectable()
export class ApprovalEntries {
  constructor(private readonly events: Events) {}

  async open(
    tx: Tx,
    run: RunRow,
    step: Pick<StepRow, "name" | "title" | "call_id" | "number" | "arguments" | "expires_at">,
  ): Promise<void> {
    const isQuestion = toolNamed(step.name)?.effect === "asks";
    const title = titleOf(step);
    const line = lineOf(step.arguments ?? {});
    const path = `/agents/${run.agent_id}/runs/${run.id}`;
    await this.events.publish(tx, entryOpened, {
      userId: run.user_id,
      key: entryKey(step.call_id),
      kind: isQuestion ? QUESTION_KIND : APPROVAL_KIND,
      title: (isQuestion ? `${run.agent_name} asks you` : `${run.agent_name}: ${title}`).slice(
        0,
        MAX_ENTRY_TITLE_LENGTH,
      ),
      line: line.slice(0, MAX_ENTRY_LINE_LENGTH),
      path,
      expiresAt: step.expires_at && new Date(step.expires_at).toISOString(),
    });
    await this.events.publish(tx, notice, {
      userId: run.user_id,
      key: entryKey(step.call_id),
      kind: "approvals",
      subject: `${run.agent_name} ${isQuestion ? "asks you" : `waits for your approval: ${title}`}`.slice(
        0,
        MAX_SUBJECT_LENGTH,
      ),
      lead: line.slice(0, MAX_LEAD_LENGTH) || "It goes no further until you decide.",
      action: { label: isQuestion ? "Answer" : "Decide", path },
    });
  }

  async close(tx: Tx, userId: string, callId: string): Promise<void> {
    await this.events.publish(tx, entryClosed, { userId, key: entryKey(callId) });
  }

  /** Of all runs of an agent, or of one. */
  async closeAll(tx: Tx, userId: string, agentId: string, runId?: string): Promise<void> {
    const { rows } = await tx.execute<{ call_id: string }>(sql`
      select s.call_id from agents.step s join agents.run r on r.id = s.run_id
      where r.user_id = ${userId} and r.agent_id = ${agentId} and s.state = 'asking'
        ${runId ? sql`and r.id = ${runId}` : sql``}`);
    for (const { call_id } of rows) await this.close(tx, userId, call_id);
  }
}

/** Arguments as one line: "title: Milk, due: 2026-11-23". */
const lineOf = (values: Record<string, unknown>) =>
  Object.entries(values)
    .filter(([, value]) => value !== "" && !(Array.isArray(value) && value.length === 0))
    .map(([name, value]) => `${name}: ${typeof value === "string" ? value : JSON.stringify(value)}`)
    .join(", ")
    .replace(/\s+/g, " ");
