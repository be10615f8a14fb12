import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from "@nestjs/common";
import { ADMINISTRATORS_KEY, type Change, type ChangedTable, Changes } from "@tessera/service-kit";
import { Refused } from "../access/refused.ts";
import type { Channel } from "../channels/channel.ts";
import type { Binding } from "../channels/join-config.ts";
import { changePayload } from "./change-payload.ts";
import { parseFilter, type RowFilter } from "./row-filter.ts";

/** One binding of one channel to one table. */
interface Subscription {
  id: number;
  channel: Channel;
  event: Binding["event"];
  matches: RowFilter | null;
  select: string[] | null;
}

interface Part {
  table: ChangedTable;
  subscription: Subscription;
}

/** Sends changes of published tables to those whose rows they are. */
@Injectable()
export class ChangeFeed implements OnApplicationBootstrap, OnModuleDestroy {
  /** By table, then by person ("*" for everybody's rows). */
  private readonly subscriptions = new Map<string, Map<string, Set<Subscription>>>();
  private readonly bound = new WeakMap<Channel, Part[]>();
  private feed: { close(): Promise<void> } | null = null;
  private lastId = 0;

  constructor(@Inject(Changes) private readonly changes: Changes) {}

  async onApplicationBootstrap(): Promise<void> {
    this.feed = await this.changes.follow({ changed: (change) => this.deliver(change), missed: () => this.restart() });
  }

  async onModuleDestroy(): Promise<void> {
    await this.feed?.close();
  }

  /**
   * Binds a channel.
   * @returns the bindings with their ids, in the same order
   * @throws Refused for what is not published
   */
  async bind(channel: Channel, bindings: Binding[]): Promise<(Binding & { id: number })[]> {
    const tables = await this.changes.tables();
    const bound = bindings.map((binding) => {
      const named = [...tables.values()].filter(
        (table) =>
          table.schema === binding.schema && (!binding.table || binding.table === "*" || binding.table === table.table),
      );
      if (!named.length)
        throw new Refused(
          404,
          `Unable to subscribe to changes with given parameters: no published table ${binding.schema}.${binding.table ?? "*"}`,
        );
      const visible = named.filter((table) => table.owner !== null || isAdministrator(channel));
      if (!visible.length)
        throw new Refused(403, `Unauthorized: ${binding.schema}.${binding.table ?? "*"} is for administrators`);
      const id = ++this.lastId;
      return {
        id,
        binding,
        parts: visible.map((table) => ({ table, subscription: subscriptionTo(table, id, channel, binding) })),
      };
    });
    this.bound.set(
      channel,
      bound.flatMap((entry) => entry.parts),
    );
    await this.attach(channel);
    return bound.map(({ id, binding }) => ({ id, ...binding }));
  }

  /** Lets a channel see the rows of the person that its token names now. */
  async rebind(channel: Channel): Promise<void> {
    channel.release();
    await this.attach(channel);
  }

  private async attach(channel: Channel): Promise<void> {
    for (const { table, subscription } of this.bound.get(channel) ?? []) {
      const who = listenerOf(channel, table);
      if (who === undefined) continue; // without a person there are no rows to see
      channel.hold(await this.changes.watch(table, who));
      const people = this.subscriptions.get(keyOf(table)) ?? new Map<string, Set<Subscription>>();
      this.subscriptions.set(keyOf(table), people);
      const all = people.get(who ?? "*") ?? new Set();
      people.set(who ?? "*", all.add(subscription));
      channel.hold(() => {
        all.delete(subscription);
        if (all.size === 0 && people.get(who ?? "*") === all) people.delete(who ?? "*");
      });
    }
  }

  /**
   * Changes were lost: clients join their channels again, as after a crash of their channel's process upstream, and
   * read again.
   */
  private restart(): void {
    const all = [...this.subscriptions.values()].flatMap((people) => [...people.values()].flatMap((some) => [...some]));
    for (const channel of new Set(all.map((subscription) => subscription.channel))) channel.push("phx_error", {});
  }

  private deliver(change: Change): void {
    const people = this.subscriptions.get(keyOf(change.table));
    const listening = [...(people?.get(change.userId) ?? []), ...(people?.get("*") ?? [])];
    const messages = new Map<string, { channel: Channel; select: string[] | null; ids: number[] }>();
    for (const { id, channel, event, matches, select } of listening) {
      if (event !== "*" && event !== change.type) continue;
      if (matches && !matches(change.record)) continue;
      const key = `${channel.id} ${select?.join()}`;
      const message = messages.get(key) ?? { channel, select, ids: [] };
      messages.set(key, message);
      message.ids.push(id);
    }
    for (const { channel, select, ids } of messages.values())
      channel.push("postgres_changes", changePayload(change, ids, select));
  }
}

/** Whose rows of a table a channel sees: a person's, administrators', everybody's (null), or nobody's (undefined). */
function listenerOf(channel: Channel, { owner }: ChangedTable): string | null | undefined {
  const { role, sub } = channel.claims;
  if (role === "service_role") return null;
  if (owner === null) return isAdministrator(channel) ? ADMINISTRATORS_KEY : undefined;
  return sub ?? undefined;
}

const isAdministrator = ({ claims }: Channel): boolean => claims.role === "service_role" || claims.administrator;

const keyOf = (table: ChangedTable) => `${table.schema}.${table.table}`;

function subscriptionTo(
  table: ChangedTable,
  id: number,
  channel: Channel,
  { event, filter, select }: Binding,
): Subscription {
  const unknown = select?.find((name) => !table.columns.some((column) => column.name === name));
  if (unknown)
    throw new Refused(400, `Unable to subscribe to changes with given parameters: column ${unknown} is not published`);
  return {
    id,
    channel,
    event,
    matches: filter ? parseFilter(filter, table) : null,
    select: select?.length ? select : null,
  };
}
