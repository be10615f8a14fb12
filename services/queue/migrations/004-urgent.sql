-- Urgent entries are listed first among open ones.
alter table queue.entry add column urgent boolean not null default false;
create index entry_open on queue.entry (user_id, urgent, sort_at, id) where state in ('open', 'snoozed');
