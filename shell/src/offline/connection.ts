import { inTime } from "@tessera/federation/runtime/in-time.ts";
import { createStore, type Store } from "../stores/store.ts";

/** Poll interval while the server cannot be reached and the page is visible, ms. */
const POLL_MS = 5_000;
/** Longest wait for the server's answer, ms: every request of the page waits for a check that is on its way. */
const REACH_LIMIT_MS = 10_000;

export interface Connection {
  /** Whether the server is known to be out of reach. */
  lost: Store<boolean>;
  /** Asks the server now; concurrent calls share one request. @returns whether it can be reached */
  check(): Promise<boolean>;
  /** Resolves when no check is on its way. */
  settled(): Promise<unknown>;
}

interface Options {
  /** One small request to the server; rejects when it cannot be reached. */
  reach(signal: AbortSignal): Promise<unknown>;
  isVisible?: () => boolean;
  /** What the browser believes. "Online" says little, and "offline" is wrong for a server on this machine. */
  believesOnline?: () => boolean;
}

/** Whether the server can be reached: by asking it whenever the browser, or a failed request, gives reason to. */
export function createConnection({
  reach,
  isVisible = () => document.visibilityState === "visible",
  believesOnline = () => navigator.onLine,
}: Options): Connection {
  const lost = createStore(false);
  let asking: Promise<boolean> | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const check = () => {
    clearTimeout(timer);
    asking ??= inTime(REACH_LIMIT_MS, reach)
      .then(
        () => true,
        () => false,
      )
      .then((reached) => {
        asking = null;
        if (lost.get() === reached) lost.set(!reached);
        if (!reached) timer = setTimeout(() => isVisible() && void check(), POLL_MS);
        return reached;
      });
    return asking;
  };
  addEventListener("online", check);
  addEventListener("offline", check);
  document.addEventListener("visibilitychange", () => lost.get() && isVisible() && void check());
  if (!believesOnline()) void check();
  return { lost, check, settled: () => asking ?? Promise.resolve() };
}
