import { Body, Controller, Module, type OnModuleInit, Post } from "@nestjs/common";
import { startServices, type World } from "@tessera/testing/services.ts";
import { until } from "@tessera/testing/until.ts";
import { sql } from "drizzle-orm";
import {
  type Caller,
  CurrentUser,
  Database,
  Jobs,
  Log,
  PermanentError,
  type ServiceDefinition,
  type Tx,
} from "../index.ts";

/** Nothing of it may be read anywhere. */
const SECRET = "planted-7d1f-secret";
const LONG = SECRET + Array.from({ length: 400 }, (_, n) => Math.sin(n)).join("");

const insert = (tx: Tx, column: string, value: unknown) =>
  tx.execute(sql`insert into vault.thing (${sql.identifier(column)}, secret) values (${value}, ${SECRET})`);
/** As the server words and codes it; the message of a real one may name any file. */
const raise = (tx: Tx, condition: string) => tx.execute(sql`select vault.fail(${condition}, ${SECRET})`);

/** A statement that fails, by kind, with the status it is answered by. */
const failures: Record<string, { status: number; code?: string; work(tx: Tx): Promise<unknown> }> = {
  unique: {
    status: 500,
    code: "23505",
    work: async (tx) => [await insert(tx, "word", SECRET), await insert(tx, "word", SECRET)],
  },
  check: { status: 500, code: "23514", work: (tx) => insert(tx, "small", -7) },
  type: { status: 500, code: "22P02", work: (tx) => insert(tx, "id", SECRET) },
  tooLong: { status: 500, code: "22001", work: (tx) => insert(tx, "short", SECRET) },
  indexRow: { status: 500, code: "54000", work: (tx) => insert(tx, "word", LONG) },
  noColumn: { status: 500, code: "42703", work: (tx) => insert(tx, "nothing", SECRET) },
  literal: { status: 500, code: "22P02", work: (tx) => tx.execute(sql.raw(`select '${SECRET}'::uuid`)) },
  swallowed: { status: 500, code: "25P02", work: (tx) => insert(tx, "small", -7).catch(() => undefined) },
  wrapped: {
    status: 500,
    work: (tx) =>
      insert(tx, "small", -7).catch((error: Error) => {
        throw new Error(`Could not keep it: ${error.message}`, { cause: error });
      }),
  },
  diskFull: { status: 507, code: "53100", work: (tx) => raise(tx, "disk_full") },
  slow: { status: 503, code: "57014", work: (tx) => raise(tx, "query_canceled") },
  connection: { status: 503, code: "08006", work: (tx) => raise(tx, "connection_failure") },
};

@Controller("api/vault")
class VaultController {
  constructor(
    private readonly database: Database,
    private readonly jobs: Jobs,
    private readonly log: Log,
  ) {}

  @Post("system")
  system(@Body() { kind }: { kind: string }) {
    return this.database.system((tx) => failures[kind]!.work(tx));
  }
  @Post("statement")
  statement(@Body() { kind }: { kind: string }) {
    return this.database.statement((tx) => failures[kind]!.work(tx));
  }
  /** What a service logs itself, within the transaction that failed. */
  @Post("caught")
  caught(@Body() { kind }: { kind: string }) {
    return this.database.system((tx) =>
      failures[kind]!.work(tx).catch((error) => {
        this.log.warn({ err: error, other: error }, "caught");
        throw error;
      }),
    );
  }
  /** As the folder of files gives it. */
  @Post("file")
  file() {
    throw Object.assign(new Error("no space left on device, write"), { code: "ENOSPC" });
  }
  @Post("job")
  async job(@CurrentUser() { userId }: Caller, @Body() { kind }: { kind: string }) {
    await this.database.system((tx) => this.jobs.send(tx, "vault.fail", { kind }, { userId }));
  }
}

@Module({ controllers: [VaultController] })
class VaultModule implements OnModuleInit {
  constructor(
    private readonly jobs: Jobs,
    private readonly database: Database,
  ) {}
  onModuleInit() {
    this.jobs.define<{ kind: string }>("vault.fail", { retryLimit: 0 }, async ({ data }) => {
      if (data.kind === "words") throw new PermanentError("The bank refuses this card");
      await this.database.system((tx) => failures[data.kind]!.work(tx));
    });
  }
}

