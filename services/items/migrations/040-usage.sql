-- Cards and bytes are metered where they are stored and deleted, so that no way of doing it goes past the ledger. The
-- keys are drawn: such a row is written once, with what it counts.
create function items.meter_cards() returns trigger language plpgsql security definer set search_path = pg_catalog as $$
begin
  insert into kit.usage (user_id, meter, key, quantity, card_id)
    select user_id, 'cards', gen_random_uuid()::text, case tg_op when 'INSERT' then count(*) else -count(*) end,
      case when count(*) = 1 then (array_agg(id))[1] end
    from metered group by user_id order by user_id;
  return null;
end $$;
create trigger meter_added after insert on items.item referencing new table as metered
  for each statement execute function items.meter_cards();
create trigger meter_removed after delete on items.item referencing old table as metered
  for each statement execute function items.meter_cards();

-- For each row: a statement for each deleted card reaches these tables, most often without a row.
create function items.meter_bytes() returns trigger language plpgsql security definer set search_path = pg_catalog as $$
begin
  if tg_op <> 'INSERT' and old.bytes <> 0 then
    insert into kit.usage (user_id, meter, key, quantity, subject, card_id)
      values (old.user_id, 'storage', gen_random_uuid()::text, -old.bytes, tg_table_name, old.item_id);
  end if;
  if tg_op <> 'DELETE' and new.bytes <> 0 then
    insert into kit.usage (user_id, meter, key, quantity, subject, card_id)
      values (new.user_id, 'storage', gen_random_uuid()::text, new.bytes, tg_table_name, new.item_id);
  end if;
  return null;
end $$;
create trigger meter_bytes after insert or delete or update of bytes on items.attachment
  for each row execute function items.meter_bytes();
create trigger meter_bytes after insert or delete or update of bytes on items.picture
  for each row execute function items.meter_bytes();

-- What people hold already. It came before the days by which the month is projected.
insert into kit.usage (user_id, meter, key, quantity, at)
  select user_id, 'cards', 'held-before', sum(count), now() - interval '31 days'
  from items.tally group by user_id having sum(count) <> 0;
insert into kit.usage (user_id, meter, key, quantity, at)
  select user_id, 'storage', 'held-before', sum(bytes), now() - interval '31 days'
  from (select user_id, bytes from items.attachment union all select user_id, bytes from items.picture) f
  group by user_id having sum(bytes) <> 0;
