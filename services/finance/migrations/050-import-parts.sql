-- A file of many entries comes into the books in parts, each in a transaction of its own.
alter table finance.bank_import
  -- What the person chose for each statement; null before, and once nothing of the file is to be written any more.
  add column choices jsonb,
  -- The parts that count; null until all of them are there.
  add column plan uuid,
  -- Entries that the parts hold, and those of them that were written.
  add column total integer not null default 0,
  add column written integer not null default 0,
  -- It ended before all was written: the person stopped it, or it could not go on.
  add column stopped boolean not null default false,
  -- Why it could not go on, in a sentence without its full stop.
  add column failure text,
  -- Its line among the person's jobs.
  add column line_id uuid;
create index bank_import_writing on finance.bank_import (user_id) where choices is not null;
create index bank_import_act on finance.bank_import (act_id) where act_id is not null;

-- What is to be written, a part in one transaction, which deletes it: gone once it is in the books.
create table finance.bank_import_part (
  import_id uuid not null references finance.bank_import (id) on delete cascade,
  user_id uuid not null,
  plan uuid not null,
  -- From 0.
  place integer not null,
  content jsonb not null,
  primary key (import_id, plan, place)
);
create index bank_import_part_owner on finance.bank_import_part (user_id);

alter table finance.bank_import_part enable row level security;
create policy own on finance.bank_import_part using (user_id = kit.uid()) with check (user_id = kit.uid());
grant select, insert, update, delete on finance.bank_import_part to tessera_caller;
