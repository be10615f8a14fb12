import type { RealtimeChannel } from "@supabase/supabase-js";
import type { ChannelOptions, ChannelState, LiveChannel, Realtime, RowChange } from "@tessera/shell-api";
import { createStore } from "../stores/store.ts";
import type { Link } from "./link.ts";
import type { ShellSession } from "./session.ts";

/** Ms before loading the client is retried; once loaded, it retries on its own. */
const RETRY = 10_000;

interface Payload {
  eventType: RowChange["type"];
  schema: string;
  table: string;
  commit_timestamp: string;
  new: Record<string, unknown>;
  old: Record<string, unknown>;
}

type Needs = Pick<ShellSession, "client" | "onEvent" | "getSession" | "renew">;

/** Live channels over the page's one connection. Signing out or in leaves the channels of the previous person. */
export function createRealtime(session: Needs, link: Link): Realtime {
  const open = new Set<Joined>();
  const channels = createStore<readonly { name: string; state: ChannelState }[]>([]);
  const update = () => {
    for (const channel of open) channel.update();
    const now = [...open].map(({ name, state }) => ({ name, state: state() }));
    const before = channels.get();
    const same =
      now.length === before.length &&
      now.every(({ name, state }, at) => name === before[at]?.name && state === before[at]?.state);
    if (!same) channels.set(now);
  };
  link.onActivity(update);
  let person = session.getSession().user?.id ?? null;
  session.onEvent((_event, user) => {
    if ((user?.id ?? null) === person) return;
    person = user?.id ?? null;
    for (const channel of [...open]) void channel.leave();
  });
  return {
    link: link.get,
    channels: channels.get,
    subscribe(listener) {
      const ends = [link.subscribe(listener), channels.subscribe(listener)];
      return () => {
        for (const end of ends) end();
      };
    },
    join(name, options = {}) {
      if ([...open].some((channel) => channel.name === name))
        throw new Error(`The channel "${name}" is joined already: give each a name of its own`);
      const channel = joinChannel(name, options, session, update, () => {
        open.delete(channel);
        update();
      });
      open.add(channel);
      update();
      return channel;
    },
    async ping() {
      const { realtime } = await session.client();
      if (realtime.pendingHeartbeatRef === null) await realtime.sendHeartbeat();
    },
  };
}

interface Joined extends LiveChannel {
  /** Tells listeners when the state has changed since. */
  update(): void;
}

function joinChannel(
  name: string,
  { changes = [], onChange, onBroadcast, echo = false, isPrivate = false }: ChannelOptions,
  session: Needs,
  update: () => void,
  gone: () => void,
): Joined {
  const state = createStore<ChannelState>("joining");
  let reason: string | null = null;
  let made: RealtimeChannel | null = null;
  let leaving: Promise<void> | null = null;
  let retry: ReturnType<typeof setTimeout> | undefined;
  let begunAt = Number.NEGATIVE_INFINITY;
  let unseen = () => {};

  const begin = async () => {
    const client = await session.client();
    // Without this the first join is sent before the token is known, and the server never gets it.
    await client.realtime.setAuth();
    if (leaving) return;
    begunAt = performance.now();
    const channel = client.channel(name, { config: { private: isPrivate, broadcast: { self: echo } } });
    for (const { schema, table, event = "*", filter } of changes)
      channel.on(
        "postgres_changes" as never,
        { event, schema, table, ...(filter ? { filter } : {}) } as never,
        (payload: Payload) =>
          onChange?.({
            type: payload.eventType,
            schema: payload.schema,
            table: payload.table,
            at: payload.commit_timestamp,
            record: payload.new,
            old: payload.old,
          }),
      );
    if (onBroadcast) channel.on("broadcast", { event: "*" }, ({ event, payload }) => onBroadcast(event, payload));
    made = channel;
    channel.subscribe((status, error) => {
      if (status === "SUBSCRIBED") reason = null;
      if (status === "CHANNEL_ERROR") reason = error?.message ?? "The connection was lost.";
      if (status === "TIMED_OUT") reason = "The server did not answer in time.";
      update();
      if (status === "CLOSED" && made === channel && !leaving) again();
    });
    update();
  };
  /**
   * The server ended the channel: its token expired while the page was hidden, or is out of date. With the next
   * token it joins again, once the page is visible, at most every ten seconds.
   */
  const again = () => {
    made = null;
    reason ??= "The server ended the channel.";
    state.set("errored");
    unseen = whenSeen(() => {
      const wait = Math.max(0, begunAt + RETRY - performance.now());
      retry = setTimeout(
        () =>
          void session
            .renew()
            .then((token) => (token ? begin() : undefined))
            .catch(fail),
        wait,
      );
    });
  };
  const fail = (error: unknown) => {
    reason = error instanceof Error ? error.message : String(error);
    state.set("errored");
    update();
    retry = setTimeout(() => void begin().catch(fail), RETRY);
  };
  void begin().catch(fail);

  return {
    name,
    state: state.get,
    reason: () => reason,
    subscribe: state.subscribe,
    update() {
      if (made && !leaving) state.set(made.state as ChannelState);
    },
    async send(event, payload) {
      if (made?.state !== "joined") throw new Error("The channel is not joined.");
      const answer = await made.send({ type: "broadcast", event, payload });
      if (answer !== "ok")
        throw new Error(
          answer === "timed out" ? "The server did not answer in time." : "The server refused the message.",
        );
    },
    leave() {
      leaving ??= (async () => {
        clearTimeout(retry);
        unseen();
        state.set("leaving");
        update();
        if (made) await (await session.client()).removeChannel(made);
        state.set("closed");
        gone();
      })();
      return leaving;
    },
  };
}

/** @returns what stops the waiting */
function whenSeen(then: () => void): () => void {
  const check = () => {
    if (document.visibilityState !== "visible") return;
    stop();
    then();
  };
  const stop = () => document.removeEventListener("visibilitychange", check);
  document.addEventListener("visibilitychange", check);
  check();
  return stop;
}
