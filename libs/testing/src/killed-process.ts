import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { text } from "node:stream/consumers";
import { openTestDatabase } from "./database.ts";
import { freePort } from "./free-port.ts";

/** Time for starts of a process, in milliseconds, on a machine that may be busy. */
export const STARTS_MS = 240_000;

const HOOKS = path.resolve(import.meta.dirname, "typescript-hooks.mjs");

/** A database and a folder on which processes are started one after the other, because each may be killed. */
export async function openKilledWorld() {
  const database = await openTestDatabase();
  const folder = await mkdtemp(path.join(tmpdir(), "tessera-killed-"));
  return {
    /**
     * Runs a file in a process of its own until it ends.
     * @param file - absolute path of a TypeScript file
     * @returns how the process ended, and what it wrote to its standard output
     */
    async run(file: string, environment: Record<string, string>) {
      const child = spawn(process.execPath, ["--import", HOOKS, file], {
        stdio: ["ignore", "pipe", "inherit"],
        env: {
          PATH: process.env.PATH,
          PORT: String(await freePort()),
          DATA_DIR: folder,
          LOG_LEVEL: "silent",
          ...environment,
          ...(database.url ? { DATABASE_URL: database.url } : {}),
        },
      });
      const [output, [code, signal]] = await Promise.all([text(child.stdout), once(child, "exit")]);
      return { output, code: code as number | null, signal: signal as string | null };
    },
    async close() {
      await database.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
