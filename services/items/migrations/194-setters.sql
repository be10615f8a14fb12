-- Who set each value of a card, when, and what it was before. What nobody changed was set as the card came in.
create table items.value_setter (
  item_id uuid not null references items.item (id) on delete cascade,
  user_id uuid not null,
  -- 'title', 'type', 'status', 'pinned', 'dueAt', 'snoozeUntil', 'data.' and the name of a field, 'tag:' and a key.
  field text not null,
  set_by text not null check (set_by in ('person', 'agent', 'assistant', 'rule', 'server')),
  -- The device of a person; of an agent its run.
  set_with text,
  run_id uuid,
  at timestamptz not null,
  -- Json null: there was none. SQL null: it is not kept, as the field is long.
  before jsonb,
  primary key (item_id, field)
);
create index value_setter_of_user on items.value_setter (user_id);
alter table items.value_setter enable row level security;
create policy own on items.value_setter using (user_id = kit.uid()) with check (user_id = kit.uid());
create policy of_token on items.value_setter as restrictive using (
  (select items.token_cards()) is null or items.token_reaches_card(item_id));
grant select on items.value_setter to tessera_caller;

-- By a trigger, as any change is somebody's, whichever way it came. Rules say that a change is theirs, people's changes
-- count the version up, and agents and assistants say so where a person has a device.
create function items.keep_setters() returns trigger language plpgsql security definer set search_path = pg_catalog as $$
declare
  who text := case
    when current_setting('items.by_rules', true) = 'on' then 'rule'
    when new.version = old.version then 'server'
    when new.changed_with = 'an agent' then 'agent'
    when new.changed_with = 'an assistant' then 'assistant'
    else 'person' end;
  run uuid := case when who = 'agent' then
    (select t.runs[cardinality(t.runs)] from items.touched_card t where t.item_id = new.id) end;
begin
  insert into items.value_setter as s (item_id, user_id, field, set_by, set_with, run_id, at, before)
  select new.id, new.user_id, v.field, who, case when who = 'person' then new.changed_with end, run,
    case when who in ('rule', 'server') then now() else new.updated_at end,
    case when length(v.before::text) <= 4000 then v.before end
  from (
    select 'title' as field, to_jsonb(case when old.title_source = 'rule' then '' else old.title end) as before
      where old.title <> new.title
    union all select 'type', to_jsonb(old.type) where old.type <> new.type
    union all select 'status', to_jsonb(old.status) where old.status <> new.status
    union all select 'pinned', to_jsonb(old.pinned) where old.pinned <> new.pinned
    union all select 'dueAt', coalesce(to_jsonb(old.due_at), 'null') where old.due_at is distinct from new.due_at
    union all select 'snoozeUntil', coalesce(to_jsonb(old.snooze_until), 'null')
      where old.snooze_until is distinct from new.snooze_until
    union all select 'tag:' || k, 'null' from unnest(new.tag_keys) k where k <> all (old.tag_keys)
    union all select 'tag:' || old.tag_keys[n], to_jsonb(old.tags[n]) from generate_subscripts(old.tag_keys, 1) n
      where old.tag_keys[n] <> all (new.tag_keys)
    -- Fields of another type are told by the type. These the server keeps for itself.
    union all select 'data.' || k, coalesce(old.data -> k, 'null')
      from (select jsonb_object_keys(old.data || new.data) as k) d
      where old.type = new.type and old.data <> new.data and old.data -> k is distinct from new.data -> k
        and k not in ('guess', 'occurrence', 'next')
  ) v
  on conflict (item_id, field) do update set set_by = excluded.set_by, set_with = excluded.set_with,
    run_id = excluded.run_id, at = excluded.at,
    -- What one types is saved many times: it was one change.
    before = case when s.set_by = excluded.set_by and s.run_id is not distinct from excluded.run_id
      and s.at > excluded.at - interval '10 minutes' then s.before else excluded.before end;
  return null;
end $$;
create trigger keep_setters after update of title, type, status, pinned, due_at, snooze_until, tags, data
  on items.item for each row
  when ((old.title, old.type, old.status, old.pinned, old.due_at, old.snooze_until, old.tag_keys, old.data)
    is distinct from (new.title, new.type, new.status, new.pinned, new.due_at, new.snooze_until, new.tag_keys, new.data))
  execute function items.keep_setters();
