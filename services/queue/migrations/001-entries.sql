-- What waits for a person. One row per matter: (user_id, key) makes the events that open and close it idempotent.
-- Times keep milliseconds, as the cursors of the lists do.
create table queue.entry (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null,
  key text not null,
  kind text not null,
  title text not null,
  line text not null,
  path text,
  item_id uuid,
  job_id uuid,
  state text not null check (state in ('open', 'snoozed', 'accepted', 'declined', 'closed')),
  snooze_until timestamptz(3),
  -- Place in the list: when it was opened, returns from its snooze, or was settled.
  sort_at timestamptz(3) not null,
  -- The newest event about it: an older one that arrives late, or the same one again, changes nothing.
  event_at timestamptz(3) not null,
  event_id uuid,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  unique (user_id, key),
  check ((state = 'snoozed') = (snooze_until is not null))
);

create index entry_list on queue.entry (user_id, state, sort_at, id);

alter table queue.entry enable row level security;
create policy own on queue.entry using (user_id = kit.uid()) with check (user_id = kit.uid());
grant usage on schema queue to tessera_caller;
-- Events write entries; a person only decides them.
grant select, update on queue.entry to tessera_caller;
