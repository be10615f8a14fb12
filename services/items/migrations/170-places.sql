-- The order that a person makes by hand. `placed` is where a card was moved to; what was not moved stands by when it
-- was captured, the newest first. Between two places there is always another.
alter table items.item add column placed numeric;
alter table items.item add column place numeric not null
  generated always as (coalesce(placed, -extract(epoch from created_at at time zone 'UTC'))) stored;
create index item_place on items.item (user_id, place, id);
