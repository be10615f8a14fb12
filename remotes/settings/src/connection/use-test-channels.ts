import { type LiveChannel, shell } from "@tessera/shell-api";
import { useCallback, useEffect, useReducer, useRef } from "react";

/** Broadcasts sent to oneself to measure the round trip. */
const ECHOES = 5;

export interface TestChannel {
  id: "open" | "private" | "changes";
  title: string;
  /** What joining it shows. */
  shows: string;
  channel: LiveChannel | null;
  /** Ms of each echo; of the open channel alone. */
  echoes: number[];
}

/**
 * Three channels as the product uses them: open with an echo, private, and changes of a table. Joined while the page is
 * shown.
 */
export function useTestChannels(userId: string | null) {
  const [, render] = useReducer((count: number) => count + 1, 0);
  const held = useRef<TestChannel[]>([]);
  const ends = useRef<(() => void)[]>([]);
  const turn = useRef(0);

  const leave = useCallback(async () => {
    const channels = held.current.map(({ channel }) => channel);
    await Promise.all(channels.map((channel) => channel?.leave()));
  }, []);

  const join = useCallback(async () => {
    const own = ++turn.current;
    for (const end of ends.current.splice(0)) end();
    await leave();
    // The page was left meanwhile, or asked again.
    if (own !== turn.current) return;
    const mark = crypto.randomUUID().slice(0, 8);
    const open: TestChannel = {
      id: "open",
      title: "Open channel",
      shows: "Broadcasts reach this page.",
      channel: null,
      echoes: [],
    };
    const sent = new Map<number, number>();
    const send = () => {
      const turn = open.echoes.length;
      sent.set(turn, performance.now());
      // A refusal shows in the channel's own state.
      open.channel?.send("echo", { turn }).catch(() => undefined);
    };
    open.channel = shell().realtime.join(`diagnostics:${mark}`, {
      echo: true,
      onBroadcast: (_event, payload) => {
        const started = sent.get(Number((payload as { turn?: number }).turn));
        if (started === undefined) return;
        open.echoes = [...open.echoes, performance.now() - started];
        if (open.echoes.length < ECHOES) send();
        render();
      },
    });
    const personal: TestChannel = {
      id: "private",
      title: "Private channel",
      shows: "Your token is taken, and the policy lets you in.",
      channel: userId ? shell().realtime.join(`user:${userId}:diagnostics:${mark}`, { isPrivate: true }) : null,
      echoes: [],
    };
    const changes: TestChannel = {
      id: "changes",
      title: "Changes of cards",
      shows: "Changes to your cards arrive live.",
      channel: shell().realtime.join(`diagnostics-changes:${mark}`, { changes: [{ schema: "items", table: "item" }] }),
      echoes: [],
    };
    held.current = [open, personal, changes];
    let echoing = false;
    for (const { channel } of held.current) {
      if (!channel) continue;
      ends.current.push(
        channel.subscribe(() => {
          if (channel === open.channel && channel.state() === "joined" && !echoing) {
            echoing = true;
            send();
          }
          render();
        }),
      );
    }
    render();
  }, [userId, leave]);

  useEffect(() => {
    void join();
    return () => {
      turn.current += 1;
      for (const end of ends.current.splice(0)) end();
      void leave();
    };
  }, [join, leave]);

  return { channels: held.current, join, leave };
}
