-- Unread until opened. What was there before this migration counts as read, as what an import brings does.
alter table items.item add column unread boolean not null default false;
create index item_unread on items.item (user_id, created_at desc, id desc) where unread;

-- The newest decision about the due task in the queue, and the status that the task had before it was completed there.
alter table items.item add column due_decided_at timestamptz, add column due_decided_from text;
create index item_due_task on items.item (due_at) where type = 'task' and status in ('inbox', 'later');

-- Where the days of a person begin; nobody without a row: UTC.
create table items.person (
  user_id uuid primary key,
  time_zone text not null
);
alter table items.person enable row level security;
create policy own on items.person using (user_id = kit.uid()) with check (user_id = kit.uid());
grant select, insert, update on items.person to tessera_caller;
