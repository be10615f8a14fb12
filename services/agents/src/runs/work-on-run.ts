import { randomUUID } from "node:crypto";
import { Injectable, type OnModuleInit } from "@nestjs/common";
import { OFFLINE_MODEL_ID } from "@tessera/contracts-agents/limits.ts";
import { runLimitReached } from "@tessera/contracts-agents/problems.ts";
import { Clock, Database, Jobs, ProblemException, problem, type RunningJob, type Tx } from "@tessera/service-kit";
import { sql } from "drizzle-orm";
import { type AgentRow, AgentStore } from "../agents/agent.store.ts";
import { reserve } from "../agents/reserve.ts";
import { type Asked, AskModel, type Begun, type Outcome } from "../calls/ask-model.ts";
import { CallStore } from "../calls/call.store.ts";
import { maxTokensOf, textsOf } from "../calls/most-tokens.ts";
import { PersonTools } from "../tools/person-tools.ts";
import { conversationOf, instructionsFor, offeredTools } from "./conversation.ts";
import { EntryProgress } from "./entry-progress.ts";
import { LiveText } from "./live-text.ts";
import { type RunRow, RunStore, type StepRow } from "./run.store.ts";
import { RunProgress } from "./run-progress.ts";
import { RunSignals } from "./run-signals.ts";
import { RUN_QUEUE, type RunJob, RunTurns } from "./run-turns.ts";
import { isScoped, ToolUses } from "./tool-uses.ts";

/** Times that a provider is asked again for one step, when that may help. */
const RETRIES = 3;
/** Longest pause before it is asked again, ms. */
const MAX_PAUSE_MS = 120_000;
/** Runs of all people that one process works on at once; each waits for its model nearly all the time. */
const CONCURRENCY = 250;

/**
 * One job is one answer of a model: stored with the uses of tools that it asks for in the transaction that ends the
 * call. Tools answer by events, and the last of them sends the next job; a job that is killed is run again, and finds
 * what is stored.
 */
@Injectable()
export class WorkOnRun implements OnModuleInit {
  constructor(
    private readonly database: Database,
    private readonly jobs: Jobs,
    private readonly runs: RunStore,
    private readonly agents: AgentStore,
    private readonly calls: CallStore,
    private readonly models: AskModel,
    private readonly tools: ToolUses,
    private readonly personTools: PersonTools,
    private readonly turns: RunTurns,
    private readonly progress: RunProgress,
    private readonly entry: EntryProgress,
    private readonly signals: RunSignals,
    private readonly live: LiveText,
    private readonly clock: Clock,
  ) {}

  onModuleInit() {
    const givenUp = (job: RunJob, reason: string) => this.fail(job, null, reason);
    this.jobs.define<RunJob>(
      RUN_QUEUE,
      { kind: "Run of an agent", concurrency: CONCURRENCY, timeoutSeconds: 3600, givenUp },
      (job) => this.work(job),
    );
  }

  private async work(job: RunningJob<RunJob>): Promise<void> {
    const left = new AbortController();
    const signal = AbortSignal.any([job.signal, left.signal]);
    let step: { run: RunRow; number: number; call: Begun } | undefined;
    try {
      step = await this.begin(job);
    } catch (error) {
      if (!(error instanceof ProblemException)) throw error;
      return this.fail(job.data, job.id, error.message);
    }
    if (!step) return;
    const { run, number, call } = step;
    const end = this.signals.follow(run.id, () => void this.isOurs(job).then((ours) => ours || left.abort()));
    try {
      await this.write(run, number, call, signal);
    } finally {
      end();
    }
    if (job.signal.aborted) throw job.signal.reason;
  }

  private async isOurs({ id, data }: RunningJob<RunJob>): Promise<boolean> {
    const { rows } = await this.database.read<{ job_id: string | null }>(
      data,
      sql`select job_id from agents.run where id = ${data.runId}`,
    );
    return rows[0]?.job_id === id;
  }

  /**
   * Stores the next step with the call of its model. @returns undefined when another job does, or the run has ended
   * @throws ProblemException where a limit or the settings are in the way; nothing is asked
   */
  private begin({ id, data }: RunningJob<RunJob>) {
    const { userId, runId } = data;
    return this.database.as(data, async (tx) => {
      const run = await this.runs.lock(tx, userId, runId);
      if (!run || run.finished_at || run.job_id !== id) return undefined;
      // Behind the agent's lock each run counts what the others may cost.
      await this.agents.lock(tx, run.agent_id);
      const [agent] = await this.agents.list(tx, userId, this.clock.now(), run.agent_id);
      if (!agent) return undefined;
      await this.recover(tx, run);
      const steps = await this.runs.steps(tx, runId);
      const callId = randomUUID();
      const asked: Asked = {
        ...{ callId, agentId: agent.id, runId, modelId: await this.modelFor(tx, run, agent) },
        instructions: instructionsFor(agent, this.clock.now(), run.time_zone),
        messages: conversationOf(run, steps, await this.runs.earlier(tx, run)),
        maxOutputTokens: agent.max_output_tokens,
        temperature: agent.temperature === null ? undefined : agent.temperature / 100,
        tools: offeredTools(await this.personTools.all(tx, userId, isScoped(run, agent)), agent.tools, run),
      };
      let number = 0;
      const call = await this.models.begin(data, {
        ...asked,
        reserve: async (_, model) => {
          const cost = reserve(agent, model, textsOf(asked));
          const tokens = model.id === OFFLINE_MODEL_ID ? 0 : maxTokensOf(textsOf(asked)) + agent.max_output_tokens;
          checkRunLimits(agent, run, steps, tokens, cost);
          return cost;
        },
        settle: (ending, outcome) => this.settle(ending, data, id, number, outcome),
      });
      const step = { kind: "model", state: "running", name: call.model.title, call_id: callId } as const;
      number = await this.runs.insertStep(tx, run, step, this.clock.now());
      await this.runs.update(tx, runId, { state: "running" });
      if (!steps.some(({ kind }) => kind === "model")) await this.entry.tell(tx, run, "running");
      return { run, number, call };
    });
  }

