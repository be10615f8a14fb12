import { type ChildProcess, spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { openDatabase } from "@tessera/service-kit";
import { freePort } from "@tessera/testing/free-port.ts";
import { hooks } from "./hooks.ts";

/** Most time, in ms, in which what a killed process left is taken up: a heartbeat, a look for it, a pause. */
const STUCK_AFTER_MS = 120_000;
/** Between two looks at how far the work is, in ms. */
const LOOK_MS = 250;

export interface Losses {
  jobs: number;
  kills: number;
  /** Jobs whose effect is not there, though they ended, or that are nowhere any more. */
  lost: number;
  /** Effects that are there twice. */
  doubled: number;
  /** Jobs that had not ended when `STUCK_AFTER_MS` had passed without any getting on. */
  stuck: number;
  /** Runs beyond one a job: killed between its effect and its end. */
  repeated: number;
  seconds: number;
}

/**
 * Kills the processes that work on so many jobs, one after the other, and counts what became of the jobs.
 * @param url of the server; without one the embedded database, on which one process works at a time
 */
export async function killWorkers(url: string | undefined, jobs: number, kills: number): Promise<Losses> {
  const dataDir = await mkdtemp(join(tmpdir(), "tessera-queue-"));
  const children: ChildProcess[] = [];
  const run = async (send = 0) => {
    const child = await startWorker(url, dataDir, send);
    children.push(child);
    return child;
  };
  const began = performance.now();
  try {
    await run(jobs);
    // Two processes share the work where the database lets them.
    if (url) await run();
    for (let kill = 0; kill < kills; kill += 1) {
      // Spread over the time that a process takes to begin and to be at work.
      await wait(100 + (900 * kill) / kills);
      const child = children.shift()!;
      child.kill("SIGKILL");
      await once(child, "exit");
      await run();
    }
    const found = url ? await follow(url, jobs) : await restUntilDone(dataDir, jobs, children, run);
    return { ...found, jobs, kills, seconds: Math.round((performance.now() - began) / 1000) };
  } finally {
    for (const child of children) child.kill("SIGKILL");
    await Promise.all(
      children.map((child) => child.exitCode === null && child.signalCode === null && once(child, "exit")),
    );
    await rm(dataDir, { recursive: true, force: true });
  }
}

async function startWorker(url: string | undefined, dataDir: string, send: number): Promise<ChildProcess> {
  const child = spawn(process.execPath, [...hooks, join(import.meta.dirname, "worker.ts")], {
    env: {
      ...process.env,
      NODE_ENV: "test",
      LOG_LEVEL: "silent",
      PORT: String(await freePort()),
      DATA_DIR: dataDir,
      SEND: String(send),
      PERSON: randomUUID(),
      ...(url ? { DATABASE_URL: url } : {}),
    },
    stdio: ["ignore", "pipe", "inherit"],
  });
  await new Promise<void>((ready, failed) => {
    child.stdout!.on("data", (text: Buffer) => String(text).includes("at work") && ready());
    child.once("exit", (code) => failed(new Error(`A worker ended with ${code}`)));
  });
  return child;
}

type Found = Pick<Losses, "lost" | "doubled" | "stuck" | "repeated">;

/** Waits until every job has ended, or none gets on any more. */
async function follow(url: string, jobs: number): Promise<Found> {
  const opened = await openDatabase({ databaseUrl: url, dataDir: "" });
  try {
    let open = jobs;
    let moved = performance.now();
    while (open > 0 && performance.now() - moved < STUCK_AFTER_MS) {
      await wait(LOOK_MS);
      const { rows } = await opened.pool.query(
        "select count(*)::int as open from kit.job where queue = 'bench.effect' and finished_at is null",
      );
      const left = (rows[0] as { open: number }).open;
      if (left !== open) moved = performance.now();
      open = left;
    }
    return await count(opened.pool, jobs);
  } finally {
    await opened.close();
  }
}

/** The embedded database has one process: what it has done is read once it has had time, and has ended. */
async function restUntilDone(
  dataDir: string,
  jobs: number,
  children: ChildProcess[],
  run: () => Promise<ChildProcess>,
): Promise<Found> {
  let before = -1;
  for (;;) {
    await wait(3_000);
    const child = children.shift()!;
    child.kill("SIGKILL");
    await once(child, "exit");
    const opened = await openDatabase({ databaseUrl: undefined, dataDir });
    const found = await count(opened.pool, jobs).finally(() => opened.close());
    if (found.stuck === 0 || found.stuck === before) return found;
    before = found.stuck;
    await run();
  }
}

async function count(pool: { query(text: string): Promise<{ rows: unknown[] }> }, jobs: number): Promise<Found> {
  const { rows } = await pool.query(`select
    (select count(*)::int from kit.job where queue = 'bench.effect') as known,
    (select count(*)::int from kit.job where queue = 'bench.effect' and finished_at is null) as stuck,
    (select count(*)::int from kit.job j where queue = 'bench.effect' and finished_at is not null
      and not exists (select from bench.effect e where e.n = (j.data ->> 'n')::int)) as without,
    (select count(*)::int from bench.effect) as effects, (select count(distinct n)::int from bench.effect) as different,
    (select count(*)::int from bench.run) as runs, (select count(distinct n)::int from bench.run) as ran`);
  const { known, stuck, without, effects, different, runs, ran } = rows[0] as Record<string, number>;
  return {
    lost: jobs - known! + without!,
    doubled: effects! - different!,
    stuck: stuck!,
    repeated: runs! - ran!,
  };
}
