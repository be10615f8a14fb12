-- Colours that a person gave to tags; a tag without a row has none.
create table items.tag_style (
  user_id uuid not null,
  tag_key text not null,
  colour text not null check (colour in ('red', 'orange', 'yellow', 'green', 'blue', 'purple')),
  primary key (user_id, tag_key)
);

-- One row for each time that tags were renamed, merged or deleted on all cards.
create table items.tag_change (
  id uuid primary key,
  user_id uuid not null,
  from_tags text[] not null,
  -- Null: the tags were deleted.
  to_tag text,
  state text not null check (state in ('running', 'done', 'undoing', 'undone')),
  total integer not null,
  done integer not null default 0,
  -- Colours of the tags concerned as they were: {tag_key: colour}.
  styles jsonb not null default '{}',
  created_at timestamptz not null
);
create index tag_change_of_user on items.tag_change (user_id, created_at desc);

-- The cards that it changed, with those of its tags that each had. An undo takes its rows away.
create table items.tag_changed (
  change_id uuid not null references items.tag_change (id) on delete cascade,
  item_id uuid not null references items.item (id) on delete cascade,
  user_id uuid not null,
  tags text[] not null,
  primary key (change_id, item_id)
);
create index tag_changed_item on items.tag_changed (item_id);
create index tag_changed_of_user on items.tag_changed (user_id);

alter table items.tag_style enable row level security;
alter table items.tag_change enable row level security;
alter table items.tag_changed enable row level security;
create policy own on items.tag_style using (user_id = kit.uid()) with check (user_id = kit.uid());
create policy own on items.tag_change for select using (user_id = kit.uid());
grant select, insert, update, delete on items.tag_style to tessera_caller;
grant select on items.tag_change to tessera_caller;

-- As items.find, with several tags that a card must all have. The other one stays for processes of the version before.
create function items.find_tagged(query tsquery, wanted_tags text[], types text[], wanted text, awake_at timestamptz, ranked boolean)
returns table (id uuid, created_at timestamptz, updated_at timestamptz, title_key text, due_at timestamptz, rank real)
language plpgsql stable security definer rows 1000 set search_path = pg_catalog as $$
#variable_conflict use_column
begin
  return query
    select i.id, i.created_at, i.updated_at, i.title_key, i.due_at, case when ranked then ts_rank(i.search, query, 1) else 0::real end
    from items.item i
    where i.user_id = kit.uid() and (query is null or i.search @@ query) and (wanted_tags is null or i.tag_keys @> wanted_tags)
      and (types is null or i.type = any(types))
      and case when wanted is null then i.status <> 'trash' when wanted = 'any' then true else i.status = wanted end
      and (awake_at is null or i.snooze_until is null or i.snooze_until <= awake_at);
end $$;
revoke execute on function items.find_tagged(tsquery, text[], text[], text, timestamptz, boolean) from public;
grant execute on function items.find_tagged(tsquery, text[], text[], text, timestamptz, boolean) to tessera_caller;
