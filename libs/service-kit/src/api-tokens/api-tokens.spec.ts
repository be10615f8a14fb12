import { randomUUID } from "node:crypto";
import { Controller, Delete, Get, Module, Post } from "@nestjs/common";
import { defineApiScope } from "@tessera/contracts-core/api-scopes.ts";
import { startServices, type World } from "@tessera/testing/services.ts";
import { sql } from "drizzle-orm";
import {
  API_TOKEN_PREFIX,
  type Caller,
  CurrentUser,
  Database,
  ForApiTokens,
  ForClients,
  hashOfApiToken,
  Idempotent,
  PlanStandings,
  RateLimit,
  type ServiceDefinition,
  Subscribed,
} from "../index.ts";

const read = defineApiScope("books:read", "Read books");
const write = defineApiScope("books:write", "Add books");
let added = 0;

@Controller("api/shelf")
@ForClients()
class ShelfController {
  constructor(private readonly database: Database) {}

  @Get() @ForApiTokens(read) read(@CurrentUser() caller: Caller) {
    return caller;
  }
  @Post() @Idempotent() @ForApiTokens(write) add(@CurrentUser() caller: Caller) {
    return this.database.as(caller, async (tx) => {
      await tx.execute(sql`select kit.uid()`);
      added += 1;
      return { added };
    });
  }
  @Delete() remove() {
    return {};
  }
  @Get("paid") @Subscribed() @ForApiTokens(read) paid() {
    return {};
  }
  @Get("rare") @RateLimit({ limit: 1, windowSeconds: 600, by: "caller" }) @ForApiTokens(read) rare() {
    return {};
  }
}
@Module({ controllers: [ShelfController] })
class ShelfModule {}
const shelf: ServiceDefinition = {
  name: "shelf",
  title: "Shelf",
  module: ShelfModule,
  schema: "shelf",
  apiTokens: "shelf.token_of",
  tables: [{ table: "token", personal: { owner: "user_id" } }],
  migrations: [
    {
      name: "001-shelf",
      sql: `create table shelf.token (id uuid primary key, user_id uuid, email text, scopes text[], types text[], tags text[], hash bytea, until timestamptz);
            alter table shelf.token enable row level security;
            create function shelf.token_of(hash bytea, at timestamptz)
            returns table (id uuid, user_id uuid, email text, scopes text[], types text[], tags text[]) language sql as $$
              select id, user_id, email, scopes, types, tags from shelf.token t where t.hash = $1 and t.until > $2
            $$;`,
    },
  ],
};

