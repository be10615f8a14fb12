// What the product costs: requests a second and core, bytes of a card on disk, memory by people who are there, and how
// each grows with the cards and, on PostgreSQL, with the processes. Cost is processor time of the product and its
// database, so that it can be read on a machine that does other things; rates by the clock need a quiet one.
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readdir, stat } from "node:fs/promises";
import { availableParallelism } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { freePort } from "@tessera/testing/free-port.ts";
import { startOwnPostgres } from "@tessera/testing/own-postgres.ts";
import pg from "pg";
import { cpuOf } from "./api/cpu.ts";
import { load, requestOf } from "./api/http-load.ts";
import { NOISE_LIMIT, noise } from "./api/noise.ts";
import { word } from "./api/seed.ts";
import { type Served, serve } from "./api/served.ts";
import { residentMemory } from "./memory.ts";

const root = resolve(import.meta.dirname, "../..");

const { values } = parseArgs({
  options: {
    /** Cards of one person, one size after the other; 1000000 takes a quarter of an hour on each database. */
    items: { type: "string", default: "10000,100000" },
    processes: { type: "string", default: "1,2,4" },
    /** People who ask once each, all signed in. */
    people: { type: "string", default: "300" },
    connections: { type: "string", default: "32" },
    seconds: { type: "string", default: "2" },
    /** Of the databases, one alone. */
    only: { type: "string" },
  },
});
const list = (text: string) => text.split(",").map(Number);
const [sizes, processes, people] = [list(values.items), list(values.processes), Number(values.people)];
const [connections, milliseconds] = [Number(values.connections), Number(values.seconds) * 1000];

const spread = noise();
console.log(
  `${availableParallelism()} cores, noise of this machine: ${Math.round(spread * 100)} %${spread > NOISE_LIMIT ? " – noisy: go by the processor time" : ""}`,
);
if (values.only !== "PGlite") await sizesOf("PostgreSQL");
if (values.only !== "PostgreSQL") await sizesOf("PGlite");

type Row = Record<string, string | number>;

async function sizesOf(database: string): Promise<void> {
  const table: Record<string, Row> = {};
  let smaller: { items: number; bytes: number } | null = null;
  for (const [at, items] of sizes.entries()) {
    const postgres = database === "PostgreSQL" ? await startOwnPostgres() : null;
    try {
      const served = await serve(postgres?.url ?? null, items);
      try {
        const bytes = postgres
          ? await databaseBytes(postgres.url)
          : await folderBytes(join(served.product.dataDir, "database"));
        const name = `${items.toLocaleString("en")} cards`;
        table[name] = {
          "MB on disk": Math.round(bytes / 1024 / 1024),
          // Against the size before: an empty installation has its own tables, too.
          "bytes a card": smaller ? Math.round((bytes - smaller.bytes) / (items - smaller.items)) : "",
          ...(await costs(served)),
          "MB of the process": residentMemory(served.product.pid),
        };
        // Said at once: a later size may take a quarter of an hour.
        console.log(`${database}, ${name}: ${JSON.stringify(table[name])}`);
        smaller = { items, bytes };
        if (at === 0) await memoryOf(database, served);
        if (postgres && at === sizes.length - 1) await growth(postgres.url, served);
      } finally {
        await served.stop();
      }
    } finally {
      await postgres?.stop();
    }
  }
  console.log(
    `\n${database}: milliseconds of processor time a request, product and database; requests a second and core`,
  );
  console.table(table);
}

function routes({ token, ids }: Pick<Served, "token" | "ids">) {
  const get = (path: string) => requestOf("GET", path, { token });
  const note = { type: "note", title: "A note of the bench", body: `${word(3)} ${word(40)} ${word(500)} `.repeat(12) };
  return {
    list: () => get("/api/items?limit=50"),
    one: (at: number) => get(`/api/items/${ids[at % ids.length]}`),
    search: (at: number) => get(`/api/items?limit=50&q=${word((at % 40) + 10)}+${word((at % 40) * 3 + 20)}`),
    create: () => requestOf("POST", "/api/items", { token, body: note }),
  };
}

async function costs(served: Served): Promise<Row> {
  const row: Row = {};
  let [answered, used] = [0, 0];
  for (const [name, make] of Object.entries(routes(served))) {
    const next = (connection: number, sent: number) => make(connection + sent * connections);
    const target = { port: served.ports.product, connections, next };
    await load({ ...target, milliseconds: milliseconds / 4 });
    const cpu = served.cpu();
    const found = await load({ ...target, milliseconds });
    const seconds = cpu();
    row[`${name} ms`] = Number(((seconds * 1000) / found.answered).toFixed(2));
    // Four parts of lists, four of single cards, one of searches, one of writes: what a session is made of, about.
    const weight = { list: 4, one: 4 }[name] ?? 1;
    answered += weight;
    used += (weight * seconds) / found.answered;
  }
  row["mixed, a core"] = Math.round(answered / used);
  return row;
}

