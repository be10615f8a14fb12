-- The export of a person's data, one a person: a newer one replaces it.
create table kit.export (
  user_id uuid primary key,
  id uuid not null,
  job_id uuid,
  state text not null default 'running' check (state in ('running', 'ready', 'failed')),
  -- How far each schema is: {"items": "asked"} or {"items": "done"}; empty until they were asked.
  parts jsonb not null default '{}',
  done integer not null default 0,
  total integer,
  -- Schemas that are not in it, as no running process serves them.
  missing text[] not null default '{}',
  bytes bigint,
  error text,
  requested_at timestamptz not null,
  finished_at timestamptz,
  -- When its file is deleted.
  expires_at timestamptz
);
alter table kit.export enable row level security;
create policy own on kit.export for select using (user_id = kit.uid());
grant select on kit.export to tessera_caller;