describe("an API token", () => {
  let world: World;
  beforeAll(async () => {
    world = await startServices([shelf], { environment: { INTERNAL_EMAIL_DOMAIN: "inside.example" } });
  });
  afterAll(() => world.stop());

  const system = (statement: ReturnType<typeof sql>) => world.database.system((tx) => tx.execute(statement));
  const made = async (scopes: string[], { email = "", userId = randomUUID(), types = [] as string[] } = {}) => {
    const token = `${API_TOKEN_PREFIX}${randomUUID()}`;
    const until = new Date(world.clock.now().getTime() + 600_000).toISOString();
    await system(sql`insert into shelf.token values (${randomUUID()}, ${userId}, ${email}, ${sql.param(scopes)}::text[],
      ${sql.param(types)}::text[], '{}', ${hashOfApiToken(token)}, ${until})`);
    return { token, userId };
  };
  const send = async (token: string, method = "GET", path = "", headers: Record<string, string> = {}) => {
    const answer = await fetch(`${world.url}/api/shelf${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, ...headers },
    });
    const body = (await answer.json()) as { code?: string; added?: number };
    return { status: answer.status, code: body.code, challenge: answer.headers.get("www-authenticate"), body };
  };
  const guess = (path = "") => send(`${API_TOKEN_PREFIX}${randomUUID()}`, "GET", path);

  it("opens what its scope opens, and says which is missing", async () => {
    const reader = await made([read.name]);
    expect(await send(reader.token)).toMatchObject({ status: 200, body: { userId: reader.userId } });
    expect(await send(reader.token, "POST")).toMatchObject({
      ...{ status: 403, code: "api_token_scope" },
      challenge: 'Bearer error="insufficient_scope", scope="books:write"',
    });
    const writer = await made([write.name]);
    expect((await send(writer.token, "POST")).status).toBe(201);
    expect(await send(writer.token)).toMatchObject({ status: 403, code: "api_token_scope" });
  });

  it("opens nothing that is not declared for it, although apps and people get in", async () => {
    const { token } = await made([read.name, write.name]);
    expect(await send(token, "DELETE")).toMatchObject({ status: 403, code: "api_token_not_accepted" });
    expect((await send(await world.token(), "DELETE")).status).toBe(200);
    expect((await send(await world.token(), "GET")).status).toBe(200);
  });

  it("has neither its person's address nor roles, by which they administer", async () => {
    const { token } = await made([read.name], { email: "boss@inside.example" });
    expect((await send(token)).body).toMatchObject({ email: "", roles: [], accessToken: "", aal: "aal1" });
  });

  it("does the same once with an idempotency key, of its person alone", async () => {
    const [one, other] = [await made([write.name]), await made([write.name])];
    const key = { "idempotency-key": "first" };
    const first = await send(one.token, "POST", "", key);
    expect((await send(one.token, "POST", "", key)).body).toEqual(first.body);
    expect((await send(other.token, "POST", "", key)).body).not.toEqual(first.body);
  });

  it("needs the plan that its person needs", async () => {
    const { token, userId } = await made([read.name]);
    expect(await send(token, "GET", "/paid")).toMatchObject({ status: 402, code: "subscription_required" });
    await world.database.system((tx) =>
      world.application.nest
        .get(PlanStandings)
        .write(tx, "test", [
          { userId, openUntil: "infinity", planId: "studio", cardLimit: 5, storageLimit: null, limits: {} },
        ]),
    );
    expect((await send(token, "GET", "/paid")).status).toBe(200);
    const inside = await made([read.name], { email: "ines@inside.example" });
    expect((await send(inside.token, "GET", "/paid")).status).toBe(200);
  });

  it("asks at the cost of its person's programs, not of their page", async () => {
    const userId = randomUUID();
    const [one, other] = [await made([read.name], { userId }), await made([read.name], { userId })];
    expect((await send(one.token, "GET", "/rare")).status).toBe(200);
    expect((await send(other.token, "GET", "/rare")).status).toBe(429);
    expect((await send(await world.token({ userId }), "GET", "/rare")).status).toBe(200);
  });

  it("that is unknown or has expired counts nowhere, from one request to the next", async () => {
    expect(await guess()).toMatchObject({
      ...{ status: 401, code: "api_token_invalid", challenge: 'Bearer error="invalid_token"' },
    });
    const { token } = await made([read.name]);
    expect((await send(token)).status).toBe(200);
    world.clock.advance(601_000);
    expect((await send(token)).status).toBe(401);
  });

  it("is guessed a few times from one network, which closes no program that was let in before", async () => {
    const [before, after] = [await made([read.name]), await made([read.name])];
    expect((await send(before.token)).status).toBe(200);
    const statuses = [];
    for (let count = 0; count < 40; count++) statuses.push((await guess()).status);
    expect(statuses.slice(0, 20)).toEqual(Array(20).fill(401));
    expect(statuses.at(-1)).toBe(429);
    expect((await send(before.token)).status).toBe(200);
    expect((await send(after.token)).status).toBe(429);
    world.clock.advance(300_000);
    expect((await send(after.token)).status).toBe(200);
  });

  it("is named in the description, with the scope of each operation", async () => {
    const document = (await (await fetch(`${world.url}/api/shelf/openapi.json`)).json()) as {
      paths: Record<string, Record<string, { security: object[] }>>;
      components: { securitySchemes: Record<string, object> };
    };
    const { get, delete: remove } = document.paths["/api/shelf"]!;
    expect(get!.security).toEqual([{ bearer: [] }, { apiToken: ["books:read"] }]);
    expect(remove!.security).toEqual([{ bearer: [] }]);
    expect(document.components.securitySchemes.apiToken).toMatchObject({ type: "http", scheme: "bearer" });
  });
});
