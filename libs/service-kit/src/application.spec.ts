import { Body, Controller, Get, Module, type OnModuleInit, Post } from "@nestjs/common";
import { defineEvent } from "@tessera/contracts-core/define-event.ts";
import { startServices, type World } from "@tessera/testing/services.ts";
import { sql } from "drizzle-orm";
import { z } from "zod";
import {
  type Caller,
  CurrentUser,
  Database,
  Events,
  Idempotent,
  JobRecords,
  Jobs,
  PermanentError,
  type ServiceDefinition,
} from "./index.ts";

const NewNote = z.strictObject({ text: z.string().min(1) }).meta({ id: "NewNote" });
const noteCreated = defineEvent("notes.created", z.object({ text: z.string() }), "Somebody wrote a note.");
const ran: string[] = [];

@Controller("api/notes")
class NotesController {
  constructor(
    private readonly database: Database,
    private readonly jobs: Jobs,
    private readonly events: Events,
  ) {}

  @Post()
  @Idempotent()
  create(@CurrentUser() caller: Caller, @Body({ schema: NewNote }) body: z.infer<typeof NewNote>) {
    return this.database.as(caller, async (tx) => {
      const { rows } = await tx.execute(
        sql`insert into notes.note (user_id, text) values (${caller.userId}, ${body.text}) returning id, text`,
      );
      await this.jobs.send(tx, "notes.index", { text: body.text }, { userId: caller.userId, unit: "notes" });
      await this.events.publish(tx, noteCreated, { text: body.text });
      if (body.text === "refuse after writing") throw new Error("boom");
      return rows[0];
    });
  }

  @Post("drafts")
  draft() {
    return null;
  }

  @Get()
  list(@CurrentUser() caller: Caller) {
    return this.database.as(
      caller,
      async (tx) => (await tx.execute(sql`select text from notes.note order by id`)).rows,
    );
  }
}

@Module({ controllers: [NotesController] })
class NotesModule implements OnModuleInit {
  constructor(
    private readonly jobs: Jobs,
    private readonly events: Events,
  ) {}
  onModuleInit() {
    this.jobs.define<{ text: string }>("notes.index", { title: (data) => `Index ${data.text}` }, async (job) => {
      ran.push(`job ${job.data.text}`);
      await job.progress(1, 2);
      if (job.data.text === "hopeless") throw new PermanentError("This text cannot be indexed");
    });
    this.events.on(noteCreated, "test", async ({ text }) => void ran.push(`event ${text}`));
  }
}

const notes: ServiceDefinition = {
  name: "notes",
  title: "Notes",
  module: NotesModule,
  schema: "notes",
  migrations: [
    {
      name: "001-notes",
      sql: `create table notes.note (id serial primary key, user_id uuid not null, text text not null);
        alter table notes.note enable row level security;
        create policy own on notes.note using (user_id = kit.uid()) with check (user_id = kit.uid());
        grant usage on schema notes to tessera_caller;
        grant usage on all sequences in schema notes to tessera_caller;
        grant select, insert on notes.note to tessera_caller;`,
    },
  ],
  tables: [{ table: "note", personal: { owner: "user_id" } }],
};

/** Takes bodies of a kilobyte, and within one folder of two. */
const small = {
  ...notes,
  bodyLimits: [
    { under: "/api/notes", bytes: 1024 },
    { under: "/api/notes/drafts", bytes: 2048 },
  ],
};

let world: World;
const userId = "00000000-0000-4000-8000-000000000001";
const post = (token: string, body: unknown, headers: Record<string, string> = {}) =>
  world.client(token)("/api/notes", {
    method: "POST",
    body: JSON.stringify(body),
    headers: { "content-type": "application/json", ...headers },
  });

beforeAll(async () => {
  world = await startServices([notes]);
});
afterAll(() => world.stop());

it("answers health and its description without a token", async () => {
  expect(await (await fetch(`${world.url}/api/health`)).json()).toMatchObject({ status: "ok", services: ["notes"] });
  const description = (await (await fetch(`${world.url}/api/notes/openapi.json`)).json()) as {
    paths: object;
    components: { schemas: object };
  };
  expect(Object.keys(description.paths)).toContain("/api/notes");
  expect(Object.keys(description.components.schemas)).toContain("NewNote");
});

