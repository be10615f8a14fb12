-- Pages as they were when they were fetched, each one file that loads nothing: the newest few of a bookmark.
create table items.page_copy (
  id uuid primary key,
  item_id uuid not null references items.item (id) on delete cascade,
  user_id uuid not null,
  name text not null,
  fetched_at timestamptz not null,
  -- SHA-256 of the file: the same page fetched again replaces the copy before.
  digest text not null,
  pictures_left_out integer not null,
  bytes bigint not null,
  file_key text not null
);
create index page_copy_of_item on items.page_copy (item_id);
create index page_copy_of_user on items.page_copy (user_id);
alter table items.page_copy enable row level security;
create policy own on items.page_copy using (user_id = kit.uid()) with check (user_id = kit.uid());
grant select, insert, delete on items.page_copy to tessera_caller;
create trigger meter_bytes after insert or delete or update of bytes on items.page_copy
  for each row execute function items.meter_bytes();
