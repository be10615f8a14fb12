import { Body, Controller, Get, Module, Post } from "@nestjs/common";
import { type Caller, CurrentUser, Database, ForClients, type ServiceDefinition } from "@tessera/service-kit";
import { sql } from "drizzle-orm";
import { z } from "zod";

const NewNote = z.object({ text: z.string() });

@Controller("api/notes")
@ForClients()
class NotesController {
  constructor(private readonly database: Database) {}

  @Get()
  list(@CurrentUser() caller: Caller) {
    return this.database.as(caller, async (tx) => (await tx.execute(sql`select text from notes.note`)).rows);
  }

  @Post()
  create(@CurrentUser() caller: Caller, @Body({ schema: NewNote }) { text }: z.infer<typeof NewNote>) {
    return this.database.as(caller, async (tx) => {
      await tx.execute(sql`insert into notes.note (user_id, text) values (${caller.userId}, ${text})`);
    });
  }
}

@Module({ controllers: [NotesController] })
class NotesModule {}

/** A service that keeps what people write, and asks the kit alone who they are. */
export const notesService: ServiceDefinition = {
  name: "notes",
  title: "Notes",
  module: NotesModule,
  schema: "notes",
  migrations: [
    {
      name: "001-notes",
      sql: `create table notes.note (user_id uuid not null, text text not null);
            alter table notes.note enable row level security;
            create policy own on notes.note using (user_id = kit.uid()) with check (user_id = kit.uid());
            grant usage on schema notes to tessera_caller;
            grant select, insert on notes.note to tessera_caller;`,
    },
  ],
  tables: [{ table: "note", personal: { owner: "user_id" } }],
};
