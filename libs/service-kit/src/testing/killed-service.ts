// A process that kills itself at the point that a request names; http/idempotency.spec.ts starts it.
import { Body, Controller, Headers, Module, Post, Req } from "@nestjs/common";
import { sql } from "drizzle-orm";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { z } from "zod";
import {
  type Caller,
  CurrentUser,
  createApplication,
  Database,
  FileStore,
  Idempotent,
  type ServiceDefinition,
  uploadsOf,
} from "../index.ts";

const Note = z.strictObject({ text: z.string() });
const reached = (point: string, wanted: unknown) => {
  if (wanted === point) process.kill(process.pid, "SIGKILL");
};
let wanted: string | undefined;

@Controller("api/notes")
class NotesController {
  constructor(
    private readonly database: Database,
    private readonly files: FileStore,
  ) {}

  @Post()
  @Idempotent()
  create(
    @CurrentUser() caller: Caller,
    @Body({ schema: Note }) { text }: z.infer<typeof Note>,
    @Headers("x-kill-at") at?: string,
  ) {
    return this.write(caller, text, at);
  }

  @Post("upload")
  @Idempotent()
  async upload(@CurrentUser() caller: Caller, @Req() request: FastifyRequest, @Headers("x-kill-at") at?: string) {
    let bytes = 0;
    for await (const { name, content } of uploadsOf(request, { maxBytes: 1000, maxFiles: 2 }))
      bytes += (await this.files.put(`notes/${name}`, content)).bytes;
    return this.write(caller, `${bytes} bytes`, at);
  }

  private async write(caller: Caller, text: string, at: string | undefined) {
    wanted = at;
    reached("before the claim", at);
    const id = await this.database.as(caller, async (tx) => {
      const { rows } = await tx.execute<{ id: number }>(
        sql`insert into notes.note (user_id, text) values (${caller.userId}, ${text}) returning id`,
      );
      reached("inside the transaction", at);
      return rows[0]!.id;
    });
    reached("before the commit", at);
    // A later transaction of the same request joins the first.
    const { rows } = await this.database.as(caller, (tx) =>
      tx.execute<{ n: number }>(sql`select count(*)::int as n from notes.note`),
    );
    return { id, text, notes: rows[0]!.n };
  }
}

@Module({ controllers: [NotesController] })
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
        alter table notes.note enable row level security;
        create policy own on notes.note using (user_id = kit.uid()) with check (user_id = kit.uid());
        grant usage on schema notes to tessera_caller;
        grant usage on all sequences in schema notes to tessera_caller;
        grant select, insert on notes.note to tessera_caller;`,
    },
  ],
  tables: [{ table: "note", personal: { owner: "user_id" } }],
};

const application = await createApplication([notes], { environment: process.env });
const fastify = application.nest.getHttpAdapter().getInstance() as unknown as FastifyInstance;
fastify.addHook("onSend", async () => reached("before the answer", wanted));
await application.listen();
process.stdout.write("ready\n");
