import type { RealtimeLink } from "@tessera/shell-api";
import { createStore } from "../stores/store.ts";

/** How many attempts to reconnect are remembered. */
const KEPT = 20;

/**
 * The page's connection to realtime, as its one client reports it; `changed` is called after everything that may change
 * a channel's state too.
 */
export interface Link {
  get(): RealtimeLink;
  subscribe(listener: () => void): () => void;
  /** Called after every message, and after every change of the connection. */
  onActivity(listener: () => void): () => void;
  /** A WebSocket that reports its events. */
  transport: typeof WebSocket;
  /** The client will try again after `delay` ms. */
  waits(delay: number): void;
  heartbeat(status: string, latency?: number): void;
}

export function createLink(now: () => number = Date.now): Link {
  const store = createStore<RealtimeLink>({
    state: "closed",
    since: now(),
    heartbeat: null,
    nextAttempt: null,
    reconnects: [],
  });
  const active = new Set<() => void>();
  const change = (part: Partial<RealtimeLink>) => store.set({ ...store.get(), ...part });
  const notify = () => {
    for (const listener of [...active]) listener();
  };
  let waiting: number | null = null;
  let current: WebSocket | null = null;

  class ReportingSocket extends WebSocket {
    constructor(url: string | URL, protocols?: string | string[]) {
      super(url, protocols);
      current = this;
      const reconnect = waiting === null ? [] : [{ at: now(), delay: waiting }];
      waiting = null;
      change({
        state: "connecting",
        since: now(),
        nextAttempt: null,
        reconnects: [...reconnect, ...store.get().reconnects].slice(0, KEPT),
      });
      // The client sets its own handlers as soon as this returns; they run first, so that what is read afterwards is
      // settled.
      queueMicrotask(() => {
        const become = (state: "open" | "closed") => {
          if (current === this) change({ state, since: now() });
          notify();
        };
        this.addEventListener("open", () => become("open"));
        this.addEventListener("close", () => become("closed"));
        this.addEventListener("message", notify);
      });
    }
    override send(data: Parameters<WebSocket["send"]>[0]): void {
      super.send(data);
      notify();
    }
  }

  return {
    get: store.get,
    subscribe: store.subscribe,
    onActivity(listener) {
      active.add(listener);
      return () => void active.delete(listener);
    },
    transport: ReportingSocket,
    waits(delay) {
      waiting = delay;
      change({ nextAttempt: now() + delay });
    },
    heartbeat(status, latency) {
      if (status === "ok" && latency !== undefined) change({ heartbeat: { at: now(), ms: latency } });
      if (status === "timeout") notify();
    },
  };
}
