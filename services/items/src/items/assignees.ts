import { randomUUID } from "node:crypto";
import { Injectable, type OnModuleInit } from "@nestjs/common";
import { cardRunRefused } from "@tessera/contracts-agents/events.ts";
import { invalidRequest } from "@tessera/contracts-core/problems.ts";
import { addressChanged } from "@tessera/contracts-identity/events.ts";
import { cardAssigned, cardTakenBack } from "@tessera/contracts-items/events.ts";
import { Assignee } from "@tessera/contracts-items/items.ts";
import { MENTION } from "@tessera/contracts-items/mention-limits.ts";
import { type Caller, Clock, Database, Events, PlanStandings, problem, type Tx } from "@tessera/service-kit";
import { sql } from "drizzle-orm";
import { PersonDays } from "../days/person-days.ts";
import type { TypePlugin } from "../types/plugin.ts";
import { TypeRegistry } from "../types/registry.ts";

type Person = Pick<Caller, "userId"> & Partial<Pick<Caller, "email" | "apiToken">>;
type Data = Record<string, unknown>;

/** Who does a card, as its data say it; null where they do not. */
export function assigneeOf(data: Data): Assignee | null {
  const found = Assignee.safeParse(data.assignee);
  return found.success ? found.data : null;
}

/** The same person or agent. */
export const isSame = (a: Assignee | null, b: Assignee | null): boolean => keyOf(a) === keyOf(b);
const keyOf = (one: Assignee | null) => one && (one.kind === "me" ? "me" : `${one.kind}:${one.id}`);

/** Who does a card of a type that says so: persons are checked, agents begin. */
@Injectable()
export class Assignees implements OnModuleInit {
  constructor(
    private readonly registry: TypeRegistry,
    private readonly database: Database,
    private readonly events: Events,
    private readonly plans: PlanStandings,
    private readonly days: PersonDays,
    private readonly clock: Clock,
  ) {}

  onModuleInit() {
    // Whether the person needs a plan depends on their address.
    this.events.on(addressChanged, "items.assignees", ({ userId, email }) =>
      this.database.as({ userId }, async (tx) => {
        await tx.execute(
          sql`update items.giver set opened_by = ${this.plans.openedBy(email)} where user_id = ${userId}`,
        );
      }),
    );
    this.events.on(cardRunRefused, "items.assignees", ({ userId, itemId, runId, word }) =>
      this.database.as({ userId }, async (tx) => {
        await tx.execute(sql`
          update items.item set version = version + 1, updated_at = ${this.clock.now().toISOString()}::timestamptz,
            data = jsonb_set(data #- '{assignee,run}', '{assignee,refused}', ${JSON.stringify(word)}::jsonb)
          where user_id = ${userId} and id = ${itemId} and data #>> '{assignee,run}' = ${runId}`);
      }),
    );
  }

  /**
   * What is stored of a wish: the same agent keeps its run, another one begins one.
   * @param wanted as it was sent; what is none of an assignee stays for the type to refuse
   * @throws ProblemException 400 for what is no card of a person, and for an API token that names an agent
   */
  async settle(tx: Tx, caller: Person, itemId: string, before: Assignee | null, wanted: unknown): Promise<unknown> {
    const parsed = Assignee.nullable().safeParse(wanted ?? null);
    if (!parsed.success) return wanted;
    const asked = parsed.data;
    // A run that is not the card's was ended when the task was taken back: undoing that gives it again.
    const run = runOf(before);
    const again = asked?.kind === "agent" && (run === undefined || (asked.run !== undefined && asked.run !== run));
    if (isSame(before, asked) && !again) return before;
    if (run) await this.events.publish(tx, cardTakenBack, { userId: caller.userId, itemId, runId: run });
    if (asked?.kind === "person") await this.checkPerson(tx, caller.userId, asked.id);
    return asked?.kind === "agent" ? this.begin(tx, caller, itemId, asked) : asked;
  }

