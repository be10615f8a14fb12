// A process that exports a person's data and kills itself when a file that KILL_AT matches was written; export/killed.spec.ts starts it.
import { buffer } from "node:stream/consumers";
import { Module } from "@nestjs/common";
import { until } from "@tessera/testing/until.ts";
import { createApplication, Exports, FileStore, type ServiceDefinition } from "../index.ts";

/** For the export, on a machine that may be busy. */
const LIMIT_MS = 150_000;

@Module({})
class NotesModule {}

const notes: ServiceDefinition = {
  name: "notes",
  title: "Notes",
  module: NotesModule,
  schema: "notes",
  migrations: [
    {
      name: "001-notes",
      sql: `create table notes.note (id serial primary key, user_id uuid not null, text text not null);
        alter table notes.note enable row level security;`,
    },
  ],
  tables: [{ table: "note", personal: { owner: "user_id" } }],
  personalFolders: ["notes"],
};

const { USER_ID = "", KILL_AT } = process.env;
const caller = { userId: USER_ID };
const application = await createApplication([notes], { environment: process.env });
const files = application.nest.get(FileStore);
const exports = application.nest.get(Exports);
const put = files.put.bind(files);
files.put = async (key, content, options) => {
  const kept = await put(key, content, options);
  if (KILL_AT && key.endsWith(KILL_AT)) process.kill(process.pid, "SIGKILL");
  return kept;
};
if (!(await exports.read(caller))) {
  await application.database.pool.query("insert into notes.note (user_id, text) select $1, 'note ' || n from generate_series(1, 500) n", [
    USER_ID,
  ]);
  await put(`notes/${USER_ID}/one`, Buffer.from("a drawing"));
  await exports.request(caller, "/settings");
}
// What a killed process left is taken up at once, not when its last sign of life is old enough.
await application.database.pool.query("update pgboss.job set state = 'retry', start_after = now() where state = 'active'");
await application.listen();
const open = "select 1 from kit.job where user_id = $1 and finished_at is null";
const isOver = async (query: string, params: unknown[] = []) => (await application.database.pool.query(query, params)).rows.length === 0;
await until("the export", () => isOver(open, [USER_ID]), { limitMs: LIMIT_MS });
const archive = (await exports.read(caller))?.state === "ready" ? await buffer((await exports.open(caller)).content) : null;
// The archive is ready before its parts are deleted: that ends with the job.
const job = "select 1 from pgboss.job where name = 'kit.export' and state = 'active'";
await until("the end of the export's job", () => isOver(job), { limitMs: LIMIT_MS });
const kept: string[] = [];
for await (const key of files.list(`exports/${USER_ID}`)) kept.push(key);
await new Promise<void>((written) =>
  process.stdout.write(`${JSON.stringify({ kept, archive: archive?.toString("base64") })}\n`, () => written()),
);
await application.close();
