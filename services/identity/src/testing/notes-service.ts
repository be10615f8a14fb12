import { Body, Controller, Delete, Get, Module, Post } from "@nestjs/common";
import { API_SCOPES, defineApiScope } from "@tessera/contracts-core/api-scopes.ts";
import {
  type Caller,
  CurrentUser,
  Database,
  ForApiTokens,
  ForClients,
  type ServiceDefinition,
} from "@tessera/service-kit";
import { sql } from "drizzle-orm";
import { z } from "zod";

const readNotes = defineApiScope("notes:read", "Read your notes");
const writeNotes = defineApiScope("notes:write", "Add notes");
const NewNote = z.object({ text: z.string() });

@Controller("api/notes")
@ForClients()
class NotesController {
  constructor(private readonly database: Database) {}

  @Get()
  @ForApiTokens(readNotes)
  list(@CurrentUser() caller: Caller) {
    return this.database.as(caller, async (tx) => (await tx.execute(sql`select text from notes.note`)).rows);
  }

  @Post()
  @ForApiTokens(writeNotes)
  create(@CurrentUser() caller: Caller, @Body({ schema: NewNote }) { text }: z.infer<typeof NewNote>) {
    return this.database.as(caller, async (tx) => {
      await tx.execute(sql`insert into notes.note (user_id, text) values (${caller.userId}, ${text})`);
    });
  }

  /** Takes no API token. */
  @Delete()
  removeAll(@CurrentUser() caller: Caller) {
    return this.database.as(caller, async (tx) => {
      await tx.execute(sql`delete from notes.note where user_id = ${caller.userId}`);
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
            grant select, insert, delete on notes.note to tessera_caller;`,
    },
  ],
  tables: [{ table: "note", personal: { owner: "user_id" } }],
  contributes: { [API_SCOPES]: [readNotes, writeNotes] },
};
