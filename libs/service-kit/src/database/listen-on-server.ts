import pg from "pg";

/** Ms before a lost connection is tried again. */
const RETRY_MS = 1000;

/** Listens on a connection of its own, which is made again whenever it is lost. */
export async function listenOnServer(
  url: string,
  channel: string,
  heard: (payload: string) => void,
  resumed: () => void = () => undefined,
): Promise<{ close(): Promise<void> }> {
  let closed = false;
  let client: pg.Client;
  let retry: NodeJS.Timeout | undefined;

  const connect = async () => {
    const fresh = new pg.Client({ connectionString: url, keepAlive: true });
    client = fresh;
    let listening = false;
    fresh.on("error", () => undefined); // "end" follows
    fresh.on("end", () => {
      if (listening && !closed) again();
    });
    fresh.on("notification", (notification) => heard(notification.payload ?? ""));
    try {
      await fresh.connect();
      await fresh.query(`listen ${pg.escapeIdentifier(channel)}`);
      listening = true;
      if (closed) await fresh.end();
    } catch (error) {
      await fresh.end().catch(() => undefined);
      throw error;
    }
  };
  const again = () => {
    retry = setTimeout(() => {
      if (!closed) connect().then(resumed, again);
    }, RETRY_MS);
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
