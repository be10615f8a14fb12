import { Injectable } from "@nestjs/common";
import type { NamedSetting } from "@tessera/contracts-agents/agents.ts";
import { agentNotFound, agentVersionNotFound } from "@tessera/contracts-agents/problems.ts";
import type { AgentVersionList, RestoredAgent, WholeAgentVersion } from "@tessera/contracts-agents/versions.ts";
import { type Caller, Clock, Database, problem, type Tx } from "@tessera/service-kit";
import { ModelStore } from "../models/model.store.ts";
import { type AgentRow, AgentStore, shownAgent } from "./agent.store.ts";
import { VersionStore } from "./version.store.ts";

/** What agents were set up as, and how they become it again. */
@Injectable()
export class VersionsService {
  constructor(
    private readonly database: Database,
    private readonly agents: AgentStore,
    private readonly versions: VersionStore,
    private readonly models: ModelStore,
    private readonly clock: Clock,
  ) {}

  /** @throws ProblemException 404 `agent_not_found` */
  async list(caller: Caller, id: string): Promise<AgentVersionList> {
    return this.database.as(caller, async (tx) => {
      await this.agent(tx, caller, id);
      return { items: await this.versions.list(tx, caller.userId, id) };
    });
  }

  /** @throws ProblemException 404 `agent_not_found`, `agent_version_not_found` */
  async get(caller: Caller, id: string, number: number): Promise<WholeAgentVersion> {
    return this.database.as(caller, async (tx) => {
      await this.agent(tx, caller, id);
      return this.version(tx, caller, id, number);
    });
  }

  /**
   * Sets the agent up as it was. A name that another agent has by now, and models that are gone, stay as they are.
   * @throws ProblemException as `get`
   */
  async restore(caller: Caller, id: string, number: number): Promise<RestoredAgent> {
    const { userId } = caller;
    return this.database.as(caller, async (tx) => {
      await this.agents.lock(tx, userId);
      await this.agent(tx, caller, id);
      const { settings } = await this.version(tx, caller, id, number);
      const kept: NamedSetting[] = [];
      if (await this.agents.hasName(tx, userId, settings.name, id)) kept.push("name");
      for (const field of ["modelId", "fallbackModelId"] as const) {
        const model = settings[field];
        if (model !== null && !(await this.models.get(tx, userId, model))) kept.push(field);
      }
      const change = Object.fromEntries(
        Object.entries(settings).filter(([field]) => !kept.includes(field as NamedSetting)),
      );
      await this.agents.change(tx, userId, id, change);
      await this.versions.keep(tx, userId, id, "restored", number);
      return { agent: shownAgent(await this.agent(tx, caller, id)), kept };
    });
  }

  private async agent(tx: Tx, { userId }: Caller, id: string): Promise<AgentRow> {
    const [row] = await this.agents.list(tx, userId, this.clock.now(), id);
    if (!row) throw problem(agentNotFound);
    return row;
  }

  private async version(tx: Tx, { userId }: Caller, id: string, number: number): Promise<WholeAgentVersion> {
    const version = await this.versions.get(tx, userId, id, number);
    if (!version) throw problem(agentVersionNotFound);
    return version;
  }
}
