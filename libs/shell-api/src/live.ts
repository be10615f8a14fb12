import type { LiveChannel, LiveState, LiveTable, Realtime, RowChange } from "./types.ts";

/** Ms in which changes are batched: those of one transaction arrive one by one. */
const GATHER_MS = 30;
/**
 * Minimum ms between two deliveries to a listener: an import changes thousands of rows, and a page refetches its list
 * after each.
 */
const MIN_INTERVAL_MS = 700;
/** How long a table is still followed after its last listener left, in ms: the next page may follow it too. */
const LINGER_MS = 1_000;

interface Listener {
  deliver(change: RowChange | null): void;
  changed(): void;
}
interface Joined {
  channel: LiveChannel;
  listeners: Set<Listener>;
  state(): LiveState;
}

/**
 * Tables that are followed live over the page's one connection, one channel for each table, however many parts of the
 * page follow it. `onPerson` is called whenever another person, or nobody, is signed in: the channels of the person
 * before are gone then.
 */
export function createLive(
  realtime: Realtime,
  onPerson: (listener: () => void) => void,
): (name: string, ...rest: Rest) => LiveTable {
  const tables = new Map<string, Joined>();
  let joins = 0;

  function join(name: string, listeners: Set<Listener>): void {
    const [schema = "", table = ""] = name.split(".");
    let wasJoined = false;
    let everJoined = false;
    const channel = realtime.join(`live:${name}:${++joins}`, {
      changes: [{ schema, table }],
      onChange: (change) => {
        for (const listener of listeners) listener.deliver(change);
      },
    });
    const state = (): LiveState => {
      if (channel.state() === "joined") return "live";
      return everJoined || channel.state() === "errored" ? "down" : "connecting";
    };
    tables.set(name, { channel, listeners, state });
    channel.subscribe(() => {
      const joined = channel.state() === "joined";
      // Changes from before the server listened were missed.
      if (joined && !wasJoined) for (const listener of listeners) listener.deliver(null);
      wasJoined = joined;
      everJoined ||= joined;
      for (const listener of [...listeners]) listener.changed();
    });
  }

  onPerson(() => {
    for (const [name, { listeners }] of [...tables]) {
      tables.delete(name);
      queueMicrotask(() => {
        if (listeners.size && !tables.has(name)) join(name, listeners);
      });
    }
  });

  return (name, onChange) => {
    const changed = new Set<() => void>();
    const gathered = throttle(onChange);
    const listener: Listener = {
      deliver: gathered.add,
      changed: () => {
        for (const one of [...changed]) one();
      },
    };
    if (!tables.has(name)) join(name, new Set());
    tables.get(name)?.listeners.add(listener);
    return {
      state: () => tables.get(name)?.state() ?? "connecting",
      subscribe(one) {
        changed.add(one);
        return () => void changed.delete(one);
      },
      end() {
        gathered.stop();
        const joined = tables.get(name);
        joined?.listeners.delete(listener);
        setTimeout(() => {
          if (!joined || joined.listeners.size > 0 || tables.get(name) !== joined) return;
          tables.delete(name);
          void joined.channel.leave();
        }, LINGER_MS);
      },
    };
  };
}

type Rest = [onChange: (changes: readonly RowChange[] | null) => void];

/**
 * Delivers changes in batches: at once after a quiet time, else when the interval has ended. A gap replaces all changes
 * in its batch.
 */
function throttle(onChange: Rest[0]): { add(change: RowChange | null): void; stop(): void } {
  let waiting: RowChange[] | null = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  let last = Number.NEGATIVE_INFINITY;
  return {
    add(change) {
      if (change === null) waiting = null;
      else waiting?.push(change);
      timer ??= setTimeout(
        () => {
          const changes = waiting;
          waiting = [];
          timer = undefined;
          last = performance.now();
          onChange(changes);
        },
        Math.max(GATHER_MS, last + MIN_INTERVAL_MS - performance.now()),
      );
    },
    stop: () => clearTimeout(timer),
  };
}
