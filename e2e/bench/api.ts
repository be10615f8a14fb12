// The product's services against a bare server on the same database, in one run: PostgreSQL and the embedded one.
// "bare" sends the same main statement and nothing else; "guarded" also checks the token and sets role and claims
// around it. A round measures all three servers one after the other; what is printed is the middle of the rounds. "CPU"
// is the processor time of server and database for one request: on a machine that does other things it says more than
// the clock.
import { parseArgs } from "node:util";
import { startOwnPostgres } from "@tessera/testing/own-postgres.ts";
import { load, type Measured, requestOf } from "./api/http-load.ts";
import { NOISE_LIMIT, noise } from "./api/noise.ts";
import { word } from "./api/seed.ts";
import { type Served, serve } from "./api/served.ts";
import { median } from "./median.ts";

const { values } = parseArgs({
  options: {
    items: { type: "string", default: "20000" },
    rounds: { type: "string", default: "3" },
    seconds: { type: "string", default: "1" },
    connections: { type: "string", default: "50" },
    /** Of the databases, one alone. */
    only: { type: "string" },
    /** Of the routes, those whose name begins so. */
    route: { type: "string", default: "" },
  },
});
const [items, rounds] = [Number(values.items), Number(values.rounds)];
const [connections, milliseconds] = [Number(values.connections), Number(values.seconds) * 1000];

/** Least share of the guarded server's rate; none for the rate itself. */
const TARGETS: Record<string, Record<string, number>> = {
  PostgreSQL: { list: 0.7, one: 0.7, search: 0.7, "check-subscription": 0.7, create: 0.5, PATCH: 0.5 },
  PGlite: { list: 0.5, one: 0.5, search: 0.5, "check-subscription": 0.5, create: 0.5, PATCH: 0.5 },
};
/** Longest that 99 of 100 searches take alone, ms; promised for 200,000 items. */
const ALONE = { "two words": 30, "one letter": 100 };

const SERVERS = ["product", "guarded", "plain"] as const;
type Server = (typeof SERVERS)[number];

const spread = noise();
console.log(
  `Noise of this machine: ${Math.round(spread * 100)} %${spread > NOISE_LIMIT ? " – noisy: trust the ratios alone" : ""}`,
);
if (values.only !== "PGlite") {
  const postgres = await startOwnPostgres();
  try {
    await measure("PostgreSQL", await serve(postgres.url, items));
  } finally {
    await postgres.stop();
  }
}
if (values.only !== "PostgreSQL") await measure("PGlite", await serve(null, items));

async function measure(database: string, served: Served): Promise<void> {
  try {
    const table: Record<string, Record<string, string | number>> = {};
    for (const [name, next] of Object.entries(routes(served))) {
      if (!name.startsWith(values.route)) continue;
      const found = await compare(served, next);
      table[name] = row(found, TARGETS[database]![name]);
    }
    console.log(`\n${database}, ${items.toLocaleString("en")} items, ${connections} connections, ${rounds} rounds`);
    console.table(table);
    await alone(served);
  } finally {
    await served.stop();
  }
}

type Next = (connection: number, sent: number) => Buffer;

function routes({ token, ids }: Served): Record<string, Next> {
  const fixed = (request: Buffer) => () => request;
  const get = (path: string) => requestOf("GET", path, { token });
  const each = (make: (id: string) => Buffer) => {
    const requests = ids.map(make);
    return (connection: number, sent: number) => requests[(connection + sent * connections) % requests.length]!;
  };
  const searches = Array.from({ length: 40 }, (_, at) =>
    get(`/api/items?limit=50&q=${word(at + 10)}+${word(at * 3 + 20)}`),
  );
  const note = { type: "note", title: "A note of the bench", body: `${word(3)} ${word(40)} ${word(500)} `.repeat(12) };
  return {
    health: fixed(requestOf("GET", "/api/health")),
    list: fixed(get("/api/items?limit=50")),
    one: each((id) => get(`/api/items/${id}`)),
    search: (connection, sent) => searches[(connection + sent) % searches.length]!,
    "check-subscription": fixed(get("/api/stripe/check-subscription")),
    create: fixed(requestOf("POST", "/api/items", { token, body: note })),
    PATCH: (connection, sent) =>
      requestOf("PATCH", `/api/items/${ids[(connection + sent * connections) % ids.length]}`, {
        token,
        headers: { "if-match": "*" },
        body: { title: `${word(connection)} ${word(sent % 900)}` },
      }),
  };
}

interface Round extends Measured {
  /** Processor time of the server and the database for one request, µs. */
  cpu: number;
}

async function compare({ ports, cpu }: Served, next: Next): Promise<Record<Server, Round[]>> {
  const found: Record<Server, Round[]> = { product: [], guarded: [], plain: [] };
  for (let round = 0; round <= rounds; round += 1) {
    for (const server of SERVERS) {
      const short = round === 0 ? milliseconds / 2 : milliseconds;
      const used = cpu();
      const measured = await load({ port: ports[server], connections, milliseconds: short, next });
      // The first round warms each server.
      if (round > 0) found[server].push({ ...measured, cpu: (used() * 1e6) / measured.answered });
    }
  }
  return found;
}

function row(found: Record<Server, Round[]>, target: number | undefined) {
  const rate = (server: Server) => median(found[server].map(({ perSecond }) => perSecond));
  const ratio = (server: Server) =>
    median(found.product.map(({ perSecond }, at) => perSecond / found[server][at]!.perSecond));
  const guarded = ratio("guarded");
  if (target !== undefined && guarded < target) process.exitCode = 1;
  return {
    "a second": Math.round(rate("product")),
    "p99 ms": Math.round(median(found.product.map(({ p99 }) => p99))),
    guarded: Math.round(rate("guarded")),
    bare: Math.round(rate("plain")),
    "of guarded": Number(guarded.toFixed(2)),
    "of bare": Number(ratio("plain").toFixed(2)),
    target: target ?? "",
    "CPU µs": Math.round(median(found.product.map(({ cpu }) => cpu))),
    "CPU of guarded": Number(median(found.product.map(({ cpu }, at) => found.guarded[at]!.cpu / cpu)).toFixed(2)),
  };
}

/** Searches with nobody else there. */
async function alone({ ports, token }: Served): Promise<void> {
  if (!"search".startsWith(values.route)) return;
  const get = (q: string) => requestOf("GET", `/api/items?limit=50&q=${q}`, { token });
  const kinds = {
    "two words": Array.from({ length: 30 }, (_, at) => get(`${word(at)}+${word(at * 3 + 1)}`)),
    "one letter": [..."bdfghklmnprstvz"].map(get),
  };
  const table: Record<string, { "p99 ms": number; target: number }> = {};
  for (const [name, requests] of Object.entries(kinds) as [keyof typeof ALONE, Buffer[]][]) {
    const next: Next = (_, sent) => requests[sent % requests.length]!;
    await load({ port: ports.product, connections: 1, milliseconds: 500, next });
    const { p99 } = await load({ port: ports.product, connections: 1, milliseconds: milliseconds * 3, next });
    table[`search alone, ${name}`] = { "p99 ms": Number(p99.toFixed(1)), target: ALONE[name] };
    if (p99 > ALONE[name]) process.exitCode = 1;
  }
  console.table(table);
}
