import { Module } from "@nestjs/common";
import type { Database, ServiceDefinition } from "@tessera/service-kit";
import { sql } from "drizzle-orm";

@Module({})
class NotesModule {}

/** A service with one table that it publishes, as any other does. */
export const notesService: ServiceDefinition = {
  name: "notes",
  title: "Notes",
  module: NotesModule,
  schema: "notes",
  migrations: [
    {
      name: "001-notes",
      sql: `create table notes.note (
              id integer primary key, user_id uuid not null, title text not null, rank numeric, done boolean not null default false,
              tags text[] not null default '{}', due_at timestamptz, body text not null default 'never published');
            alter table notes.note enable row level security;
            create policy own on notes.note using (user_id = kit.uid()) with check (user_id = kit.uid());
            grant usage on schema notes to tessera_caller;
            grant select, insert, update, delete on notes.note to tessera_caller;
            create table notes.notice (id integer primary key, title text not null, secret text);`,
    },
  ],
  tables: [
    {
      table: "note",
      personal: { owner: "user_id" },
      live: { key: "id", columns: ["id", "user_id", "title", "rank", "done", "tags", "due_at"] },
    },
    { table: "notice", personal: null, live: { to: "administrators", key: "id", columns: ["id", "title"] } },
  ],
};

/** Runs one statement as its person would. */
export const asPerson = (database: Database, userId: string, statement: ReturnType<typeof sql>) =>
  database.of("notes").as({ userId }, (tx) => tx.execute(statement));

export const insertNote = (database: Database, userId: string, id: number, title: string, rank: number | null = null) =>
  asPerson(
    database,
    userId,
    sql`insert into notes.note (id, user_id, title, rank) values (${id}, ${userId}, ${title}, ${rank})`,
  );
