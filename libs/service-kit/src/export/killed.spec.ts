import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { text } from "node:stream/consumers";
import { openTestDatabase } from "@tessera/testing/database.ts";
import { freePort } from "@tessera/testing/free-port.ts";
import Zip from "adm-zip";

const HOOKS = path.resolve(import.meta.dirname, "../../../testing/src/typescript-hooks.mjs");
const SERVICE = path.resolve(import.meta.dirname, "../testing/killed-export.ts");

/** Time for starts of a process, on a machine that may be busy. */
const STARTS_MS = 180_000;

let database: Awaited<ReturnType<typeof openTestDatabase>>;
let folder: string;
beforeEach(async () => {
  database = await openTestDatabase();
  folder = await mkdtemp(path.join(tmpdir(), "tessera-export-"));
});
afterEach(async () => {
  await database.close();
  await rm(folder, { recursive: true, force: true });
});

/** Runs the process until it ends. @returns how it ended, and what it said */
async function run(userId: string, killAt = "") {
  const child = spawn(process.execPath, ["--import", HOOKS, SERVICE], {
    stdio: ["ignore", "pipe", "inherit"],
    env: {
      PATH: process.env.PATH,
      PORT: String(await freePort()),
      DATA_DIR: folder,
      LOG_LEVEL: "silent",
      USER_ID: userId,
      KILL_AT: killAt,
      ...(database.url ? { DATABASE_URL: database.url } : {}),
    },
  });
  const [said, [code, signal]] = await Promise.all([text(child.stdout), once(child, "exit")]);
  return { said, code: code as number | null, signal: signal as string | null };
}

it.each([
  ["a table was written", "note.json"],
  ["a part was written", "notes/index.jsonl"],
  ["the archive was written", ".zip"],
])(
  "an export whose process is killed after %s is whole once the process runs again",
  async (_name, killAt) => {
    const userId = randomUUID();
    expect(await run(userId, killAt)).toMatchObject({ signal: "SIGKILL", said: "" });
    const { said, code } = await run(userId);
    expect(code).toBe(0);
    const { kept, archive } = JSON.parse(said) as { kept: string[]; archive: string };
    expect(kept).toEqual([expect.stringMatching(/\.zip$/)]);
    const zip = new Zip(Buffer.from(archive, "base64"));
    expect(JSON.parse(zip.readAsText("notes/note.json"))).toHaveLength(500);
    expect(zip.readAsText("notes/files/one")).toBe("a drawing");
  },
  STARTS_MS,
);
