-- When a mail reminds of what is due; null once it was sent, and where nobody asked for it in time.
alter table items.item add column remind_at timestamptz;
create index item_remind on items.item (remind_at) where remind_at is not null;

-- `data.reminder` counts minutes before a card is due; on a day without a time, before 9:00 by the clock of its person.
create function items.reminder_of(owner uuid, data jsonb, due_at timestamptz) returns timestamptz
language plpgsql stable security definer set search_path = pg_catalog as $$
declare
  minutes integer;
begin
  if due_at is null then return null; end if;
  minutes := (data ->> 'reminder')::integer;
  if not data ? 'dueDay' then return due_at - make_interval(mins => minutes); end if;
  return ((data ->> 'dueDay')::date - minutes / 1440 + time '09:00')
    at time zone coalesce((select time_zone from items.person where user_id = owner), 'UTC') - make_interval(mins => minutes % 1440);
exception when data_exception then
  -- A zone that this database does not know: the page said when the day begins, and few days have another length. Null
  -- for data of another type, which may hold anything.
  return due_at + interval '9 hours' - make_interval(mins => minutes);
end $$;

-- By a trigger, as any write may move what is due: a page, an agent, an import, the next time of what repeats.
create function items.plan_reminder() returns trigger language plpgsql security definer set search_path = pg_catalog as $$
begin
  if tg_op = 'UPDATE' and row(new.data -> 'reminder', new.data -> 'dueDay', new.due_at)
    is not distinct from row(old.data -> 'reminder', old.data -> 'dueDay', old.due_at) then return new; end if;
  new.remind_at := items.reminder_of(new.user_id, new.data, new.due_at);
  -- Too late: it lay in the past when it was chosen.
  if new.remind_at <= new.updated_at then new.remind_at := null; end if;
  return new;
end $$;
create trigger plan_first_reminder before insert on items.item
  for each row when (new.data ? 'reminder') execute function items.plan_reminder();
create trigger plan_reminder before update of data, due_at on items.item
  for each row when (new.data ? 'reminder' or old.data ? 'reminder') execute function items.plan_reminder();

-- 9:00 is another moment in another zone.
create function items.move_reminders() returns trigger language plpgsql security definer set search_path = pg_catalog as $$
begin
  update items.item set remind_at = items.reminder_of(user_id, data, due_at)
    where user_id = new.user_id and remind_at is not null and data ? 'dueDay';
  return null;
end $$;
create trigger move_reminders after insert or update of time_zone on items.person
  for each row execute function items.move_reminders();

revoke execute on function items.reminder_of(uuid, jsonb, timestamptz) from public;
