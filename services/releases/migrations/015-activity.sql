-- When something last happened to an app, or its rollout's evidence changed: pages of administrators follow it live.
create table releases.activity (
  app text primary key,
  at timestamptz not null,
  -- what is known of the open rollout's health, as a hash
  evidence text
);
alter table releases.activity enable row level security;
