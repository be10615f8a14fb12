import { Injectable, type OnModuleInit } from "@nestjs/common";
import { APPROVAL_KIND, QUESTION_KIND } from "@tessera/contracts-agents/runs.ts";
import { decideEntry, type ToolArguments } from "@tessera/contracts-agents/tools.ts";
import { EntryQuery, type QueueEntry } from "@tessera/contracts-queue/queue.ts";
import { decideEntries, listEntries } from "@tessera/contracts-queue/tools.ts";
import { AgentTools, Database, served, type ToolCaller, ToolFailure, type ToolOutput } from "@tessera/service-kit";
import { EntriesService, refusalOf } from "./entries.service.ts";
import { EntryStore } from "./entry.store.ts";
import type { EntryRow } from "./entry.table.ts";
import { hasAgent } from "./entry-agents.ts";

const told = ({ id, kind, title, line, state, createdAt }: QueueEntry) => ({
  ...{ id, kind, title, line, state, createdAt },
});
/** No agent decides what an agent asks: it would let itself act. */
const isOfPerson = ({ kind }: EntryRow) =>
  kind === APPROVAL_KIND || kind === QUESTION_KIND ? "An agent asks this: the person alone decides it." : undefined;

/** What agents, and assistants over MCP, may do with a person's queue. */
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
      served(listEntries, (caller, query) => this.list(caller, query)),
      served(decideEntries, (caller, decision) => this.decideMany(caller, decision)),
    ]);
  }

  async list(caller: ToolCaller, { words, state, limit }: ToolArguments<typeof listEntries>) {
    const query = EntryQuery.parse({ state, limit, ...(words ? { q: words } : {}) });
    const { items, open } = await this.entries.list(caller, query);
    // Entries quote mails, pages and what agents write.
    return { output: { open, entries: items.map(told) }, outside: items.length > 0, path: "/queue" };
  }

  async decideMany(caller: ToolCaller, decision: ToolArguments<typeof decideEntries>) {
    const refuses = caller.runId ? isOfPerson : undefined;
    const { changed, skipped } = await this.entries.decideMany(caller, decision, refuses);
    return { output: { changed: changed.map(told), skipped }, outside: changed.length > 0, path: "/queue" };
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
