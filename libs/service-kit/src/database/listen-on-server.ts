import pg from "pg";
import { fromDriver } from "./database-error.ts";

/**
 * Ms before a lost connection is tried again, and the most that the growing pause comes to while the server stays away.
 */
const RETRY_MS = 100;
const MAX_RETRY_MS = 2_000;
/** Ms of silence after which the system asks whether the other side is still there. */
const KEEP_ALIVE_MS = 30_000;

/**
 * Listens on a connection of its own, which is made again whenever it is lost.
 * @param resumed called each time it was
 */
export async function listenOnServer(
  url: string,
  channel: string,
  received: (payload: string) => void,
  resumed: () => void = () => undefined,
): Promise<{ close(): Promise<void> }> {
  let closed = false;
  let client: pg.Client;
  let retry: NodeJS.Timeout | undefined;
  let pause = RETRY_MS;

  const connect = async () => {
    const fresh = new pg.Client({
      connectionString: url,
      keepAlive: true,
      keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
      connectionTimeoutMillis: KEEP_ALIVE_MS,
    });
    client = fresh;
    let listening = false;
    fresh.on("error", () => undefined); // "end" follows
    fresh.on("end", () => {
      if (listening && !closed) again();
    });
    fresh.on("notification", (notification) => received(notification.payload ?? ""));
    try {
      await fresh.connect();
      await fresh.query(`listen ${pg.escapeIdentifier(channel)}`);
      listening = true;
      pause = RETRY_MS;
      if (closed) await fresh.end();
    } catch (error) {
      void fresh.end().catch(() => undefined);
      throw fromDriver(error, "listen");
    }
  };
  const again = () => {
    retry = setTimeout(() => {
      if (!closed) connect().then(resumed, again);
    }, pause);
    pause = Math.min(2 * pause, MAX_RETRY_MS);
    retry.unref();
  };

  await connect();
  return {
    close: async () => {
      closed = true;
      clearTimeout(retry);
      await client.end().catch(() => undefined);
    },
  };
}