  /** An attempt before this one may have been killed while a model wrote. */
  private async recover(tx: Tx, run: RunRow): Promise<void> {
    const steps = await this.runs.steps(tx, run.id);
    for (const { number, call_id } of steps.filter(({ kind, state }) => kind === "model" && state === "running")) {
      await this.calls.settleDead(tx, { id: call_id });
      await this.runs.updateStep(tx, run.id, number, ["running"], {
        ...{ state: "interrupted", ended_at: this.clock.now().toISOString() },
        reason: "The service ended while the model wrote this; the model is asked again.",
      });
    }
  }

  /** Asked again after a failure, the fallback takes turns with the model. */
  private async modelFor(tx: Tx, run: RunRow, agent: AgentRow): Promise<string> {
    if (run.tries % 2 === 1 && agent.fallback_model_id) return agent.fallback_model_id;
    if (agent.model_id) return agent.model_id;
    const { rows } = await tx.execute<{ model_id: string }>(
      sql`select model_id from agents.model_default where user_id = ${run.user_id} and task = 'agents'`,
    );
    return rows[0]?.model_id ?? OFFLINE_MODEL_ID;
  }

  /** Gives what the model writes to those who follow, as it comes. */
  private async write(run: RunRow, number: number, call: Begun, signal: AbortSignal): Promise<void> {
    const writer = this.live.begin(run.id, number);
    try {
      for await (const event of call.answer(signal))
        if (event.event === "text" || event.event === "reasoning") writer.add(event.event, event.data.text);
    } finally {
      writer.end();
    }
  }

  /** In the transaction that ends the call: what the run does next. */
  private async settle(tx: Tx, { userId, runId }: RunJob, jobId: string, number: number, outcome: Outcome) {
    const run = await this.runs.lock(tx, userId, runId);
    if (!run || run.finished_at || run.job_id !== jobId) return;
    const now = this.clock.now();
    const ended_at = now.toISOString();
    const kept = this.live.kept(runId, number);
    if (outcome.state === "stopped") {
      const reason = "The service stopped while the model wrote this; the model is asked again.";
      await this.runs.updateStep(tx, runId, number, ["running"], { ...kept, state: "interrupted", reason, ended_at });
      return;
    }
    if (outcome.state === "failed") {
      const reason = outcome.sentence;
      await this.runs.updateStep(tx, runId, number, ["running"], { ...kept, state: "failed", reason, ended_at });
      if (!outcome.isTransient || run.tries >= RETRIES)
        return this.progress.end(tx, run, "failed", { failure: reason });
      const pause = Math.min(MAX_PAUSE_MS, (outcome.retryAfter ?? 2 ** run.tries) * 1000);
      await this.runs.update(tx, runId, { state: "waiting", tries: run.tries + 1 });
      return this.turns.goOn(tx, { runId, userId }, new Date(Date.now() + pause));
    }
    const { text, reasoning } = writtenIn(outcome);
    await this.runs.updateStep(tx, runId, number, ["running"], {
      ...{ state: "done", text, reasoning, ended_at, messages: outcome.messages },
      reason: outcome.finish === "length" ? "It was cut at its longest answer." : null,
    });
    await this.runs.update(tx, runId, { tries: 0 });
    if (!outcome.wanted.length) return this.progress.end(tx, run, "done", { answer: text });
    const [agent] = await this.agents.list(tx, userId, now, run.agent_id);
    await this.tools.begin(tx, run, agent ?? { tools: {}, scope: null }, number, outcome.wanted);
    await this.progress.settle(tx, run);
  }

  private async fail({ userId, runId }: RunJob, jobId: string | null, failure: string): Promise<void> {
    await this.database.as({ userId }, async (tx) => {
      const run = await this.runs.lock(tx, userId, runId);
      if (!run || run.finished_at || (jobId && run.job_id !== jobId)) return;
      await this.recover(tx, run);
      await this.progress.end(tx, run, "failed", { failure });
    });
  }
}

/** @throws ProblemException 409 `run_limit_reached` */
function checkRunLimits(agent: AgentRow, run: RunRow, steps: StepRow[], tokens: number, cost: number | null): void {
  const refuse = (limit: string) => problem(runLimitReached, { agent: agent.name, limit });
  const asked = steps.filter(({ kind, number }) => kind === "model" && number >= (run.from_step ?? 0)).length;
  if (asked >= agent.max_steps) throw refuse(`${agent.max_steps} steps of a model`);
  if (agent.run_tokens !== null && Number(run.tokens) + tokens > Number(agent.run_tokens))
    throw refuse(`${agent.run_tokens} tokens`);
  const { run_limit_micros: limit } = agent;
  if (limit !== null && (cost === null || Number(run.cost_micros) + cost > Number(limit)))
    throw refuse(`$${(Number(limit) / 1_000_000).toString()}`);
}

/** The text and the reasoning of an answer, as its messages have them. */
function writtenIn({ messages }: Outcome & { state: "done" }): { text: string; reasoning: string } {
  const parts = messages.flatMap(({ role, content }) =>
    role === "assistant" ? (typeof content === "string" ? [{ type: "text" as const, text: content }] : content) : [],
  );
  const of = (type: "text" | "reasoning") =>
    parts.map((part) => (part.type === type && "text" in part ? part.text : "")).join("");
  return { text: of("text"), reasoning: of("reasoning") };
}
