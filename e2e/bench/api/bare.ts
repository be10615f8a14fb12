// The server that the product is measured against: Fastify and the driver, one statement a request, rows as they come.
// Beside it the same with what a request of the product must have: its token checked (once, then kept until it
// expires), its claims and role set in a transaction around the statement. And a service of the kit that checks the
// token as every service does and answers an empty object.
import { Controller, Get, Module } from "@nestjs/common";
import {
  type Caller,
  CurrentUser,
  callerRole,
  createApplication,
  type OpenDatabase,
  openDatabase,
  type Pool,
} from "@tessera/service-kit";
import fastify, { type FastifyRequest } from "fastify";
import { createRemoteJWKSet, jwtVerify } from "jose";
import pg from "pg";
import { seed } from "./seed.ts";
import { seedBooks } from "./seed-books.ts";
import { seedQueue } from "./seed-queue.ts";
import { type Statement, statements } from "./statements.ts";

/** What a database is filled with. */
export type Seeded = "items" | "transactions" | "queue";

/** As BARE names it: where the database is, whose rows, and where the keys of tokens are. */
interface Settings {
  databaseUrl?: string;
  /** Folder of an embedded database, opened through the same worker as the product's. */
  dataDir?: string;
  person: string;
  jwksUrl: string;
  identityUrl: string;
  /** Folder of the files of the service that answers an empty object. */
  emptyDir: string;
  /** How much to store before anything else; then it ends. */
  seed?: number;
  of?: Seeded;
}

const settings = JSON.parse(process.env.BARE!) as Settings;
const verified = new Map<string, { sub: string; exp: number }>();
const keys = createRemoteJWKSet(new URL(settings.jwksUrl));
const { pool, close, embedded } = await open();

if (settings.seed) {
  const store = { items: seed, transactions: seedBooks, queue: seedQueue }[settings.of ?? "items"];
  const ids = await store((text, values) => pool.query(text, values), settings.person, settings.seed);
  await pool.query("checkpoint");
  await close();
  process.send!({ ids }, () => process.disconnect());
} else {
  const [plain, guarded] = [await serve(alone, async () => undefined), await serve(guardedStatement, checkToken)];
  const backend = await pool.query<{ pid: number }>("select pg_backend_pid() as pid");
  process.send!({ plain, guarded, empty: await serveEmpty(), backend: backend.rows[0]!.pid });
}

/** The database, each connection with the person's claims set once: what `items.find` goes by. */
async function open(): Promise<{ pool: Pool; close(): Promise<unknown>; embedded?: OpenDatabase }> {
  const claims = `select set_config('request.jwt.claims', ${pg.escapeLiteral(claimsOf(settings.person))}, false)`;
  if (settings.databaseUrl) {
    const server = new pg.Pool({ connectionString: settings.databaseUrl, max: 10 });
    server.on("connect", (client) => void client.query(claims));
    return { pool: server as unknown as Pool, close: () => server.end() };
  }
  const embedded = await openDatabase({ databaseUrl: undefined, dataDir: settings.dataDir! });
  await embedded.pool.query(claims);
  return { pool: embedded.pool, close: () => embedded.close(), embedded };
}

function claimsOf(sub: string): string {
  return JSON.stringify({ sub, role: "authenticated" });
}

async function alone(_person: string, { text }: Statement, values: unknown[]): Promise<unknown[]> {
  return (await pool.query(text, values)).rows;
}

async function guardedStatement(person: string, { schema, text }: Statement, values: unknown[]): Promise<unknown[]> {
  const client = await pool.connect();
  try {
    await client.query(`begin; set local role ${callerRole(schema)};
      select set_config('request.jwt.claims', ${pg.escapeLiteral(claimsOf(person))}, true)`);
    const { rows } = await client.query(text, values);
    await client.query("commit");
    return rows;
  } finally {
    client.release();
  }
}

async function checkToken(request: FastifyRequest): Promise<string> {
  const token = /^Bearer (\S+)$/i.exec(request.headers.authorization ?? "")![1]!;
  const known = verified.get(token);
  if (known && known.exp * 1000 > Date.now()) return known.sub;
  const { payload } = await jwtVerify(token, keys, { audience: "authenticated" });
  verified.set(token, payload as { sub: string; exp: number });
  return payload.sub!;
}

async function serve(
  answer: (person: string, statement: Statement, values: unknown[]) => Promise<unknown[]>,
  check: (request: FastifyRequest) => Promise<string | undefined>,
): Promise<number> {
  const server = fastify();
  const on = (statement: Statement) => async (request: FastifyRequest) => {
    const person = (await check(request)) ?? settings.person;
    const { id } = request.params as { id?: string };
    const { q } = request.query as { q?: string };
    return answer(person, statement, statement.values(person, { id, q, body: request.body as never }));
  };
  const { list, search, one, create, patch, check: subscription } = statements;
  server.get("/api/health", async () => ({ status: "ok" }));
  server.get("/api/items", (request) => on((request.query as { q?: string }).q ? search : list)(request));
  server.get("/api/items/:id", on(one));
  server.post("/api/items", on(create));
  server.patch("/api/items/:id", on(patch));
  server.get("/api/stripe/check-subscription", on(subscription));
  await server.listen({ port: 0, host: "127.0.0.1" });
  return (server.server.address() as { port: number }).port;
}

async function serveEmpty(): Promise<number> {
  @Controller("api/empty")
  class EmptyController {
    @Get()
    answer(@CurrentUser() _: Caller) {
      return {};
    }
  }
  @Module({ controllers: [EmptyController] })
  class EmptyModule {}
  const environment = {
    ...{ NODE_ENV: "production", LOG_LEVEL: "warn", PORT: "0", RATE_LIMIT_FACTOR: "10000" },
    ...{ PUBLIC_URL: "http://localhost", IDENTITY_URL: settings.identityUrl, DATA_DIR: settings.emptyDir },
    DATABASE_URL: settings.databaseUrl ?? undefined,
  };
  const empty = { name: "empty", title: "Empty", schema: "empty", module: EmptyModule, migrations: [] };
  const application = await createApplication([empty], { environment, database: embedded, guest: true });
  return Number(new URL(await application.listen()).port);
}
