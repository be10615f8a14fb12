-- Files that were read, and what became of them. What they hold goes once it is in the books.
create table finance.bank_import (
  id uuid primary key,
  user_id uuid not null,
  file_name text not null,
  format text not null,
  -- Statements without entries, problems: what the page shows.
  summary jsonb not null,
  -- Entries by statement; null once they were imported.
  entries jsonb,
  act_id uuid,
  created integer not null default 0,
  changed integer not null default 0,
  at timestamptz(3) not null,
  -- From when the days count that a file is kept; null once it was imported.
  unused_since timestamptz(3)
);
create index bank_import_list on finance.bank_import (user_id, at desc, id desc);

alter table finance.bank_import enable row level security;
create policy own on finance.bank_import using (user_id = kit.uid()) with check (user_id = kit.uid());
grant select, insert, update, delete on finance.bank_import to tessera_caller;
