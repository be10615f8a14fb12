import { Injectable } from "@nestjs/common";
import type { NewQuestion } from "@tessera/contracts-agents/agents.ts";
import { type Caller, Clock, Database } from "@tessera/service-kit";
import type { PromptEvent } from "../calls/ask-model.ts";
import { RunStore } from "../runs/run.store.ts";
import { RunSignals } from "../runs/run-signals.ts";
import { RunsService } from "../runs/runs.service.ts";

const FAILED = "The offline model did not answer.";

/** The offline model knows nothing without tools: a question to it is a run, whose end is the answer. */
@Injectable()
export class OfflineAnswers {
  constructor(
    private readonly database: Database,
    private readonly runs: RunsService,
    private readonly store: RunStore,
    private readonly signals: RunSignals,
    private readonly clock: Clock,
  ) {}

  /** @throws ProblemException as `RunsService.start` */
  async begin(caller: Caller, agentId: string, { id, messages, timeZone }: NewQuestion): Promise<void> {
    await this.runs.start(caller, agentId, { id, task: messages.at(-1)!.text, timeZone });
  }

  /** What the run ends with. Where it waits for its person, where that is decided. */
  async *events(
    caller: Caller,
    agentId: string,
    { id }: NewQuestion,
    signal: AbortSignal,
  ): AsyncGenerator<PromptEvent> {
    const began = this.clock.now().getTime();
    yield* this.signals.changes(id, signal, async () => {
      const run = await this.database.as(caller, (tx) => this.store.get(tx, caller.userId, id));
      const isOver = !run || run.finished_at !== null || run.state === "asking";
      if (!isOver) return { changes: [], isOver };
      const totalMs = Math.max(0, this.clock.now().getTime() - began);
      const usage = {
        ...{ inputTokens: 0, cachedTokens: 0, outputTokens: 0, costMicros: 0 },
        ...{ firstTokenMs: totalMs, totalMs },
      };
      const text =
        run?.state === "asking"
          ? `I need a decision of yours before I continue: [open the run](/agents/${agentId}/runs/${id}).`
          : run?.answer;
      const changes: PromptEvent[] = text
        ? [
            { event: "text", data: { text } },
            { event: "end", data: { finish: "stop", usage } },
          ]
        : [{ event: "failed", data: { sentence: run?.failure ?? FAILED, usage } }];
      return { changes, isOver };
    });
  }
}
