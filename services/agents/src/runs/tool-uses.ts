import { randomUUID } from "node:crypto";
import { Injectable } from "@nestjs/common";
import { toolCalled } from "@tessera/contracts-agents/events.ts";
import { APPROVAL_DAYS } from "@tessera/contracts-agents/limits.ts";
import type { CardScope } from "@tessera/contracts-agents/scopes.ts";
import { policyFor, type ToolPolicies, toolNamed } from "@tessera/contracts-agents/tools.ts";
import { Clock, Events, type Tx } from "@tessera/service-kit";
import { sql } from "drizzle-orm";
import type { AgentRow } from "../agents/agent.store.ts";
import type { WantedTool } from "../calls/stream-model.ts";
import { PersonTools } from "../tools/person-tools.ts";
import type { PersonTool } from "../tools/tool-catalogue.ts";
import { ApprovalEntries } from "./approval-entries.ts";
import { type RunRow, RunStore, type StepRow } from "./run.store.ts";
import { useGrant } from "./use-grant.ts";

/** Uses of tools in one answer of a model; more are refused. */
const MAX_USES = 10;
const DAY_MS = 86_400_000;

/** Turns what a model wants into steps: used at once, parked for the person, or refused. */
@Injectable()
export class ToolUses {
  constructor(
    private readonly runs: RunStore,
    private readonly personTools: PersonTools,
    private readonly entries: ApprovalEntries,
    private readonly events: Events,
    private readonly clock: Clock,
  ) {}

  /** @param askedIn number of the model's step */
  async begin(
    tx: Tx,
    run: RunRow,
    agent: Pick<AgentRow, "tools" | "scope">,
    askedIn: number,
    wanted: WantedTool[],
  ): Promise<void> {
    const { tools: policies } = agent;
    const tools = await this.personTools.all(tx, run.user_id, isScoped(run, agent));
    for (const [at, use] of wanted.entries()) {
      const tool = tools.find(({ name }) => name === use.name);
      const planned = this.plan(run, policies, tool, use, at);
      const isGranted =
        planned.state === "asking" &&
        tool?.effect !== "asks" &&
        (await useGrant(tx, run, { tool: use.name, arguments: planned.arguments }));
      const granted = { state: "running", granted: true, reason: null, expires_at: null } as const;
      const step = { ...planned, ...(isGranted && granted), asked_in: askedIn, tool_call_id: use.id };
      const number = await this.runs.insertStep(tx, run, step, this.clock.now());
      if (step.state === "asking") await this.entries.open(tx, run, { ...step, number });
      if (step.state === "running") await this.call(tx, run, step);
    }
  }

  /** Hands a call to the service that has the tool, in the transaction that stores it as running. */
  async call(tx: Tx, run: RunRow, step: Pick<StepRow, "name" | "call_id" | "arguments">): Promise<void> {
    const { rows } = await tx.execute<{ scope: CardScope | null }>(
      sql`select scope from agents.agent where user_id = ${run.user_id} and id = ${run.agent_id}`,
    );
    // What the agent saw when the run began, and what it sees now.
    const scopes = [run.scope, rows[0]?.scope].filter((scope) => scope != null);
    await this.events.publish(tx, toolCalled, {
      userId: run.user_id,
      callId: step.call_id,
      tool: step.name,
      runId: run.id,
      arguments: step.arguments ?? {},
      cardLimit: run.card_limit,
      storageLimit: run.storage_limit === null ? null : Number(run.storage_limit),
      scopes: isSame(scopes) ? scopes.slice(0, 1) : scopes,
    });
  }

  private plan(run: RunRow, policies: ToolPolicies, tool: PersonTool | undefined, use: WantedTool, at: number) {
    // Those of the product have one in the contract.
    const title = tool && !toolNamed(tool.name) ? tool.title : null;
    const of = { kind: "tool" as const, name: use.name.slice(0, 100), title, call_id: randomUUID(), expires_at: null };
    const ended = this.clock.now().toISOString();
    const refused = (reason: string, state: "denied" | "failed" = "denied") => ({
      ...{ ...of, state, reason, ended_at: ended },
      arguments: recordOf(use.input),
    });
    if (at >= MAX_USES) return refused(`More than ${MAX_USES} tools at once are not used.`);
    const policy = tool ? policyFor(tool, policies, run.outside) : "deny";
    if (!tool || policy === "deny") return refused("This tool is not allowed.");
    const read = tool.read(use.input);
    if (typeof read === "string") return refused(`The arguments are not valid: ${read}.`, "failed");
    if (policy === "allow") return { ...of, state: "running" as const, reason: null, ended_at: null, arguments: read };
    const isRaised = tool.effect !== "asks" && policies[tool.name] === "allow";
    return {
      ...of,
      state: "asking" as const,
      reason: isRaised ? "The run has read content from others, which may have led to this." : null,
      ended_at: null,
      arguments: read,
      expires_at: new Date(this.clock.now().getTime() + APPROVAL_DAYS * DAY_MS).toISOString(),
    };
  }
}

/** Whether a run sees some of the cards alone. */
export const isScoped = (run: Pick<RunRow, "scope">, agent: Pick<AgentRow, "scope">): boolean =>
  run.scope !== null || agent.scope !== null;

const isSame = ([one, other]: readonly CardScope[]) => JSON.stringify(one) === JSON.stringify(other);
const recordOf = (input: unknown): Record<string, unknown> =>
  input && typeof input === "object" && !Array.isArray(input) ? (input as Record<string, unknown>) : {};
