import { Injectable, type OnModuleInit } from "@nestjs/common";
import { approvalSettled, runNotFound, runOver, toolArgumentsInvalid } from "@tessera/contracts-agents/problems.ts";
import { APPROVAL_KIND, QUESTION_KIND, type StepDecision } from "@tessera/contracts-agents/runs.ts";
import type { EventPayload } from "@tessera/contracts-core/define-event.ts";
import { entryDecided } from "@tessera/contracts-queue/events.ts";
import { Clock, Database, Events, problem, type Tx } from "@tessera/service-kit";
import type { z } from "zod";
import { AgentStore } from "../agents/agent.store.ts";
import { VersionStore } from "../agents/version.store.ts";
import { PersonTools } from "../tools/person-tools.ts";
import { ApprovalEntries, callOf } from "./approval-entries.ts";
import { type RunRow, RunStore, type StepRow } from "./run.store.ts";
import { RunProgress } from "./run-progress.ts";
import { ToolUses } from "./tool-uses.ts";

type Decision = z.output<typeof StepDecision>;

/** What the person decides of a step that asks, on the run's page or in their queue; the run continues from there. */
@Injectable()
export class DecideStep implements OnModuleInit {
  constructor(
    private readonly database: Database,
    private readonly events: Events,
    private readonly runs: RunStore,
    private readonly agents: AgentStore,
    private readonly versions: VersionStore,
    private readonly tools: ToolUses,
    private readonly personTools: PersonTools,
    private readonly entries: ApprovalEntries,
    private readonly progress: RunProgress,
    private readonly clock: Clock,
  ) {}

  onModuleInit() {
    this.events.on(entryDecided, "agents.approvals", (decided) => this.follow(decided));
  }

  /** @throws ProblemException 400 `tool_arguments_invalid`, 404, 409 `approval_settled`, `run_over` */
  async decide(caller: { userId: string }, runId: string, number: number, decision: Decision): Promise<void> {
    await this.database.as(caller, async (tx) => {
      const run = await this.runs.lock(tx, caller.userId, runId);
      if (!run) throw problem(runNotFound);
      if (run.finished_at) throw problem(runOver);
      const step = (await this.runs.steps(tx, runId)).find((one) => one.number === number);
      if (step?.state !== "asking") throw problem(approvalSettled);
      await this.settle(tx, run, step, decision);
      await this.entries.close(tx, caller.userId, step.call_id);
    });
  }

  /** Steps whose time is up; their runs continue without. */
  async expire(tx: Tx, userId: string, callId: string): Promise<void> {
    const step = await this.runs.stepOf(tx, userId, callId);
    const run = step && (await this.runs.lock(tx, userId, step.run_id));
    if (!step || !run || run.finished_at) return;
    const reason = "Nobody decided about it in time.";
    await this.end(tx, run, step, { state: "expired", reason });
    await this.entries.close(tx, userId, callId);
  }

  /** Events come at least once and in any order: the first decision counts, and cannot be taken back. */
  private async follow({ userId, key, kind, state }: EventPayload<typeof entryDecided>): Promise<void> {
    const callId = kind === APPROVAL_KIND || kind === QUESTION_KIND ? callOf(key) : null;
    if (!callId || state === "snoozed") return;
    await this.database.as({ userId }, async (tx) => {
      const step = await this.runs.stepOf(tx, userId, callId);
      const run = step && (await this.runs.lock(tx, userId, step.run_id));
      const isOpen = step && run && !run.finished_at && (await this.isAsking(tx, step));
      if (!isOpen) return state === "open" ? this.entries.close(tx, userId, callId) : undefined;
      if (state === "open") return;
      const yes: Decision = kind === QUESTION_KIND ? { action: "answer", text: "Yes" } : { action: "allow" };
      await this.settle(tx, run, step, state === "accepted" ? yes : { action: "deny", reason: "" });
    });
  }

  private async isAsking(tx: Tx, { run_id, number }: StepRow): Promise<boolean> {
    return (await this.runs.steps(tx, run_id)).some((one) => one.number === number && one.state === "asking");
  }

  private async settle(tx: Tx, run: RunRow, step: StepRow, decision: Decision): Promise<void> {
    const tool = await this.personTools.named(tx, run.user_id, step.name);
    const isQuestion = tool?.effect === "asks";
    if (decision.action === "deny") {
      const reason = decision.reason ? `The person refused: ${decision.reason}` : "The person refused.";
      return this.end(tx, run, step, { state: "denied", reason });
    }
    if (!tool || (decision.action === "answer") !== isQuestion) throw problem(approvalSettled);
    if (decision.action === "answer")
      return this.end(tx, run, step, { state: "done", reason: null, output: { answer: decision.text } });
    const given = decision.arguments;
    const values = tool.read(given ?? step.arguments);
    if (typeof values === "string") throw problem(toolArgumentsInvalid, { tool: tool.title, reason: values });
    const edited = given !== undefined && JSON.stringify(values) !== JSON.stringify(step.arguments);
    if (decision.action === "always") {
      await this.agents.allowTool(tx, run.user_id, run.agent_id, tool.name);
      await this.versions.keep(tx, run.user_id, run.agent_id, "allowed");
    }
    const change = { state: "running", arguments: values, edited, expires_at: null } as const;
    await this.runs.updateStep(tx, run.id, step.number, ["asking"], change);
    await this.tools.call(tx, run, { ...step, arguments: values });
    await this.progress.settle(tx, run);
  }

  private async end(
    tx: Tx,
    run: RunRow,
    step: StepRow,
    change: { state: "done" | "denied" | "expired"; reason: string | null; output?: Record<string, unknown> },
  ): Promise<void> {
    const ended_at = this.clock.now().toISOString();
    await this.runs.updateStep(tx, run.id, step.number, ["asking"], { ...change, ended_at, expires_at: null });
    await this.progress.settle(tx, run);
  }
}
