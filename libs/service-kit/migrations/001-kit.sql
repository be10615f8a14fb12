-- What every service stands on: the role that row-level security binds, the caller's id, background jobs, kept answers.
do $$ begin
  if not exists (select from pg_roles where rolname = 'tessera_caller') then create role tessera_caller nologin; end if;
exception when duplicate_object or unique_violation then null; -- another database of the same server made it meanwhile
end $$;
do $$ begin execute format('grant tessera_caller to %I', current_user); exception when others then null; end $$;

create function kit.uid() returns uuid language sql stable as
  $$ select nullif(current_setting('request.jwt.claims', true)::json ->> 'sub', '')::uuid $$;
grant usage on schema kit to tessera_caller;

create table kit.job (
  id uuid primary key,
  user_id uuid,
  queue text not null,
  title text not null,
  state text not null default 'waiting' check (state in ('waiting', 'running', 'done', 'failed', 'cancelled')),
  done integer not null default 0,
  total integer,
  unit text not null default '',
  attempts integer not null default 0,
  error text,
  log jsonb not null default '[]',
  path text,
  parent_id uuid,
  item_id uuid,
  data jsonb not null,
  cancel_requested boolean not null default false,
  created_at timestamptz(3) not null default now(), -- as exact as the cursors of lists
  started_at timestamptz,
  finished_at timestamptz
);
create index job_of_user on kit.job (user_id, created_at desc, id desc);
create index job_state on kit.job (user_id, state);
alter table kit.job enable row level security;
create policy own on kit.job using (user_id = kit.uid());
grant select, update, delete on kit.job to tessera_caller;

-- Answers kept for repeated requests with the same Idempotency-Key.
create table kit.answer (
  user_id uuid not null,
  key text not null,
  request_hash text not null,
  status integer,
  body jsonb,
  created_at timestamptz not null default now(),
  primary key (user_id, key)
);
create index answer_age on kit.answer (created_at);
