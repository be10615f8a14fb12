// The job queue against the bare queue underneath it, on the same database: from sending a job to its start, and jobs
// a second; then processes that are killed while they work. Exits with 1 when the ratio is below its target, or when a
// job was lost, stuck, or had its effect twice.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Module, type OnModuleInit } from "@nestjs/common";
import { createApplication, Jobs, type OpenDatabase, openDatabase, type ServiceDefinition } from "@tessera/service-kit";
import { freePort } from "@tessera/testing/free-port.ts";
import { startOwnPostgres } from "@tessera/testing/own-postgres.ts";
import { PgBoss } from "pg-boss";
import { NOISE_LIMIT, noise } from "../api/noise.ts";
import { median } from "../median.ts";
import { killWorkers } from "./kills.ts";
import { options } from "./options.ts";

/** Jobs a second, as a share of those of the bare queue. */
const TARGET = 0.7;
const { jobs: jobCount, rounds, starts, workers, kills, only } = options;
const QUEUE = "bench.job";
const PERSON = "00000000-0000-4000-8000-00000000be0c";

/** A queue: sends a job, and tells of each that begins. */
interface Queue {
  /** Sends so many jobs at once; they are numbered. */
  send(count: number): Promise<void>;
  begin(began: () => void): Promise<void>;
  end(): Promise<void>;
}

async function compare(database: string, url: string | undefined): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), "tessera-queue-"));
  const opened = await openDatabase({ databaseUrl: url, dataDir });
  try {
    const bare = await measure(() => bareQueue(opened, url === undefined));
    const ours = await measure(() => ourQueue(opened, dataDir, url));
    const ratio = ours.perSecond / bare.perSecond;
    console.log(`\n${database}: ${rounds} × ${jobCount} jobs, ${workers} workers, ${starts} one by one`);
    console.table({ bare: rowOf(bare), Tessera: rowOf(ours) });
    const met = ratio >= TARGET;
    console.log(`Jobs a second: ${ratio.toFixed(2)} of the bare queue, at least ${TARGET}${met ? "" : ": MISSED"}`);
    if (!met) process.exitCode = 1;
  } finally {
    await opened.close();
    await rm(dataDir, { recursive: true, force: true });
  }
}

interface Measured {
  perSecond: number;
  /** ms from before a job is sent until its handler begins. */
  starts: number[];
}

async function measure(open: () => Promise<Queue>): Promise<Measured> {
  const rates: number[] = [];
  const waits: number[] = [];
  const queue = await open();
  let left = 0;
  let through = () => {};
  await queue.begin(() => {
    left -= 1;
    if (left === 0) through();
  });
  const work = (count: number) => {
    left = count;
    const done = new Promise<void>((resolve) => {
      through = resolve;
    });
    return queue.send(count).then(() => done);
  };
  try {
    // The first one compiles what the next ones find compiled.
    await work(Math.min(jobCount, 100));
    for (let at = 0; at < starts; at += 1) {
      const began = performance.now();
      await work(1);
      waits.push(performance.now() - began);
    }
    for (let round = 0; round < rounds; round += 1) {
      const began = performance.now();
      await work(jobCount);
      rates.push((jobCount * 1000) / (performance.now() - began));
    }
  } finally {
    await queue.end();
  }
  return { perSecond: median(rates), starts: waits.sort((a, b) => a - b) };
}

/** pg-boss by itself, with workers that look for the next job at once, as ours do. */
async function bareQueue(opened: OpenDatabase, embedded: boolean): Promise<Queue> {
  const boss = new PgBoss({
    schema: "bare",
    db: {
      executeSql: async (text, params) => (await opened.pool.query(text, params as unknown[])) as { rows: unknown[] },
      listen: async (channel, received, subscribed) => {
        const handle = await opened.listen(channel, received);
        subscribed();
        return handle;
      },
    },
    backend: embedded ? "pglite" : "postgres",
    useListenNotify: true,
  });
  boss.on("error", (error) => console.error(error));
  await boss.start();
  await boss.createQueue("bench", { notify: true, heartbeatSeconds: 30 });
  return {
    send: async (count) => {
      for (let n = 0; n < count; n += 1) await boss.send("bench", { n });
    },
    begin: async (began) => {
      for (let at = 0; at < workers; at += 1) {
        let worker = "";
        const options = { batchSize: 1, includeMetadata: true, perJobResults: true } as const;
        worker = await boss.work("bench", { ...options, notifyPollingIntervalSeconds: 5 }, async ([job]) => {
          began();
          boss.notifyWorker(worker);
          return [{ id: job!.id, status: "completed" as const }];
        });
      }
    },
    end: () => boss.stop({ graceful: true, timeout: 10_000 }),
  };
}

/** What is told of each job that begins. */
let tell = () => {};

@Module({})
class BenchModule implements OnModuleInit {
  constructor(private readonly jobs: Jobs) {}
  onModuleInit() {
    const options = { title: ({ n }: { n: number }) => `Job ${n}`, concurrency: workers };
    this.jobs.define<{ n: number }>(QUEUE, options, async () => tell());
  }
}

const service: ServiceDefinition = {
  name: "bench",
  title: "Bench",
  module: BenchModule,
  schema: "bench",
  migrations: [],
};

async function ourQueue(opened: OpenDatabase, dataDir: string, url: string | undefined): Promise<Queue> {
  const environment = {
    ...{ NODE_ENV: "test", LOG_LEVEL: "silent", PORT: String(await freePort()), DATA_DIR: dataDir },
    ...(url ? { DATABASE_URL: url } : {}),
  };
  const application = await createApplication([service], { environment, database: opened });
  const jobs = application.nest.get(Jobs);
  return {
    send: async (count) => {
      for (let n = 0; n < count; n += 1)
        await application.database.system((tx) => jobs.send(tx, QUEUE, { n }, { userId: PERSON }));
    },
    begin: async (began) => {
      tell = began;
      await application.listen();
    },
    end: () => application.close(),
  };
}

const at = (sorted: readonly number[], share: number) => sorted[Math.floor((sorted.length - 1) * share)] ?? Number.NaN;
const rowOf = ({ perSecond, starts: waits }: Measured) => ({
  "jobs a second": Math.round(perSecond),
  "start p50 ms": Number(at(waits, 0.5).toFixed(1)),
  "start p99 ms": Number(at(waits, 0.99).toFixed(1)),
});

async function kill(database: string, url: string | undefined): Promise<void> {
  if (!kills) return;
  const { lost, doubled, stuck, repeated, seconds } = await killWorkers(url, jobCount, kills);
  console.log(
    `${database}: ${kills} × kill -9 while ${jobCount} jobs were worked on, ${seconds} s: ${lost} lost, ${doubled} with ` +
      `their effect twice, ${stuck} stuck; ${repeated} ran again after their effect`,
  );
  if (lost + doubled + stuck > 0) process.exitCode = 1;
}

const spread = noise();
console.log(`Noise of this machine: ${Math.round(spread * 100)} %${spread > NOISE_LIMIT ? " – noisy" : ""}`);
if (only !== "PostgreSQL") {
  await compare("PGlite", undefined);
  await kill("PGlite", undefined);
}
if (only !== "PGlite") {
  const postgres = await startOwnPostgres();
  try {
    await compare("PostgreSQL", postgres.url);
    await kill("PostgreSQL, two processes", postgres.url);
  } finally {
    await postgres.stop();
  }
}
