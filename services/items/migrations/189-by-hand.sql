-- That a person snoozed or woke a card, or gave it its type, is known as well: rules leave it.
create or replace function items.keep_by_hand() returns trigger language plpgsql set search_path = pg_catalog as $$
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
        where entry not in ('status', 'pinned', 'priority', 'snoozeUntil', 'type')
          and substr(entry, 2) <> all (added || gone)
      union all select '+' || tag, 1 from unnest(added) tag
      union all select '-' || tag, 1 from unnest(gone) tag
      union all select 'status', 2 where old.status <> new.status or 'status' = any(old.by_hand)
      union all select 'pinned', 2 where old.pinned <> new.pinned or 'pinned' = any(old.by_hand)
      union all select 'priority', 2
        where old.data -> 'priority' is distinct from new.data -> 'priority' or 'priority' = any(old.by_hand)
      union all select 'snoozeUntil', 2
        where old.snooze_until is distinct from new.snooze_until or 'snoozeUntil' = any(old.by_hand)
      union all select 'type', 2 where old.type <> new.type or 'type' = any(old.by_hand)
    ) entries
    -- Tags come and go on a card for years: the newest are known.
    order by part desc limit 200);
  return new;
end $$;
drop trigger keep_by_hand on items.item;
create trigger keep_by_hand before update of status, pinned, tag_keys, data, snooze_until, type on items.item for each row
  when (old.status <> new.status or old.pinned <> new.pinned or old.tag_keys <> new.tag_keys
    or old.data -> 'priority' is distinct from new.data -> 'priority'
    or old.snooze_until is distinct from new.snooze_until or old.type <> new.type)
  execute function items.keep_by_hand();
