/** A hundred captures cut off by a kill, and tried again. @run all */
import { type ChildProcess, spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { openTestDatabase } from "@tessera/testing/database.ts";
import { freePort } from "@tessera/testing/free-port.ts";
import { startServices, type World } from "@tessera/testing/services.ts";
import { decodeJwt } from "jose";

const HOOKS = path.resolve(import.meta.dirname, "../../../testing/src/typescript-hooks.mjs");
const SERVICE = path.resolve(import.meta.dirname, "../testing/killed-service.ts");

/** Time for starts of a process, on a machine that may be busy. */
const STARTS_MS = 180_000;
/** For one answer: what holds a claim without end would else hold each of these tests as long as starts may take. */
const ANSWER_MS = 60_000;

/** Signs tokens. */
let issuer: World;
let database: Awaited<ReturnType<typeof openTestDatabase>>;
let folder: string;
let port: number;
let running: ChildProcess | undefined;
const started = new Set<ChildProcess>();
let token: string;

beforeAll(async () => {
  issuer = await startServices([]);
  database = await openTestDatabase();
  folder = await mkdtemp(path.join(tmpdir(), "tessera-killed-"));
  port = await freePort();
  token = await issuer.token();
});
afterAll(async () => {
  for (const child of started) child.kill("SIGKILL");
  await database.close();
  await issuer.stop();
  await rm(folder, { recursive: true, force: true });
});

/** Starts the service as a process of its own, on a folder, or on the test's PostgreSQL. */
async function start(): Promise<ChildProcess> {
  const child = spawn(process.execPath, ["--import", HOOKS, SERVICE], {
    stdio: ["ignore", "pipe", "inherit"],
    env: {
      PATH: process.env.PATH,
      PORT: String(port),
      DATA_DIR: folder,
      LOG_LEVEL: "error",
      IDENTITY_URL: decodeJwt(token).iss,
      ...(database.url ? { DATABASE_URL: database.url } : {}),
    },
  });
  started.add(child);
  child.once("exit", () => started.delete(child));
  await Promise.race([once(child.stdout!, "data"), once(child, "exit")]);
  if (child.exitCode !== null) throw new Error(`The service ended with ${child.exitCode}`);
  return child;
}

const send = (address: string, body: BodyInit, headers: Record<string, string>) =>
  fetch(`http://127.0.0.1:${port}/api/notes${address}`, {
    method: "POST",
    body,
    headers: { authorization: `Bearer ${token}`, ...headers },
    signal: AbortSignal.timeout(ANSWER_MS),
  });

/** A multipart body whose boundary is another each time. */
function form(content: string): FormData {
  const data = new FormData();
  data.append("files", new Blob([content]), "note.txt");
  return data;
}

type Ask = (key: string, headers?: object) => Promise<Response>;
const ofBody: Ask = (key, headers) =>
  send("", JSON.stringify({ text: key }), { "content-type": "application/json", "idempotency-key": key, ...headers });
const ofUpload: Ask = (key, headers) => send("/upload", form("0123456789"), { "idempotency-key": key, ...headers });

it.each<[string, string, Ask]>([
  ["a body", "before the claim", ofBody],
  ["a body", "inside the transaction", ofBody],
  ["a body", "before the commit", ofBody],
  ["a body", "before the answer", ofBody],
  ["an upload", "before the answer", ofUpload],
])(
  "a request of %s whose process is killed %s is done once by a retry, at once",
  async (_name, point, ask) => {
    running ??= await start();
    const before = (await (await ask(randomUUID())).json()) as { notes: number };
    const key = randomUUID();
    const ended = once(running, "exit");
    await expect(ask(key, { "x-kill-at": point })).rejects.toThrow();
    expect(await ended).toEqual([null, "SIGKILL"]);
    running = await start();
    const retried = await ask(key);
    const answer = (await retried.json()) as { id: number; notes: number };
    expect([retried.status, retried.headers.get("idempotent-replayed")]).toEqual([
      201,
      point === "before the answer" ? "true" : null,
    ]);
    expect(answer.notes).toBe(before.notes + 1);
    const again = await ask(key);
    expect([again.status, again.headers.get("idempotent-replayed"), await again.json()]).toEqual([201, "true", answer]);
  },
  STARTS_MS,
);

it(
  "does the work of ten requests at once with one key once, and gives all of them its answer",
  async () => {
    running ??= await start();
    const key = randomUUID();
    const answers = await Promise.all(Array.from({ length: 10 }, () => ofBody(key)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
    expect(
      new Set(await Promise.all(answers.map(async (answer) => ((await answer.json()) as { id: number }).id))).size,
    ).toBe(1);
  },
  STARTS_MS,
);

it(
  "tells uploads of the same length apart by their content",
  async () => {
    running ??= await start();
    const key = { "idempotency-key": randomUUID() };
    expect((await send("/upload", form("one"), key)).status).toBe(201);
    expect((await send("/upload", form("two"), key)).status).toBe(422);
    expect((await send("/upload", form("one"), key)).status).toBe(201);
  },
  STARTS_MS,
);
