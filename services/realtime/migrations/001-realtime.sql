-- Messages between processes that are too large for a notification, which then names them. Unlogged: they live for seconds.
create unlogged table realtime.message (
  id uuid primary key,
  body text not null,
  created_at timestamptz not null default now()
);
create index message_age on realtime.message (created_at);
