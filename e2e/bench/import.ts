// What others notice of an import: the time of a person's requests while somebody else's bookmarks are stored, on the
// embedded database and on PostgreSQL.
import { parseArgs } from "node:util";
import { startOwnPostgres } from "@tessera/testing/own-postgres.ts";
import { Product } from "../src/product.ts";
import { NOISE_LIMIT, noise } from "./api/noise.ts";
import { importBookmarks, newPerson } from "./imports.ts";
import { quantile } from "./median.ts";
import { residentMemory } from "./memory.ts";

/** Most that 99 of 100 requests may take beside an import, ms. */
const TARGET = 60;
/** A pause between two requests of a reader, ms. */
const PAUSE_MS = 20;
/** Cards of the person who reads. */
const OWN = 200;

const PATHS = {
  health: () => "/api/health",
  list: () => "/api/items?limit=50",
  one: (id: string) => `/api/items/${id}`,
  search: () => "/api/items?limit=50&q=reading+number",
};

const { values } = parseArgs({
  options: {
    items: { type: "string", default: "50000" },
    readers: { type: "string", default: "4" },
    /** Of the databases, one alone. */
    only: { type: "string" },
  },
});
const count = Number(values.items);
const spread = noise();
console.log(
  `Noise of this machine: ${Math.round(spread * 100)} %${spread > NOISE_LIMIT ? " – noisy: times are too long" : ""}`,
);
if (values.only !== "PostgreSQL") await measure("PGlite", {});
if (values.only !== "PGlite") {
  const postgres = await startOwnPostgres();
  await measure("PostgreSQL", { DATABASE_URL: postgres.url }).finally(() => postgres.stop());
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
    const [reader, importer] = [await newPerson(product.url), await newPerson(product.url)];
    await importBookmarks(product.url, reader, OWN);
    const memory = { before: residentMemory(product.pid), peak: 0 };
    const quiet = await readWhile(product, reader, () => new Promise((done) => setTimeout(done, 3_000)));
    let seconds = 0;
    const beside = await readWhile(
      product,
      reader,
      async () => {
        seconds = await importBookmarks(product.url, importer, count);
      },
      () => {
        memory.peak = Math.max(memory.peak, residentMemory(product.pid));
      },
    );
    console.log(`\n${database}, import of ${count.toLocaleString("en")}, ${values.readers} readers`);
    console.table(
      Object.fromEntries(
        Object.keys(PATHS).map((name) => {
          const waits = beside.get(name)!;
          const p99 = quantile(waits, 0.99);
          if (p99 > TARGET) process.exitCode = 1;
          return [
            name,
            {
              requests: waits.length,
              "p99 ms": Math.round(p99),
              "at most": TARGET,
              "p50 ms": Math.round(quantile(waits, 0.5)),
              "longest ms": Math.round(Math.max(...waits)),
              "p99 without the import": Math.round(quantile(quiet.get(name)!, 0.99)),
            },
          ];
        }),
      ),
    );
    console.log(
      `${Math.round(count / seconds).toLocaleString("en")} stored in a second; memory ${memory.before} MB before, ${memory.peak} MB at most`,
    );
  } finally {
    await product.stop();
  }
}

/** @param each called after each request @returns milliseconds of each request, by its name */
async function readWhile(
  { url }: Product,
  token: string,
  work: () => Promise<void>,
  each: () => void = () => undefined,
): Promise<Map<string, number[]>> {
  const headers = { authorization: `Bearer ${token}` };
  const first = (await (await fetch(`${url}/api/items?limit=1`, { headers })).json()) as { items: { id: string }[] };
  const waits = new Map(Object.keys(PATHS).map((name) => [name, [] as number[]]));
  let going = true;
  const reading = Array.from({ length: Number(values.readers) }, async (_, at) => {
    for (let turn = at; going; turn += 1) {
      const [name, path] = Object.entries(PATHS)[turn % Object.keys(PATHS).length]!;
      const asked = performance.now();
      const answer = await fetch(url + path(first.items[0]!.id), { headers });
      await answer.arrayBuffer();
      if (answer.status !== 200) throw new Error(`${name} answered ${answer.status}`);
      waits.get(name)!.push(performance.now() - asked);
      each();
      await new Promise((done) => setTimeout(done, PAUSE_MS));
    }
  });
  await work().finally(() => {
    going = false;
  });
  await Promise.all(reading);
  return waits;
}
