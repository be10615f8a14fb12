-- What a person said with a decision; when an entry is over by itself, and what happens then.
alter table queue.entry
  add column comment text,
  add column decided_by text check (decided_by in ('person', 'expiry')),
  add column expires_at timestamptz(3),
  add column on_expiry text not null default 'close' check (on_expiry in ('accept', 'decline', 'close'));
create index entry_expiry on queue.entry (expires_at) where expires_at is not null and state in ('open', 'snoozed');
