-- What matters more comes first: lists by day and the order by priority. Types say it by the same field.
alter table items.item add column priority smallint not null
  generated always as (case data ->> 'priority' when 'high' then 1 when 'medium' then 2 when 'low' then 3 else 4 end) stored;
create index item_priority on items.item (user_id, priority, id);
-- What is due and open: few of all cards.
create index item_open_due on items.item (user_id, due_at, id) where due_at is not null and status in ('inbox', 'later');
