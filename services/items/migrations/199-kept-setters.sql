-- As it was (194), with no more values of a card than an answer names: tags that came and went left a row each, as long
-- as the card was there.
create or replace function items.keep_setters() returns trigger language plpgsql security definer set search_path = pg_catalog as $$
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
  -- Few columns, but tags, and fields of types that nobody declares, come and go without an end. An answer names 100
  -- (setters.service.ts); with some more, not every change deletes one.
  if (old.tag_keys <> new.tag_keys or old.data <> new.data)
    and (select count(*) from items.value_setter s where s.item_id = new.id) > 120 then
    delete from items.value_setter s using (
      select o.field from items.value_setter o where o.item_id = new.id order by o.at desc, o.field offset 100
    ) oldest
    where s.item_id = new.id and s.field = oldest.field;
  end if;
  return null;
end $$;

delete from items.value_setter s using (
  select item_id, field, row_number() over (partition by item_id order by at desc, field) as place
  from items.value_setter
) oldest
where oldest.place > 100 and s.item_id = oldest.item_id and s.field = oldest.field;