/** Memory before and after so many people have asked for the first time. */
async function memoryOf(database: string, { product, ports }: Served): Promise<void> {
  const before = residentMemory(product.pid);
  const answer = async (body: object) => {
    const signedUp = await fetch(`${product.url}/auth/v1/signup`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    });
    if (!signedUp.ok) throw new Error(`A sign-up answered ${signedUp.status}: ${await signedUp.text()}`);
    return ((await signedUp.json()) as { access_token: string }).access_token;
  };
  const tokens: string[] = [];
  for (let at = 0; at < people; at += 1)
    tokens.push(await answer({ email: `capacity-${at}@tessera.example`, password: "correct horse battery" }));
  const after = residentMemory(product.pid);
  const requests = tokens.map((token) => requestOf("GET", "/api/items?limit=50", { token }));
  await load({
    port: ports.product,
    connections: Math.min(50, people),
    milliseconds,
    next: (connection, sent) => requests[(connection + sent * 50) % requests.length]!,
  });
  const there = residentMemory(product.pid);
  const of10k = Math.max(0, ((there - before) / people) * 10_000);
  console.log(
    `\n${database}: ${before} MB, ${after} MB when ${people.toLocaleString("en")} people have signed up, ${there} MB when all have asked: ${Math.round(of10k)} MB for 10,000 people`,
  );
}

/** The same load over more and more processes on one PostgreSQL. */
async function growth(databaseUrl: string, served: Served): Promise<void> {
  const table: Record<string, Row> = {};
  const { product, token, ids } = served;
  const more: ChildProcess[] = [];
  const ports = [served.ports.product];
  const { one } = routes({ token, ids });
  let first = 0;
  try {
    for (const count of processes) {
      while (ports.length < count) {
        const port = await freePort();
        more.push(await another(port, product, databaseUrl));
        ports.push(port);
      }
      const next = (connection: number, sent: number) => one(connection + sent * connections);
      const pids = [product.pid, ...more.map(({ pid }) => pid!)];
      const share = { connections: Math.ceil(connections / count), milliseconds, next };
      await Promise.all(ports.slice(0, count).map((port) => load({ ...share, port, milliseconds: milliseconds / 2 })));
      const [all, ofFirst, own] = [served.cpu(), cpuOf([product.pid], []), cpuOf(pids, [])];
      const found = await Promise.all(ports.slice(0, count).map((port) => load({ ...share, port })));
      const processSeconds = own();
      const allSeconds = processSeconds + all() - ofFirst();
      const answered = found.reduce((sum, each) => sum + each.answered, 0);
      const perSecond = found.reduce((sum, each) => sum + each.perSecond, 0);
      first ||= perSecond;
      table[`${count} ${count === 1 ? "process" : "processes"}`] = {
        "a second": Math.round(perSecond),
        "of one": Number((perSecond / first).toFixed(2)),
        "ms of the processes": Number(((processSeconds * 1000) / answered).toFixed(2)),
        "ms with the database": Number(((allSeconds * 1000) / answered).toFixed(2)),
        "MB of all": pids.reduce((sum, pid) => sum + residentMemory(pid), 0),
      };
    }
  } finally {
    for (const child of more) {
      const exited = once(child, "exit");
      child.kill("SIGTERM");
      await exited;
    }
  }
  console.log(
    `\nPostgreSQL, one card after the other, over processes on one database; ${availableParallelism()} cores for all of them, the database and this`,
  );
  console.table(table);
}

/** One more process of the whole product. */
async function another(port: number, { url, dataDir }: Served["product"], databaseUrl: string): Promise<ChildProcess> {
  const child = spawn(join(root, "node_modules/.bin/node"), [join(root, "services/standalone/dist/main.js")], {
    cwd: root,
    env: {
      ...process.env,
      NODE_OPTIONS: "",
      LOG_LEVEL: "error",
      PORT: String(port),
      DATA_DIR: dataDir,
      DATABASE_URL: databaseUrl,
      PUBLIC_URL: url,
      INTERNAL_EMAIL_DOMAIN: "tessera.example",
      RATE_LIMIT_FACTOR: "10000",
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  await new Promise<void>((ready, failed) => {
    for (const stream of [child.stdout, child.stderr])
      stream.on("data", (chunk: Buffer) => {
        output += chunk;
        if (output.includes("Tessera runs at")) ready();
      });
    child.once("exit", (code) => failed(new Error(`The further process ended with ${code}:\n${output}`)));
  });
  return child;
}

async function databaseBytes(url: string): Promise<number> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    const { rows } = await client.query<{ bytes: string }>("select pg_database_size(current_database()) as bytes");
    return Number(rows[0]!.bytes);
  } finally {
    await client.end();
  }
}

/** Bytes of the tables and indexes of an embedded database; its log is bounded and left out. */
async function folderBytes(folder: string): Promise<number> {
  const files = await readdir(join(folder, "base"), { recursive: true, withFileTypes: true });
  const sizes = files.map(async (file) => (file.isFile() ? (await stat(join(file.parentPath, file.name))).size : 0));
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
}
