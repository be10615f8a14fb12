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
const { jobs: jobCount, rounds, starts, kept, workers, kills, only } = options;
/** Jobs sent to one queue before as many are sent to the other: one that ends is in the way of the next. */
const BLOCK = 20;
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
    const embedded = url === undefined;
    const queues = [
      await bareQueue(opened, embedded, 1),
      await bareQueue(opened, embedded, workers),
      await ourQueue(opened, dataDir, url),
    ];
    const [bare, batches, ours] = (await measure(queues)) as [Measured, Measured, Measured];
    const beside = `${kept.toLocaleString("en")} kept`;
    console.log(`\n${database}: ${rounds} × ${jobCount} jobs, ${workers} workers, ${starts} one by one, ${beside}`);
    console.table({ bare: rowOf(bare), [`bare, batches of ${workers}`]: rowOf(batches), Tessera: rowOf(ours) });
    const to = (other: Measured) => median(ours.perSecond.map((rate, round) => rate / other.perSecond[round]!));
    const ratio = to(bare);
    const met = ratio >= TARGET;
    console.log(`Jobs a second: ${ratio.toFixed(2)} of the bare queue, at least ${TARGET}${met ? "" : ": MISSED"}`);
    // Unlike: one worker, whose jobs all wait for the slowest of their batch, and no job has a row that people see.
    console.log(`Of the bare queue in batches: ${to(batches).toFixed(2)}`);
    if (!met) process.exitCode = 1;
  } finally {
    await opened.close();
    await rm(dataDir, { recursive: true, force: true });
  }
}

interface Measured {
  /** Jobs a second of each round. */
  perSecond: number[];
  /** ms of processor time of this process a job, of each round; the embedded database is in it. */
  processor: number[];
  /** ms from before a job is sent until its handler begins. */
  starts: number[];
}

/** Round by round, one queue after the other: what else the machine does meets both. */
async function measure(queues: Queue[]): Promise<Measured[]> {
  const works = [];
  try {
    for (const queue of queues) works.push(await worksOf(queue));
    const found = works.map((work): { work: typeof work } & Measured => ({
      work,
      perSecond: [],
      starts: [],
      processor: [],
    }));
    // The first ones compile what the next ones find compiled.
    for (const work of works) await work(Math.min(jobCount, 100));
    for (let block = 0; block < starts / BLOCK; block += 1)
      for (const { work, starts: waits } of found)
        for (let at = 0; at < BLOCK; at += 1) waits.push(await timed(() => work(1)));
    for (let round = 0; round < rounds; round += 1)
      for (const { work, perSecond, processor } of found) {
        const before = process.cpuUsage();
        perSecond.push((jobCount * 1000) / (await timed(() => work(jobCount))));
        const { user, system } = process.cpuUsage(before);
        processor.push((user + system) / 1000 / jobCount);
      }
    for (const { starts: waits } of found) waits.sort((a, b) => a - b);
    return found;
  } finally {
    for (const queue of queues) await queue.end();
  }
}

/** @returns what sends so many jobs to the queue, and waits until all have begun */
async function worksOf(queue: Queue): Promise<(count: number) => Promise<void>> {
  let left = 0;
  let through = () => {};
  await queue.begin(() => {
    left -= 1;
    if (left === 0) through();
  });
  return (count) => {
    left = count;
    const done = new Promise<void>((resolve) => {
      through = resolve;
    });
    return queue.send(count).then(() => done);
  };
}

async function timed(work: () => Promise<void>): Promise<number> {
  const began = performance.now();
  await work();
  return performance.now() - began;
}

/** Writes what pg-boss keeps of jobs that ended. */
const ENDED = (
  schema: string,
  queue: string,
) => `insert into ${schema}.job (name, data, state, created_on, completed_on)
  select '${queue}', jsonb_build_object('n', n), 'completed', now() - make_interval(secs => n), now()
  from generate_series(1, ${kept}) n`;

/**
 * pg-boss alone, with workers that look for the next job at once, as ours do.
 * @param batchSize jobs that a worker takes, and ends, together; `workers` jobs run at once, whatever it is
 */
async function bareQueue(opened: OpenDatabase, embedded: boolean, batchSize: number): Promise<Queue> {
  const schema = `bare_${batchSize}`;
  const boss = new PgBoss({
    schema,
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
  await opened.pool.query(ENDED(schema, "bench"));
  await opened.pool.query("analyze");
  return {
    send: async (count) => {
      for (let n = 0; n < count; n += 1) await boss.send("bench", { n });
    },
    begin: async (began) => {
      for (let at = 0; at < workers; at += batchSize) {
        let worker = "";
        const options = { batchSize, includeMetadata: true, perJobResults: true } as const;
        worker = await boss.work("bench", { ...options, notifyPollingIntervalSeconds: 5 }, async (jobs) => {
          for (const _ of jobs) began();
          boss.notifyWorker(worker);
          return jobs.map(({ id }) => ({ id, status: "completed" as const }));
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
  await opened.pool.query(ENDED("pgboss", QUEUE));
  await opened.pool.query(`insert into kit.job (id, user_id, queue, title, state, data, created_at, finished_at)
    select gen_random_uuid(), '${PERSON}', '${QUEUE}', 'Job ' || n, 'done', jsonb_build_object('n', n),
      now() - make_interval(secs => n), now() from generate_series(1, ${kept}) n`);
  await opened.pool.query("analyze");
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
const rowOf = ({ perSecond, processor, starts: waits }: Measured) => ({
  "jobs a second": Math.round(median(perSecond)),
  "processor ms a job": Number(median(processor).toFixed(2)),
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
