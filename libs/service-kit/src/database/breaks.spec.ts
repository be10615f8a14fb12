import { once } from "node:events";
import { type AddressInfo, connect, createServer } from "node:net";
import { Body, Controller, Module, type OnModuleInit, Post } from "@nestjs/common";
import { type OwnPostgres, startOwnPostgres } from "@tessera/testing/own-postgres.ts";
import { startServices, type World } from "@tessera/testing/services.ts";
import { until } from "@tessera/testing/until.ts";
import { sql } from "drizzle-orm";
import pg from "pg";
import { type Caller, Changes, CurrentUser, Database, Jobs, type ServiceDefinition } from "../index.ts";
import { ServerPool } from "./server-pool.ts";

const onServer = process.env.TEST_DATABASE_URL ? describe : describe.skip;

const ran: string[] = [];

@Controller("api/pages")
class PagesController {
  constructor(
    private readonly database: Database,
    private readonly jobs: Jobs,
  ) {}

  /** Two statements and a job in one transaction: a break may come between any of them. */
  @Post()
  write(@CurrentUser() caller: Caller, @Body() { text }: { text: string }) {
    return this.database.as(caller, async (tx) => {
      await tx.execute(sql`insert into pages.page (user_id, text) values (${caller.userId}, ${text})`);
      await this.jobs.send(tx, "pages.index", { text }, { hidden: true });
      await tx.execute(sql`update pages.page set done = true where text = ${text}`);
      return { text };
    });
  }
}

@Module({ controllers: [PagesController] })
class PagesModule implements OnModuleInit {
  constructor(private readonly jobs: Jobs) {}
  onModuleInit() {
    this.jobs.define<{ text: string }>("pages.index", { concurrency: 4 }, async ({ data }) => void ran.push(data.text));
  }
}

const pages: ServiceDefinition = {
  name: "pages",
  title: "Pages",
  module: PagesModule,
  schema: "pages",
  migrations: [
    {
      name: "001-pages",
      sql: `create table pages.page (id serial primary key, user_id uuid not null, text text not null, done boolean not null default false);
        alter table pages.page enable row level security;
        create policy own on pages.page using (user_id = kit.uid()) with check (user_id = kit.uid());
        grant usage on schema pages to tessera_caller;
        grant usage on sequence pages.page_id_seq to tessera_caller;
        grant select, insert, update on pages.page to tessera_caller;`,
    },
  ],
  tables: [{ table: "page", personal: { owner: "user_id" }, live: { key: "id", columns: ["id", "user_id", "text"] } }],
};

const ADA = "00000000-0000-4000-8000-00000000000a";
const WRITERS = 4;
/** Acknowledged writes between two breaks. */
const BETWEEN = 15;

