import { Injectable } from "@nestjs/common";
import type { AgentSettings, NamedSetting } from "@tessera/contracts-agents/agents.ts";
import { MAX_AGENT_VERSIONS } from "@tessera/contracts-agents/limits.ts";
import type { AgentVersion, VersionCause, WholeAgentVersion } from "@tessera/contracts-agents/versions.ts";
import { Clock, type Tx } from "@tessera/service-kit";
import { sql } from "drizzle-orm";

interface Row extends Record<string, unknown> {
  number: number;
  cause: VersionCause;
  restored: number | null;
  settings: AgentSettings;
  changed: (NamedSetting | "scope")[];
  created_at: string;
}

const shownVersion = ({ number, cause, restored, changed, created_at }: Row): AgentVersion => ({
  ...{ number, cause, restored },
  changed: changed.filter((name) => name !== "scope"),
  scopeChanged: changed.includes("scope"),
  createdAt: new Date(created_at).toISOString(),
});

/** Versions of agents. Writers hold the lock of the person's agents (AgentStore.lock). */
@Injectable()
export class VersionStore {
  constructor(private readonly clock: Clock) {}

  /** Newest first. */
  async list(tx: Tx, userId: string, agentId: string): Promise<AgentVersion[]> {
    const { rows } = await tx.execute<Row>(sql`
      select number, cause, restored, changed, created_at from agents.agent_version
      where user_id = ${userId} and agent_id = ${agentId} order by number desc`);
    return rows.map(shownVersion);
  }

  async get(tx: Tx, userId: string, agentId: string, number: number): Promise<WholeAgentVersion | undefined> {
    const { rows } = await tx.execute<Row>(sql`
      select * from agents.agent_version
      where user_id = ${userId} and agent_id = ${agentId} and number = ${number}`);
    return rows[0] && { ...shownVersion(rows[0]), settings: rows[0].settings };
  }

  /** Stores what the agent is set up as now, unless the newest version says the same. */
  async keep(tx: Tx, userId: string, agentId: string, cause: VersionCause, restored: number | null = null) {
    const { rows } = await tx.execute<{ number: number }>(sql`
      with latest as (
        select number, settings from agents.agent_version
        where user_id = ${userId} and agent_id = ${agentId} order by number desc limit 1
      ), present as (
        select agents.settings_of(a) as settings from agents.agent a where a.user_id = ${userId} and a.id = ${agentId}
      )
      insert into agents.agent_version (agent_id, number, user_id, cause, restored, settings, changed, created_at)
      select ${agentId}::uuid, coalesce(latest.number, 0) + 1, ${userId}::uuid, ${cause}, ${restored}::integer,
        present.settings,
        array(select key from jsonb_each(present.settings) where latest.settings is not null
          and value is distinct from latest.settings -> key order by key),
        ${this.clock.now().toISOString()}::timestamptz
      from present left join latest on true where latest.settings is distinct from present.settings
      returning number`);
    if (rows[0])
      await tx.execute(sql`
        delete from agents.agent_version
        where user_id = ${userId} and agent_id = ${agentId} and number <= ${rows[0].number - MAX_AGENT_VERSIONS}`);
  }
}
