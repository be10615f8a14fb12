-- What a person chose for an import; null and empty: as each kind of file is sorted in by itself.
alter table items.import_session
  add column target text check (target in ('inbox', 'later', 'archived')),
  add column tags text[] not null default '{}',
  add column by_folder boolean not null default false,
  -- Whether the pages of its cards are fetched when it has ended, and how many bytes the plan held at its start.
  add column with_copies boolean not null default false,
  add column storage_limit bigint,
  add column copies_job uuid,
  add column copies_done integer not null default 0,
  add column copies_total integer,
  add column undo_job uuid,
  -- {removed, kept, named: [{id, title}]} once its undo began.
  add column undone jsonb;

-- Which cards an import made, for as long as it can be undone.
create table items.imported (
  item_id uuid primary key references items.item (id) on delete cascade,
  session_id uuid not null references items.import_session (id) on delete cascade,
  user_id uuid not null
);
create index imported_of_session on items.imported (session_id);
create index imported_of_user on items.imported (user_id);
alter table items.imported enable row level security;
create policy own on items.imported using (user_id = kit.uid()) with check (user_id = kit.uid());
grant select, insert, delete on items.imported to tessera_caller;
