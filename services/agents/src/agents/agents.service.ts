import { Injectable } from "@nestjs/common";
import {
  type Agent,
  type AgentChange,
  type AgentList,
  MAX_AGENTS,
  type NewAgent,
} from "@tessera/contracts-agents/agents.ts";
import { agentNameTaken, agentNotFound, modelNotFound, tooManyAgents } from "@tessera/contracts-agents/problems.ts";
import { type Caller, Clock, Database, problem, type Tx } from "@tessera/service-kit";
import type { z } from "zod";
import { ModelStore } from "../models/model.store.ts";
import { ApprovalEntries } from "../runs/approval-entries.ts";
import { EntryProgress } from "../runs/entry-progress.ts";
import { RunLines } from "../runs/run-lines.ts";
import { ThreadCards } from "../runs/thread-cards.ts";
import { AgentStore, shownAgent } from "./agent.store.ts";
import { VersionStore } from "./version.store.ts";

@Injectable()
export class AgentsService {
  constructor(
    private readonly database: Database,
    private readonly agents: AgentStore,
    private readonly versions: VersionStore,
    private readonly models: ModelStore,
    private readonly approvals: ApprovalEntries,
    private readonly entry: EntryProgress,
    private readonly lines: RunLines,
    private readonly threads: ThreadCards,
    private readonly clock: Clock,
  ) {}

  async list(caller: Caller): Promise<AgentList> {
    const rows = await this.database.as(caller, (tx) => this.agents.list(tx, caller.userId, this.clock.now()));
    return { items: rows.map(shownAgent) };
  }

  /** @throws ProblemException 404 `agent_not_found` */
  async get(caller: Caller, id: string): Promise<Agent> {
    return this.database.as(caller, (tx) => this.shown(tx, caller.userId, id));
  }

  /** @throws ProblemException 404 `model_not_found`, 409 `agent_name_taken`, `too_many_agents`; nothing is written */
  async create(caller: Caller, agent: z.output<typeof NewAgent>): Promise<Agent> {
    const { userId } = caller;
    return this.database.as(caller, async (tx) => {
      await this.check(tx, userId, agent, null);
      if ((await this.agents.list(tx, userId, this.clock.now())).length >= MAX_AGENTS)
        throw problem(tooManyAgents, { limit: MAX_AGENTS });
      const id = await this.agents.insert(tx, userId, agent, this.clock.now());
      await this.versions.keep(tx, userId, id, "created");
      return this.shown(tx, userId, id);
    });
  }

  /** @throws ProblemException as `create`, 404 `agent_not_found` */
  async change(caller: Caller, id: string, change: AgentChange): Promise<Agent> {
    const { userId } = caller;
    return this.database.as(caller, async (tx) => {
      await this.check(tx, userId, change, id);
      await this.agents.change(tx, userId, id, change);
      await this.versions.keep(tx, userId, id, "changed");
      return this.shown(tx, userId, id);
    });
  }

  /** @throws ProblemException 404 `agent_not_found` */
  async remove(caller: Caller, id: string): Promise<void> {
    const removed = await this.database.as(caller, async (tx) => {
      await this.approvals.closeAll(tx, caller.userId, id);
      await this.entry.tellRemoved(tx, caller.userId, id);
      await this.lines.endRemoved(tx, caller.userId, id);
      await this.threads.clearRemoved(tx, caller.userId, id);
      return this.agents.remove(tx, caller.userId, id);
    });
    if (!removed) throw problem(agentNotFound);
  }

  /** Of two requests at once the second sees what the first stored. */
  private async check(tx: Tx, userId: string, agent: AgentChange, id: string | null): Promise<void> {
    await this.agents.lock(tx, userId);
    for (const modelId of [agent.modelId, agent.fallbackModelId])
      if (modelId && !(await this.models.get(tx, userId, modelId))) throw problem(modelNotFound);
    const { name } = agent;
    if (name !== undefined && (await this.agents.hasName(tx, userId, name, id)))
      throw problem(agentNameTaken, { name }, { errors: [{ path: "/name", message: "is taken" }] });
  }

  private async shown(tx: Tx, userId: string, id: string): Promise<Agent> {
    const [row] = await this.agents.list(tx, userId, this.clock.now(), id);
    if (!row) throw problem(agentNotFound);
    return shownAgent(row);
  }
}