  /** Ends the run of an agent that a card loses as it becomes another thing. */
  async drop(tx: Tx, userId: string, { id, data }: { id: string; data: Data }, after: { data: Data }): Promise<void> {
    const run = runOf(assigneeOf(data));
    if (run && run !== runOf(assigneeOf(after.data)))
      await this.events.publish(tx, cardTakenBack, { userId, itemId: id, runId: run });
  }

  private async begin(tx: Tx, caller: Person, itemId: string, agent: Assignee & { kind: "agent" }): Promise<Assignee> {
    // Runs cost: a token that may write cards may not spend.
    if (caller.apiToken || caller.email === undefined) throw refused("only its person gives a task to an agent");
    const { id, name } = agent;
    const runId = randomUUID();
    const openedBy = this.plans.openedBy(caller.email);
    await tx.execute(sql`
      insert into items.giver as g (user_id, opened_by) values (${caller.userId}, ${openedBy})
      on conflict (user_id) do update set opened_by = excluded.opened_by
        where g.opened_by is distinct from excluded.opened_by`);
    const timeZone = await this.days.zoneOf(tx, caller.userId);
    const given = { userId: caller.userId, itemId, agentId: id, runId, openedBy, timeZone };
    await this.events.publish(tx, cardAssigned, given);
    return { kind: "agent", id, name, run: runId };
  }

  /** Begins the run of a card that is due again, where it is an agent's and moved on since the agent's last run. */
  async beginAgain(
    tx: Tx,
    { id: itemId, user_id: userId, data }: { id: string; user_id: string; data: Data },
    timeZone: string,
  ): Promise<void> {
    const agent = assigneeOf(data);
    if (agent?.kind !== "agent" || agent.run || agent.refused || !data.occurrence) return;
    const { rows } = await tx.execute<{ opened_by: string | null }>(
      sql`select opened_by from items.giver where user_id = ${userId}`,
    );
    // Nobody gave it to an agent here: it came from an export.
    if (!rows[0]) return;
    const runId = randomUUID();
    const openedBy = rows[0].opened_by;
    await this.events.publish(tx, cardAssigned, { userId, itemId, agentId: agent.id, runId, openedBy, timeZone });
    await tx.execute(sql`
      update items.item set version = version + 1, updated_at = ${this.clock.now().toISOString()}::timestamptz,
        data = jsonb_set(data, '{assignee,run}', ${JSON.stringify(runId)}::jsonb)
      where id = ${itemId}`);
  }

  private async checkPerson(tx: Tx, userId: string, id: string): Promise<void> {
    const people = this.registry
      .all()
      .filter(({ definition }) => definition.capabilities.includes(MENTION))
      .map(({ definition }) => definition.type);
    const { rows } = await tx.execute(sql`
      select 1 from items.item where user_id = ${userId} and id = ${id} and type = any(${sql.param(people)}::text[])`);
    if (!rows.length) throw refused("must be the card of a person");
  }
}

const runOf = (one: Assignee | null) => (one?.kind === "agent" ? one.run : undefined);

const refused = (message: string) =>
  problem(invalidRequest, { reason: `data.assignee: ${message}` }, { errors: [{ path: "/data/assignee", message }] });

/** Whether a wish says who does a card of this type. */
export const names = (plugin: TypePlugin | undefined, data: Data | undefined): data is Data =>
  Boolean(plugin?.assignable && data && "assignee" in data);

/** Of a card that moves on to its next time, when its agent begins a new run. */
export function withoutRun(data: Data): Data {
  const found = assigneeOf(data);
  return found?.kind === "agent" ? { assignee: { kind: found.kind, id: found.id, name: found.name } } : {};
}

/** Of a card that comes from an export: agents and their runs are of the account that it was made in. */
export function carried(plugin: TypePlugin, data: Data, idOf: (id: string) => string): Data {
  const found = plugin.assignable ? assigneeOf(data) : null;
  if (!found || found.kind === "me") return data;
  const { kind, id, name } = found;
  return { ...data, assignee: { kind, id: kind === "person" ? idOf(id) : id, name } };
}
