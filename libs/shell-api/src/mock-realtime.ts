import type { ChannelOptions, ChannelState, LiveChannel, Realtime, RealtimeLink, RowChange } from "./types.ts";

/** A channel that a remote joined, as a test moves it. */
export interface MockChannel extends LiveChannel {
  options: ChannelOptions;
  /** What was sent on it. */
  sent: { event: string; payload: Record<string, unknown> }[];
  become(state: ChannelState, reason?: string): void;
}

/** Realtime for tests: nothing moves on its own. */
export interface MockRealtime extends Realtime {
  /** Channels in the order in which they were joined, left ones included. */
  readonly joined: MockChannel[];
  setLink(part: Partial<RealtimeLink>): void;
}

export function mockRealtime(): MockRealtime {
  const listeners = new Set<() => void>();
  const notify = () => {
    channels = joined.filter(({ state }) => state() !== "closed").map(({ name, state }) => ({ name, state: state() }));
    for (const listener of [...listeners]) listener();
  };
  const joined: MockChannel[] = [];
  let channels: readonly { name: string; state: ChannelState }[] = [];
  let link: RealtimeLink = { state: "open", since: Date.now(), heartbeat: null, nextAttempt: null, reconnects: [] };
  return {
    joined,
    setLink(part) {
      link = { ...link, ...part };
      notify();
    },
    link: () => link,
    channels: () => channels,
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    join(name, options = {}) {
      const own = new Set<() => void>();
      let [state, reason]: [ChannelState, string | null] = ["joining", null];
      const channel: MockChannel = {
        name,
        options,
        sent: [],
        become(next, why) {
          [state, reason] = [next, why ?? null];
          for (const listener of [...own]) listener();
          notify();
        },
        state: () => state,
        reason: () => reason,
        subscribe(listener) {
          own.add(listener);
          return () => void own.delete(listener);
        },
        async send(event, payload) {
          if (state !== "joined") throw new Error("The channel is not joined.");
          channel.sent.push({ event, payload });
          if (options.echo) options.onBroadcast?.(event, payload);
        },
        leave: async () => channel.become("closed"),
      };
      joined.push(channel);
      notify();
      return channel;
    },
    ping: async () => {
      link = { ...link, heartbeat: { at: Date.now(), ms: 7 } };
      notify();
    },
  };
}

/**
 * The newest channel over which a page follows a table ("items.item"), joined; and what moves it.
 * @throws Error when none does
 */
export function joinLive(realtime: MockRealtime, table: string) {
  const channel = realtime.joined.findLast(
    ({ name, state }) => name.startsWith(`live:${table}:`) && state() !== "closed",
  );
  if (!channel)
    throw new Error(`No page follows ${table}; channels: ${realtime.joined.map(({ name }) => name).join(", ")}`);
  const [schema = "", name = ""] = table.split(".");
  const change = (type: RowChange["type"], record: Record<string, unknown>, old: Record<string, unknown>) =>
    channel.options.onChange?.({ type, schema, table: name, at: new Date().toISOString(), record, old });
  channel.become("joined");
  return {
    channel,
    inserted: (record: Record<string, unknown>) => change("INSERT", record, {}),
    updated: (record: Record<string, unknown>) => change("UPDATE", record, { id: record.id }),
    deleted: (id: string) => change("DELETE", {}, { id }),
  };
}