onServer("a database that goes and comes", () => {
  const shared = process.env.TEST_DATABASE_URL;
  let server: OwnPostgres;
  let world: World;
  let token: string;
  beforeAll(async () => {
    server = await startOwnPostgres();
    process.env.TEST_DATABASE_URL = server.url;
    world = await startServices([pages]);
    token = await world.token({ userId: ADA });
  });
  afterAll(async () => {
    await world.stop();
    process.env.TEST_DATABASE_URL = shared;
    await server.stop();
  });

  const write = (text: string) =>
    world.client(token)("/api/pages", {
      method: "POST",
      body: JSON.stringify({ text }),
      headers: { "content-type": "application/json" },
    });
  /** Ends every other connection to the server, in the middle of whatever they do. */
  const terminate = async () => {
    const client = new pg.Client({ connectionString: server.url });
    await client.connect();
    await client.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid() and backend_type = 'client backend'",
    );
    await client.end();
  };
  const restart = (mode: "fast" | "immediate") => async () => {
    await server.down(mode);
    await server.up();
  };

  it("keeps the process, loses nothing that was acknowledged and applies nothing twice", async () => {
    const changes = world.application.nest.get(Changes);
    let [seen, lost] = [new Set<string>(), 0];
    const follower = {
      changed: ({ record }: { record: Record<string, unknown> }) => void seen.add(String(record.text)),
      missed: () => void lost++,
    };
    const feed = await changes.follow(follower);
    await changes.watch((await changes.tables()).get("pages.page")!, ADA);

    const acknowledged: string[] = [];
    const statuses = new Map<number, number>();
    let [n, stop, waiting] = [0, false, [] as { count: number; reached: () => void }[]];
    const reach = (count: number) => new Promise<void>((reached) => waiting.push({ count, reached }));
    const writer = async () => {
      while (!stop) {
        const text = `text-${++n}`;
        const { status } = await write(text);
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
        if (status !== 201) continue;
        acknowledged.push(text);
        waiting = waiting.filter(({ count, reached }) => acknowledged.length < count || reached());
      }
    };
    const writers = Array.from({ length: WRITERS }, writer);
    const breaks = { terminate, fast: restart("fast"), immediate: restart("immediate") };
    const figures: string[] = [];
    for (let round = 1; round <= 4; round++) {
      for (const [kind, make] of Object.entries(breaks)) {
        await reach(acknowledged.length + BETWEEN);
        const began = performance.now();
        await make();
        const made = performance.now();
        const before = acknowledged.length;
        await reach(before + 1);
        figures.push(`${kind} ${Math.round(made - began)}+${Math.round(performance.now() - made)}`);
      }
    }
    stop = true;
    await Promise.all(writers);
    console.log(
      `breaks, ms away + ms until the next write: ${figures.join(", ")}; answers ${JSON.stringify([...statuses])}`,
    );

    const { rows } = await world.database.system((tx) =>
      tx.execute<{ text: string; n: number; done: boolean }>(
        sql`select text, count(*)::int as n, bool_and(done) as done from pages.page group by text`,
      ),
    );
    const kept = new Map(rows.map((row) => [row.text, row]));
    expect(acknowledged.filter((text) => !kept.has(text))).toEqual([]);
    expect(rows.filter((row) => row.n !== 1 || !row.done)).toEqual([]);
    expect([...statuses.keys()].filter((status) => status !== 201 && status !== 503)).toEqual([]);

    // Jobs come back on their own; the few whose start or end was cut are taken up when their heartbeat is missed (30
    // s).
    const open =
      "select count(*)::int as n from pgboss.job where name = 'pages.index' and state in ('created', 'retry')";
    const left = async () => (await world.database.pool.query<{ n: number }>(open)).rows[0]!.n;
    await until("the jobs that waited", async () => (await left()) === 0, { limitMs: 60_000, state: left });
    const cut = await world.database.pool.query<{ text: string }>(
      "select data -> 'payload' ->> 'text' as text from pgboss.job where name = 'pages.index' and state = 'active'",
    );
    const waitingFor = new Set(cut.rows.map(({ text }) => text));
    expect([...kept.keys()].filter((text) => !ran.includes(text) && !waitingFor.has(text))).toEqual([]);

    // So do live changes; a crash is announced, as what was not delivered went with it.
    expect(lost).toBeGreaterThan(0);
    seen = new Set();
    for (let i = 0; !seen.size; i++) await write(`after-${i}`);
    await feed.close();
  });

  it("is waited for by a request that finds it away", async () => {
    const { hostname, port } = new URL(server.url);
    let refused = 0;
    const before = createServer((socket) => {
      if (++refused <= 3) return socket.destroy();
      const behind = connect(Number(port), hostname);
      for (const one of [socket, behind]) one.on("error", () => undefined);
      socket.pipe(behind).pipe(socket);
    });
    await once(before.listen(0, "127.0.0.1"), "listening");
    const url = new URL(server.url);
    url.host = `127.0.0.1:${(before.address() as AddressInfo).port}`;
    const limits = { statementTimeout: 0, idleInTransactionTimeout: 0, connectTimeout: 5_000, prepares: false };
    const pool = new ServerPool(url.href, { poolSize: 1, ...limits });
    expect((await pool.query("select 1 as one")).rows).toEqual([{ one: 1 }]);
    expect(refused).toBe(4);
    await pool.end();
    before.close();
  });

  it("says so while it is away: 503 in words, also of its health", async () => {
    await server.down("fast");
    for (const [answer, instance] of [
      [await write("never"), "write"],
      [await fetch(`${world.url}/api/health`), "health"],
    ] as const) {
      const body = (await answer.json()) as { code: string };
      expect([instance, answer.status, body.code, answer.headers.get("retry-after")]).toEqual([
        instance,
        503,
        "database_unavailable",
        "2",
      ]);
    }
    await server.up();
    expect((await write("again")).status).toBe(201);
    expect((await fetch(`${world.url}/api/health`)).status).toBe(200);
  });
});
