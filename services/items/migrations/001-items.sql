-- Items, their long fields and files, counts that lists answer from, and imports.

-- Words for full-text search: English stems, but no stop words ("to be or not to be" is findable, other languages lose none).
create text search dictionary items.stems (template = pg_catalog.snowball, language = 'english');
create text search configuration items.words (copy = pg_catalog.english);
alter text search configuration items.words alter mapping replace pg_catalog.english_stem with items.stems;

-- Stems find inflections, the words as written find by their beginning. The texts come folded (see search-text.ts).
create function items.lexemes(folded text) returns tsvector language sql immutable parallel safe as
  $$ select to_tsvector('items.words', folded) || to_tsvector('pg_catalog.simple', folded) $$;

create table items.item (
  id uuid primary key,
  user_id uuid not null,
  type text not null,
  parent_id uuid references items.item (id) on delete set null,
  title text not null,
  title_key text collate "C" not null,
  title_source text not null check (title_source in ('person', 'rule', 'import')),
  body text not null default '',
  line text not null default '',
  data jsonb not null default '{}',
  tags text[] not null default '{}',
  tag_keys text[] not null default '{}',
  status text not null check (status in ('inbox', 'later', 'done', 'archived', 'trash')),
  pinned boolean not null default false,
  due_at timestamptz,
  snooze_until timestamptz,
  source text not null,
  source_url text,
  -- What makes two items the same thing: "url:…", "mail:…".
  identity text,
  processing jsonb not null default '{}',
  attachment_count integer not null default 0,
  -- Key of the queue entry that says the task is due, while it is open.
  due_entry text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  archived_at timestamptz,
  trashed_at timestamptz,
  version integer not null default 1,
  search tsvector not null
);
create unique index item_identity on items.item (user_id, identity) where identity is not null;
create index item_created on items.item (user_id, created_at desc, id desc);
create index item_status_created on items.item (user_id, status, created_at desc, id desc);
create index item_type_created on items.item (user_id, type, created_at desc, id desc);
create index item_updated on items.item (user_id, updated_at desc, id desc);
create index item_title on items.item (user_id, title_key, id);
create index item_due on items.item (user_id, due_at, id);
create index item_snoozed on items.item (user_id, snooze_until) where snooze_until is not null;
create index item_parent on items.item (parent_id) where parent_id is not null;
create index item_trashed on items.item (trashed_at) where trashed_at is not null;
create index item_search on items.item using gin (search);
create index item_tags on items.item using gin (tag_keys);

