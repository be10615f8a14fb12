-- What a search reads: folding the case of each row at each search takes ten times as long.
alter table queue.entry add column words text not null generated always as (lower(title || E'\n' || line)) stored;
create index entry_settled on queue.entry (user_id, sort_at, id) where state in ('accepted', 'declined', 'closed');