it("refuses a call without a token, and with one that another issuer signed", async () => {
  expect((await fetch(`${world.url}/api/notes`)).status).toBe(401);
  const foreign = await world.client("eyJhbGciOiJub25lIn0.eyJzdWIiOiIxIn0.")("/api/notes");
  expect(foreign.status).toBe(401);
  expect(foreign.headers.get("content-type")).toContain("application/problem+json");
});

it("lets nobody in who still owes their second factor", async () => {
  const half = await world.client(await world.token({ aal: "aal1", nextAal: "aal2" }))("/api/notes");
  expect([half.status, ((await half.json()) as { code: string }).code]).toEqual([403, "insufficient_aal"]);
  expect((await world.client(await world.token({ aal: "aal2", nextAal: "aal2" }))("/api/notes")).status).toBe(200);
});

it("names the place of what it refuses", async () => {
  const answer = await post(await world.token(), { text: "", colour: "red" });
  expect(answer.status).toBe(400);
  const body = (await answer.json()) as { code: string; errors: { path: string }[] };
  expect(body.code).toBe("invalid_request");
  expect(body.errors.map((error) => error.path)).toContain("/text");
});

it("answers a body that is no JSON, or too large, with a sentence", async () => {
  const token = await world.token();
  const broken = await world.client(token)("/api/notes", {
    method: "POST",
    body: "{",
    headers: { "content-type": "application/json" },
  });
  expect(broken.status).toBe(400);
  expect(((await broken.json()) as { detail: string }).detail).toMatch(/not valid JSON/);
  expect((await post(token, { text: "x".repeat(1_100_000) })).status).toBe(413);
});

it("takes no larger bodies than a service wants under an address, from anybody", async () => {
  const own = await startServices([small]);
  const status = async (path: string, bytes: number) =>
    (
      await own.client()(path, {
        method: "POST",
        body: JSON.stringify("x".repeat(bytes)),
        headers: { "content-type": "application/json" },
      })
    ).status;
  expect([await status("/api/notes", 1000), await status("/api/notes", 1100)]).toEqual([401, 413]);
  expect([await status("/api/notes/drafts", 2000), await status("/api/notes/drafts", 2100)]).toEqual([401, 413]);
  await own.stop();
});

it("shows each caller their own rows alone", async () => {
  await post(await world.token({ userId }), { text: "mine" });
  expect(await (await world.client(await world.token())("/api/notes")).json()).toEqual([]);
  expect(await (await world.client(await world.token({ userId }))("/api/notes")).json()).toContainEqual({
    text: "mine",
  });
});

it("writes once for one idempotency key, and refuses the key for another body", async () => {
  const token = await world.token({ userId });
  const first = await (await post(token, { text: "once" }, { "idempotency-key": "k1" })).json();
  const again = await post(token, { text: "once" }, { "idempotency-key": "k1" });
  expect(await again.json()).toEqual(first);
  expect(again.status).toBe(201);
  expect((await post(token, { text: "other" }, { "idempotency-key": "k1" })).status).toBe(422);
  const { rows } = await world.database.system((tx) => tx.execute(sql`select 1 from notes.note where text = 'once'`));
  expect(rows).toHaveLength(1);
});

it("runs jobs and events of committed transactions only", async () => {
  await world.jobsIdle(); // those of the tests before
  ran.length = 0;
  const token = await world.token({ userId });
  expect((await post(token, { text: "refuse after writing" })).status).toBe(500);
  await post(token, { text: "kept" });
  await world.jobsIdle();
  expect(ran.toSorted()).toEqual(["event kept", "job kept"]);
});

it("records a job for its person: failure in words, run again, gone for others", async () => {
  await post(await world.token({ userId }), { text: "hopeless" });
  await world.jobsIdle();
  const records = world.application.nest.get(JobRecords);
  const { jobs } = await records.list({ userId }, { state: "failed", limit: 10 });
  expect(jobs[0]).toMatchObject({
    title: "Index hopeless",
    error: "This text cannot be indexed",
    attempts: 1,
    done: 1,
    total: 2,
  });
  const id = jobs[0]!.id;
  await expect(records.get({ userId: "00000000-0000-4000-8000-000000000002" }, id)).rejects.toMatchObject({
    code: "job_not_found",
  });
  const before = ran.length;
  expect((await records.retry({ userId }, id)).id).toBe(id);
  await world.jobsIdle();
  expect(ran.slice(before)).toEqual(["job hopeless"]);
  expect((await records.get({ userId }, id)).state).toBe("failed");
  await records.remove({ userId }, id);
  await expect(records.get({ userId }, id)).rejects.toMatchObject({ code: "job_not_found" });
});
