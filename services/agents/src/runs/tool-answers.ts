import { Injectable, type OnModuleInit } from "@nestjs/common";
import { toolAnswered } from "@tessera/contracts-agents/events.ts";
import { MAX_GIVEN_OUTPUT, MAX_TOOL_OUTPUT } from "@tessera/contracts-agents/limits.ts";
import { GIVEN_CARDS } from "@tessera/contracts-agents/tool-names.ts";
import type { EventPayload } from "@tessera/contracts-core/define-event.ts";
import { Clock, Database, Events } from "@tessera/service-kit";
import { RunStore } from "./run.store.ts";
import { RunProgress } from "./run-progress.ts";

/** What tools answer is stored with their step, once; after the last one the run continues. */
@Injectable()
export class ToolAnswers implements OnModuleInit {
  constructor(
    private readonly database: Database,
    private readonly events: Events,
    private readonly runs: RunStore,
    private readonly progress: RunProgress,
    private readonly clock: Clock,
  ) {}

  onModuleInit() {
    this.events.on(toolAnswered, "agents.runs", (answer) => this.keep(answer));
  }

  private async keep(answer: EventPayload<typeof toolAnswered>): Promise<void> {
    const { userId, callId, failure, path } = answer;
    await this.database.as({ userId }, async (tx) => {
      const found = await this.runs.stepOf(tx, userId, callId);
      const run = found && (await this.runs.lock(tx, userId, found.run_id));
      if (!found || !run || run.finished_at) return;
      const isKept = await this.runs.updateStep(tx, run.id, found.number, ["running"], {
        ...{ state: failure === null ? "done" : "failed", reason: failure, path },
        ...{ output: failure === null ? bounded(found.name, answer.output) : null, outside: answer.outside },
        withheld: answer.withheld,
        ended_at: this.clock.now().toISOString(),
      });
      if (!isKept) return;
      if (answer.outside && !run.outside) await this.runs.update(tx, run.id, { outside: true });
      await this.progress.settle(tx, { ...run, outside: run.outside || answer.outside });
    });
  }
}

/** Whatever a tool gives, a model is given no more than so much. */
function bounded(tool: string, output: Record<string, unknown>): Record<string, unknown> {
  const text = JSON.stringify(output);
  const most = tool === GIVEN_CARDS.name ? MAX_GIVEN_OUTPUT : MAX_TOOL_OUTPUT;
  return text.length > most ? { cut: text.slice(0, most) } : output;
}
