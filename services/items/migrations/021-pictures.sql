-- Pictures that were kept with a card: those of a page's readable copy, and its site's icon.
create table items.picture (
  id uuid primary key,
  item_id uuid not null references items.item (id) on delete cascade,
  user_id uuid not null,
  name text not null,
  media_type text not null,
  width integer not null,
  height integer not null,
  bytes bigint not null,
  file_key text not null
);
create index picture_of_item on items.picture (item_id);
create index picture_of_user on items.picture (user_id);
alter table items.picture enable row level security;
create policy own on items.picture using (user_id = kit.uid()) with check (user_id = kit.uid());
grant select, insert, delete on items.picture to tessera_caller;

-- How far a card was read, 0 to 1; null: not begun.
alter table items.item add column reading real check (reading between 0 and 1);
