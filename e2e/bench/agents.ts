// How long a token takes from the provider to the reader of a run and of a test prompt, against a client that reads the
// same provider directly, in the same run; with 200 streams at once and the product on one core. On both databases.
// Ends with 1 when a token was lost or the 99th of 100 took 50 ms longer than directly. Where `taskset` is missing, the
// product has all cores; "cores" says how much of one it used.
import { spawnSync } from "node:child_process";
import { parseArgs } from "node:util";
import { startOwnPostgres } from "@tessera/testing/own-postgres.ts";
import { Product } from "../src/product.ts";
import { equip } from "./agents/people.ts";
import { type SlowProvider, startSlowProvider } from "./agents/slow-provider.ts";
import { follow, followDirectly, type Latencies, prompt } from "./agents/streams.ts";
import { cpuOf } from "./api/cpu.ts";
import { quantile } from "./median.ts";

const { values } = parseArgs({
  options: {
    streams: { type: "string", default: "200" },
    /** Streams that read the provider directly meanwhile. */
    direct: { type: "string", default: "20" },
    /** Tokens a second of each stream; people read five to ten words a second. */
    rate: { type: "string", default: "10" },
    seconds: { type: "string", default: "20" },
    /** Of the databases, one alone. */
    only: { type: "string" },
  },
});
const [streams, direct] = [Number(values.streams), Number(values.direct)];
const [rate, seconds] = [Number(values.rate), Number(values.seconds)];
/** Ms that the 99th of 100 tokens may take longer than directly. */
const TARGET = 50;
/** Runs of one person that are worked on at once. */
const RUNS_EACH = 2;

if (values.only !== "PGlite") {
  const postgres = await startOwnPostgres();
  try {
    await measure("PostgreSQL", { DATABASE_URL: postgres.url });
  } finally {
    await postgres.stop();
  }
}
if (values.only !== "PostgreSQL") await measure("PGlite", {});

async function measure(database: string, environment: Record<string, string>): Promise<void> {
  const provider = await startSlowProvider({ rate, tokens: rate * seconds });
  const product = await Product.start({
    ...{ INTERNAL_EMAIL_DOMAIN: "tessera.example", IDENTITY_MAILER_AUTOCONFIRM: "true" },
    ...{ IDENTITY_RATE_LIMIT_FACTOR: "0", RATE_LIMIT_FACTOR: "10000", ...environment },
  });
  try {
    const people = await equip(product.url, provider.url, Math.ceil(streams / RUNS_EACH));
    const isPinned = pin(product.pid, "0") && pin(process.pid, "1");
    const personOf = (stream: number) => people[stream % people.length]!;
    const table = {
      "a test prompt": await compare(product, provider, (stream, read) => prompt(product.url, personOf(stream), read)),
      "a run": await compare(product, provider, (stream, read) => follow(product.url, personOf(stream), read)),
    };
    console.log(
      `\n${database}: ${streams} streams of ${rate} tokens a second for ${seconds} s${isPinned ? ", one core" : ""}; ms`,
    );
    console.table(table);
  } finally {
    await product.stop();
    await provider.stop();
  }
}

type Stream = (stream: number, read: (sentAt: number) => void) => Promise<void>;

async function compare(product: Product, provider: SlowProvider, stream: Stream) {
  const found: Record<"product" | "direct", Latencies> = { product: [], direct: [] };
  const reads = (of: Latencies) => (sentAt: number) => void of.push(performance.now() - sentAt);
  const ended = Promise.all([
    ...Array.from({ length: streams }, (_, one) => stream(one, reads(found.product))),
    ...Array.from({ length: direct }, () => followDirectly(provider.url, reads(found.direct))),
  ]);
  // All of them are there before the first token.
  await Promise.race([provider.asked(streams + direct), ended]);
  const cpu = cpuOf([product.pid], []);
  const began = performance.now();
  provider.begin();
  await ended;
  const cores = cpu() / ((performance.now() - began) / 1000);
  const later = quantile(found.product, 0.99) - quantile(found.direct, 0.99);
  const expected = streams * rate * seconds;
  if (found.product.length !== expected || !(later < TARGET)) process.exitCode = 1;
  return {
    tokens: found.product.length,
    lost: expected - found.product.length,
    ...{ p50: rounded(quantile(found.product, 0.5)), p99: rounded(quantile(found.product, 0.99)) },
    max: rounded(Math.max(...found.product)),
    ...{ "direct p50": rounded(quantile(found.direct, 0.5)), "direct p99": rounded(quantile(found.direct, 0.99)) },
    "p99 later by": rounded(later),
    "at most": TARGET,
    cores: Number(cores.toFixed(2)),
  };
}

function rounded(ms: number): number {
  return Number(ms.toFixed(1));
}

/** Keeps a process with all its threads on one core. @returns whether that is so */
function pin(pid: number, core: string): boolean {
  return spawnSync("taskset", ["-acp", core, String(pid)]).status === 0;
}
