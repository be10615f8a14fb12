import { Injectable, type OnModuleInit } from "@nestjs/common";
import { decideEntry, type ToolArguments } from "@tessera/contracts-agents/tools.ts";
import { AgentTools, Database, served, type ToolCaller, ToolFailure, type ToolOutput } from "@tessera/service-kit";
import { EntriesService, refusalOf } from "./entries.service.ts";
import { EntryStore } from "./entry.store.ts";
import { hasAgent } from "./entry-agents.ts";

/** What an agent may do with the entry that its run was given. */
@Injectable()
export class EntryTools implements OnModuleInit {
  constructor(
    private readonly tools: AgentTools,
    private readonly database: Database,
    private readonly store: EntryStore,
    private readonly entries: EntriesService,
  ) {}

  onModuleInit() {
    this.tools.serve("queue", this.database, [
      served(decideEntry, (caller, decision) => this.decide(caller, decision)),
    ]);
  }

  private decide(
    { userId, runId }: ToolCaller,
    { decision, comment }: ToolArguments<typeof decideEntry>,
  ): Promise<ToolOutput> {
    return this.database.as({ userId }, async (tx) => {
      const row = runId ? await this.store.ofRun(tx, userId, runId) : undefined;
      if (!row || !hasAgent(row)) throw new ToolFailure("The person has the entry again: there is nothing to decide.");
      const refusal = refusalOf(row);
      if (refusal) throw new ToolFailure(refusal);
      await this.entries.apply(tx, row, { action: decision, comment }, null, row.agentName);
      return { output: { decided: decision }, path: `/queue?state=settled&entry=${row.id}` };
    });
  }
}
