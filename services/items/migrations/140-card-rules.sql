-- Rules for cards (libs/rules). A deleted rule is kept for a while, as its deletion can be undone.
create table items.rule (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null,
  name text not null,
  stage text check (stage in ('pre', 'post')),
  condition jsonb not null,
  actions jsonb not null,
  enabled boolean not null default true,
  version integer not null default 1,
  created_at timestamptz not null,
  deleted_at timestamptz
);
create index rule_of_user on items.rule (user_id, created_at, id);

-- Each version of a rule as it was saved.
create table items.rule_version (
  rule_id uuid not null references items.rule (id) on delete cascade,
  user_id uuid not null,
  version integer not null,
  name text not null,
  stage text,
  condition jsonb not null,
  actions jsonb not null,
  enabled boolean not null,
  at timestamptz not null,
  primary key (rule_id, version)
);
create index rule_version_of_user on items.rule_version (user_id);

-- Which version of which rule set what of a card.
create table items.rule_effect (
  id uuid primary key default gen_random_uuid(),
  -- In which order, also where the clock says the same.
  seq bigint generated always as identity,
  user_id uuid not null,
  item_id uuid not null references items.item (id) on delete cascade,
  rule_id uuid not null references items.rule (id) on delete cascade,
  rule_version integer not null,
  -- The run over existing cards that set it; null: the card came in, or was enriched.
  run_id uuid,
  field text not null check (field in ('tag', 'status', 'pinned', 'priority')),
  before jsonb not null,
  after jsonb not null,
  at timestamptz not null,
  reverted_at timestamptz
);
create index rule_effect_of_item on items.rule_effect (item_id, seq desc);
create index rule_effect_of_rule on items.rule_effect (rule_id, seq desc);
create index rule_effect_of_run on items.rule_effect (run_id) where run_id is not null;
create index rule_effect_of_user on items.rule_effect (user_id);

alter table items.rule enable row level security;
alter table items.rule_version enable row level security;
alter table items.rule_effect enable row level security;
create policy own on items.rule using (user_id = kit.uid()) with check (user_id = kit.uid());
create policy own on items.rule_version using (user_id = kit.uid()) with check (user_id = kit.uid());
create policy own on items.rule_effect using (user_id = kit.uid()) with check (user_id = kit.uid());
grant select, insert, update on items.rule to tessera_caller;
grant select, insert on items.rule_version to tessera_caller;
grant select, insert, update on items.rule_effect to tessera_caller;

-- What a person set of a card: 'status', 'pinned', 'priority', '+' and '-' with the key of a tag that they gave or took
-- away. Null on cards from before this was known.
alter table items.item add column by_hand text[];

-- By a trigger, as any change of these is somebody's, whichever way it came; rules say that it is theirs.
create function items.keep_by_hand() returns trigger language plpgsql set search_path = pg_catalog as $$
declare
  added text[];
  gone text[];
begin
  if current_setting('items.by_rules', true) = 'on' then
    return new;
  end if;
  added := array(select unnest(new.tag_keys) except select unnest(old.tag_keys));
  gone := array(select unnest(old.tag_keys) except select unnest(new.tag_keys));
  new.by_hand := array(
    select entry from (
      select entry, 0 as part from unnest(coalesce(old.by_hand, '{}')) entry
        where entry not in ('status', 'pinned', 'priority') and substr(entry, 2) <> all (added || gone)
      union all select '+' || tag, 1 from unnest(added) tag
      union all select '-' || tag, 1 from unnest(gone) tag
      union all select 'status', 2 where old.status <> new.status or 'status' = any(old.by_hand)
      union all select 'pinned', 2 where old.pinned <> new.pinned or 'pinned' = any(old.by_hand)
      union all select 'priority', 2
        where old.data -> 'priority' is distinct from new.data -> 'priority' or 'priority' = any(old.by_hand)
    ) entries
    -- Tags come and go on a card for years: the newest are known.
    order by part desc limit 200);
  return new;
end $$;
create trigger keep_by_hand before update of status, pinned, tag_keys, data on items.item for each row
  when (old.status <> new.status or old.pinned <> new.pinned or old.tag_keys <> new.tag_keys
    or old.data -> 'priority' is distinct from new.data -> 'priority')
  execute function items.keep_by_hand();
