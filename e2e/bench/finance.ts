// What the pages of finance ask for when a person has many transactions, one request after the other: how long 99 of
// 100 answers take at most, on PostgreSQL and on the embedded database.
import { parseArgs } from "node:util";
import { startOwnPostgres } from "@tessera/testing/own-postgres.ts";
import { load, requestOf } from "./api/http-load.ts";
import { NOISE_LIMIT, noise } from "./api/noise.ts";
import { word } from "./api/seed.ts";
import { type Served, serve } from "./api/served.ts";

/** Longest that 99 of 100 answers may take, ms. */
const TARGET = 200;

const { values } = parseArgs({
  options: {
    transactions: { type: "string", default: "200000" },
    seconds: { type: "string", default: "5" },
    /** Of the databases, one alone. */
    only: { type: "string" },
  },
});
const [transactions, milliseconds] = [Number(values.transactions), Number(values.seconds) * 1000];

const spread = noise();
console.log(`Noise of this machine: ${Math.round(spread * 100)} %${spread > NOISE_LIMIT ? " – noisy" : ""}`);
if (values.only !== "PGlite") {
  const postgres = await startOwnPostgres();
  try {
    await measure("PostgreSQL", await serve(postgres.url, transactions, "transactions"));
  } finally {
    await postgres.stop();
  }
}
if (values.only !== "PostgreSQL") await measure("PGlite", await serve(null, transactions, "transactions"));

async function measure(database: string, served: Served): Promise<void> {
  try {
    const table: Record<string, { answers: number; "p99 ms": number; "at most": number }> = {};
    for (const [name, paths] of Object.entries(pages(served.ids))) {
      const requests = paths.map((path) => requestOf("GET", `/api/finance${path}`, { token: served.token }));
      const next = (_: number, sent: number) => requests[sent % requests.length]!;
      const one = { port: served.ports.product, connections: 1, next };
      try {
        await load({ ...one, milliseconds: milliseconds / 5 });
        const { answered, p99 } = await load({ ...one, milliseconds });
        table[name] = { answers: answered, "p99 ms": Number(p99.toFixed(1)), "at most": TARGET };
        if (p99 > TARGET) process.exitCode = 1;
      } catch (error) {
        // The others are measured all the same.
        console.error(`${name}: ${(error as Error).message.slice(0, 400)}`);
        process.exitCode = 1;
      }
    }
    console.log(`\n${database}, ${transactions.toLocaleString("en")} transactions`);
    console.table(table);
  } finally {
    await served.stop();
  }
}

/** Addresses of what the pages ask for, by what they show. */
function pages(categories: string[]): Record<string, string[]> {
  const words = Array.from({ length: 20 }, (_, at) => `${word(at + 10)}+${word(at * 3 + 20)}`);
  const some = categories.slice(0, 20);
  return {
    "list, all": ["/transactions?limit=100"],
    "list, two words": words.map((q) => `/transactions?limit=100&q=${q}`),
    "list, a category": some.map((id) => `/transactions?limit=100&category=${id}`),
    "sums, all": ["/transactions/sums"],
    "sums, two words": words.map((q) => `/transactions/sums?q=${q}`),
    "sums, a category": some.map((id) => `/transactions/sums?category=${id}`),
    "summary, a year": ["/summary?to=2026-11"],
    "summary, three years": ["/summary?to=2026-11&months=36"],
    "payees of a year": ["/summary/payees?from=2025-12&to=2026-11"],
    "recurring payments": ["/recurring"],
    forecast: ["/recurring/forecast"],
    accounts: ["/accounts"],
    "transfers to review": ["/transfers/candidates"],
    "suggested rules": ["/rules/suggestions"],
  };
}
