// How long the product takes until it answers: again on its own data, after a kill -9 while people write and import,
// and each service alone. By the clock, and by the processor time of the process, which hardly depends on what else the
// machine does.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { freePort } from "@tessera/testing/free-port.ts";
import { startOwnPostgres } from "@tessera/testing/own-postgres.ts";
import { Product } from "../src/product.ts";
import { cpuOf } from "./api/cpu.ts";
import { NOISE_LIMIT, noise } from "./api/noise.ts";
import { newPerson, startImport } from "./imports.ts";
import { median } from "./median.ts";

/** Most that a start may take, seconds. */
const TARGETS = { warm: 2.5, killed: 5, alone: 1 };
const WRITERS = 4;
const root = resolve(import.meta.dirname, "../..");

const { values } = parseArgs({
  options: {
    rounds: { type: "string", default: "5" },
    /** Bookmarks that are being imported when the product is killed. */
    items: { type: "string", default: "20000" },
    /** Milliseconds under load before it is. */
    load: { type: "string", default: "3000" },
    /** Of the databases, one alone. */
    only: { type: "string" },
  },
});
const rounds = Number(values.rounds);

interface Start {
  seconds: number;
  /** Processor time, seconds. */
  cpu: number;
}

const spread = noise();
console.log(
  `Noise of this machine: ${Math.round(spread * 100)} %${spread > NOISE_LIMIT ? " – noisy: go by the processor time" : ""}`,
);
if (values.only !== "PostgreSQL") await measure("PGlite", {});
if (values.only !== "PGlite") {
  const postgres = await startOwnPostgres();
  try {
    const environment = { DATABASE_URL: postgres.url };
    await measure("PostgreSQL", environment);
    await measureAlone(environment);
  } finally {
    await postgres.stop();
  }
}

async function measure(database: string, environment: Record<string, string>): Promise<void> {
  const product = await Product.start({
    INTERNAL_EMAIL_DOMAIN: "tessera.example",
    IDENTITY_MAILER_AUTOCONFIRM: "true",
    IDENTITY_RATE_LIMIT_FACTOR: "0",
    RATE_LIMIT_FACTOR: "0",
    IDENTITY_ACCESS_TOKEN_SECONDS: "3600",
    ...environment,
  });
  try {
    const writer = await newPerson(product.url);
    const warm: Start[] = [];
    const killed: Start[] = [];
    // The first one compiles what the next ones find compiled.
    for (let round = 0; round <= rounds; round += 1) {
      await product.end();
      const start = await startOf(product);
      if (round > 0) warm.push(start);
    }
    for (let round = 0; round < rounds; round += 1) {
      await killUnderLoad(product, writer);
      killed.push(await startOf(product));
    }
    console.log(`\n${database}, ${rounds} rounds`);
    console.table({ "warm start": row(warm, TARGETS.warm), "after kill -9 under load": row(killed, TARGETS.killed) });
  } finally {
    await product.stop();
  }
}

async function startOf(product: Product): Promise<Start> {
  const began = performance.now();
  const used = cpuOf([], [process.pid]);
  await product.run();
  return { seconds: (performance.now() - began) / 1000, cpu: used() };
}

function row(starts: Start[], target: number) {
  const middle = median(starts.map(({ seconds }) => seconds));
  if (middle > target) process.exitCode = 1;
  return {
    "middle s": Number(middle.toFixed(2)),
    "longest s": Number(Math.max(...starts.map(({ seconds }) => seconds)).toFixed(2)),
    "at most": target,
    "CPU s": Number(median(starts.map(({ cpu }) => cpu)).toFixed(2)),
  };
}

/** Captures and an import run when the process ends. Each round has an importer of its own: a quota bounds imports. */
async function killUnderLoad(product: Product, writer: string): Promise<void> {
  let ended = false;
  const session = await startImport(product.url, await newPerson(product.url), Number(values.items));
  const body = JSON.stringify({ type: "note", title: "Written while it ends", body: "words ".repeat(50) });
  const headers = { authorization: `Bearer ${writer}`, "content-type": "application/json" };
  const writing = Array.from({ length: WRITERS }, async () => {
    // A request that the kill cut off is no failure of this.
    while (!ended) await fetch(`${product.url}/api/items`, { method: "POST", headers, body }).catch(() => undefined);
  });
  await new Promise((done) => setTimeout(done, Number(values.load)));
  const { state } = await session();
  if (state === "failed") throw new Error("The import failed before the kill");
  await product.kill();
  ended = true;
  await Promise.all(writing);
}

/** Each service as a process of its own, the others being named and away. */
async function measureAlone(environment: Record<string, string>): Promise<void> {
  const folders = await readdir(join(root, "services"), { withFileTypes: true });
  // They are one process with others: the gateway with what it hands out, the sandbox with billing.
  const names = folders.flatMap(({ name }) => (["standalone", "stripe-sandbox"].includes(name) ? [] : [name]));
  const table: Record<string, ReturnType<typeof row>> = {};
  const dataDir = await mkdtemp(join(tmpdir(), "tessera-alone-"));
  try {
    for (const name of names) {
      const starts: Start[] = [];
      for (let round = 0; round <= rounds; round += 1) {
        const start = await startAlone(name, dataDir, environment);
        if (round > 0) starts.push(start);
      }
      table[name] = row(starts, TARGETS.alone);
    }
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
  console.log("\nA service alone, on PostgreSQL");
  console.table(table);
}

async function startAlone(name: string, dataDir: string, environment: Record<string, string>): Promise<Start> {
  const port = await freePort();
  const used = cpuOf([], [process.pid]);
  const began = performance.now();
  const child = spawn(
    join(root, "node_modules/.bin/node"),
    [join(root, "services/standalone/dist/main.js"), "serve", name],
    {
      cwd: root,
      env: {
        ...process.env,
        NODE_OPTIONS: "",
        LOG_LEVEL: "error",
        PORT: String(port),
        DATA_DIR: dataDir,
        PUBLIC_URL: `http://localhost:${port}`,
        TRUSTED_PROXIES: "127.0.0.1",
        SERVICE_URLS: `${name}=http://127.0.0.1:${port},*=http://127.0.0.1:9`,
        ...environment,
      },
      stdio: ["ignore", "pipe", "pipe"],
    },
  );
  const exited = once(child, "exit");
  let output = "";
  await new Promise<void>((ready, failed) => {
    for (const stream of [child.stdout, child.stderr])
      stream.on("data", (chunk: Buffer) => {
        output += chunk;
        if (/ runs? at /.test(output)) ready();
      });
    child.once("exit", (code) => failed(new Error(`${name} ended with ${code}:\n${output}`)));
  });
  const start = { seconds: (performance.now() - began) / 1000, cpu: used() };
  child.kill("SIGKILL");
  await exited;
  return start;
}