const vault: ServiceDefinition = {
  name: "vault",
  title: "Vault",
  module: VaultModule,
  schema: "vault",
  migrations: [
    {
      name: "001-vault",
      sql: `create table vault.thing (id uuid, word text, short varchar(5), small integer check (small > 0), secret text not null);
        create unique index word on vault.thing (word);
        create function vault.fail(condition text, secret text) returns void language plpgsql as $$ begin
          execute format('do $do$ begin raise exception %L using errcode = %L; end $do$', 'could not write ' || secret, condition);
        end $$;`,
    },
  ],
};

let world: World;
const lines: string[] = [];
const userId = "00000000-0000-4000-8000-000000000001";
beforeAll(async () => {
  world = await startServices([vault], { logTo: { write: (line) => void lines.push(line) } });
});
afterAll(() => world.stop());

const post = async (path: string, kind: string) =>
  world.client(await world.token({ userId }))(`/api/vault/${path}`, {
    method: "POST",
    body: JSON.stringify({ kind }),
    headers: { "content-type": "application/json" },
  });

describe.each(Object.entries(failures))("a statement that fails: %s", (kind, { status, code }) => {
  it("is logged by operation and SQLSTATE, and answered in words, without any value", async () => {
    for (const path of ["system", "statement", "caught"]) {
      if (path !== "system" && kind === "swallowed") continue; // only a whole transaction can be refused at its end
      lines.length = 0;
      const answer = await post(path, kind);
      const body = await answer.text();
      expect([path, answer.status, body.includes(SECRET)]).toEqual([path, status, false]);
      const log = lines.join("");
      expect([path, log.includes(SECRET), log.includes("insert into"), /params/.test(log)]).toEqual([
        path,
        false,
        false,
        false,
      ]);
      if (code) expect(log).toContain(`"code":"${code}"`);
    }
  });

  it("leaves a generic sentence with the person's job, and no value anywhere", async () => {
    lines.length = 0;
    expect((await post("job", kind)).status).toBe(201);
    await world.jobsIdle();
    const { rows } = await world.database.system((tx) =>
      tx.execute<{ error: string }>(sql`select error from kit.job order by created_at desc limit 1`),
    );
    expect(rows[0]!.error).toMatch(
      {
        507: /^There is no room left/,
        503: /^The database (took too long|could not be reached)/,
        500: /database refused a statement/,
      }[status]!,
    );
    const everywhere = await world.database.system((tx) =>
      tx.execute<{ found: string }>(
        sql`select j::text as found from kit.job j union all select b::text from pgboss.job b`,
      ),
    );
    expect([...everywhere.rows.map(({ found }) => found), ...lines].filter((text) => text.includes(SECRET))).toEqual(
      [],
    );
  });
});

it("leaves a sentence that was meant for the person as it is", async () => {
  await post("job", "words");
  await world.jobsIdle();
  const { rows } = await world.database.system((tx) =>
    tx.execute(sql`select error from kit.job where error like 'The bank%'`),
  );
  expect(rows).toEqual([{ error: "The bank refuses this card" }]);
});

it.each([
  ["the database", "system", 507],
  ["the folder of files", "file", 507],
  ["a job", "job", 201],
])("says in its health that the disk is full, until there is room again: found by %s", async (_by, path, status) => {
  await world.database.system((tx) =>
    tx.execute(
      sql.raw(`create or replace function vault.no_room() returns event_trigger language plpgsql as $$ begin
          raise exception 'could not extend file: No space left on device' using errcode = 'disk_full'; end $$;
        create event trigger no_room on ddl_command_start when tag in ('CREATE TABLE AS') execute function vault.no_room()`),
    ),
  );
  const health = async () => {
    const answer = await fetch(`${world.url}/api/health`);
    return [answer.status, ((await answer.json()) as { code?: string; status: unknown }).code];
  };
  expect((await post(path, "diskFull")).status).toBe(status);
  if (path === "job") await until("a full disk", async () => (await health())[0] === 507, { state: health });
  expect(await health()).toEqual([507, "storage_full"]);
  await world.database.system((tx) => tx.execute(sql`drop event trigger no_room`));
  await until("good health", async () => (await health())[0] === 200, { state: health });
});

it("keeps secrets by name out of the log, and the codes of errors in it", () => {
  const written: string[] = [];
  const log = new Log("info", { write: (line) => void written.push(line) });
  const error = Object.assign(new Error("no room"), { code: "ENOSPC", path: "/data", token: SECRET });
  log.warn({ err: error, nested: { code: SECRET, token: SECRET }, code: SECRET, anything: error }, "words");
  expect(written.join("")).not.toContain(SECRET);
  expect(JSON.parse(written[0]!)).toMatchObject({ err: { code: "ENOSPC", message: "no room" }, code: "[removed]" });
});