-- Fields of `data` that no list needs (readable copies, mails' HTML).
create table items.content (
  item_id uuid primary key references items.item (id) on delete cascade,
  user_id uuid not null,
  data jsonb not null
);

create table items.attachment (
  id uuid primary key,
  item_id uuid not null references items.item (id) on delete cascade,
  user_id uuid not null,
  position integer not null,
  name text not null,
  media_type text not null,
  bytes bigint not null,
  file_key text not null
);
create index attachment_of_item on items.attachment (item_id, position);

create table items.import_session (
  id uuid primary key,
  user_id uuid not null,
  kind text not null check (kind in ('bookmarks', 'mail')),
  file_name text not null,
  -- [{name, key, bytes, format}]; those of no known format carry the reason they are refused for.
  files jsonb not null,
  state text not null default 'waiting' check (state in ('waiting', 'running', 'done', 'cancelled', 'failed')),
  total integer,
  -- Entries that are settled, in the order of the files: where an interrupted import goes on.
  done integer not null default 0,
  created integer not null default 0,
  duplicates integer not null default 0,
  refused integer not null default 0,
  errors jsonb not null default '[]',
  failure text,
  job_id uuid,
  created_at timestamptz not null,
  finished_at timestamptz
);
create index import_of_user on items.import_session (user_id, created_at desc);

-- Counts of items, kept by triggers: a list of 100,000 says its exact length without counting.
create table items.tally (
  user_id uuid not null,
  type text not null,
  status text not null,
  count integer not null,
  primary key (user_id, type, status)
);
create table items.tag_tally (
  user_id uuid not null,
  tag_key text not null,
  tag text not null,
  count integer not null,
  primary key (user_id, tag_key)
);

create function items.count_added() returns trigger language plpgsql security definer set search_path = pg_catalog as $$
begin
  insert into items.tally as t select user_id, type, status, count(*) from added group by 1, 2, 3 order by 1, 2, 3
    on conflict (user_id, type, status) do update set count = t.count + excluded.count;
  insert into items.tag_tally as t
    select i.user_id, k.tag_key, min(k.tag), count(*) from added i, unnest(i.tags, i.tag_keys) as k (tag, tag_key)
    where i.status <> 'trash' group by 1, 2 order by 1, 2
    on conflict (user_id, tag_key) do update set count = t.count + excluded.count;
  return null;
end $$;

create function items.count_removed() returns trigger language plpgsql security definer set search_path = pg_catalog as $$
begin
  update items.tally t set count = t.count - r.n
    from (select user_id, type, status, count(*) as n from removed group by 1, 2, 3) r
    where (t.user_id, t.type, t.status) = (r.user_id, r.type, r.status);
  update items.tag_tally t set count = t.count - r.n
    from (select i.user_id, k as tag_key, count(*) as n from removed i, unnest(i.tag_keys) as k where i.status <> 'trash' group by 1, 2) r
    where (t.user_id, t.tag_key) = (r.user_id, r.tag_key);
  return null;
end $$;

create function items.count_changed() returns trigger language plpgsql security definer set search_path = pg_catalog as $$
begin
  insert into items.tally as t
    select user_id, type, status, sum(n) from
      (select user_id, type, status, 1 as n from added union all select user_id, type, status, -1 from removed) x
    group by 1, 2, 3 having sum(n) <> 0 order by 1, 2, 3
    on conflict (user_id, type, status) do update set count = t.count + excluded.count;
  insert into items.tag_tally as t
    select user_id, tag_key, min(tag), sum(n) from
      (select i.user_id, k.tag_key, k.tag, 1 as n from added i, unnest(i.tags, i.tag_keys) as k (tag, tag_key) where i.status <> 'trash'
       union all
       select i.user_id, k.tag_key, k.tag, -1 from removed i, unnest(i.tags, i.tag_keys) as k (tag, tag_key) where i.status <> 'trash') x
    group by 1, 2 having sum(n) <> 0 order by 1, 2
    on conflict (user_id, tag_key) do update set count = t.count + excluded.count, tag = excluded.tag;
  return null;
end $$;

create trigger count_added after insert on items.item referencing new table as added
  for each statement execute function items.count_added();
create trigger count_removed after delete on items.item referencing old table as removed
  for each statement execute function items.count_removed();
create trigger count_changed after update on items.item referencing new table as added old table as removed
  for each statement execute function items.count_changed();

-- Matches of the caller's items with what lists sort by. Row-level security lets no index be used for operators that might leak
-- (@@, @>), so this runs as the owner and checks the caller itself. In plpgsql, whose plans know the arguments' values.
create function items.find(query tsquery, tag text, types text[], wanted text, awake_at timestamptz, ranked boolean)
returns table (id uuid, created_at timestamptz, updated_at timestamptz, title_key text, due_at timestamptz, rank real)
language plpgsql stable security definer rows 1000 set search_path = pg_catalog as $$
#variable_conflict use_column
begin
  return query
    select i.id, i.created_at, i.updated_at, i.title_key, i.due_at, case when ranked then ts_rank(i.search, query, 1) else 0::real end
    from items.item i
    where i.user_id = kit.uid() and (query is null or i.search @@ query) and (tag is null or i.tag_keys @> array[tag])
      and (types is null or i.type = any(types))
      and case when wanted is null then i.status <> 'trash' when wanted = 'any' then true else i.status = wanted end
      and (awake_at is null or i.snooze_until is null or i.snooze_until <= awake_at);
end $$;

alter table items.item enable row level security;
alter table items.content enable row level security;
alter table items.attachment enable row level security;
alter table items.import_session enable row level security;
alter table items.tally enable row level security;
alter table items.tag_tally enable row level security;
create policy own on items.item using (user_id = kit.uid()) with check (user_id = kit.uid());
create policy own on items.content using (user_id = kit.uid()) with check (user_id = kit.uid());
create policy own on items.attachment using (user_id = kit.uid()) with check (user_id = kit.uid());
create policy own on items.import_session using (user_id = kit.uid()) with check (user_id = kit.uid());
create policy own on items.tally for select using (user_id = kit.uid());
create policy own on items.tag_tally for select using (user_id = kit.uid());
grant usage on schema items to tessera_caller;
grant select, insert, update, delete on items.item, items.content, items.attachment, items.import_session to tessera_caller;
grant select on items.tally, items.tag_tally to tessera_caller;
revoke execute on function items.find(tsquery, text, text[], text, timestamptz, boolean) from public;
grant execute on function items.find(tsquery, text, text[], text, timestamptz, boolean) to tessera_caller;
