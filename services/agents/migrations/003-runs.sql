-- Tasks that agents work on by themselves. Every step is stored before the next; what a tool does is stored by its
-- service, once for each call.
alter table agents.agent add column tools jsonb not null default '{}';
alter table agents.agent add column max_steps integer not null default 20;
alter table agents.agent add column run_tokens bigint check (run_tokens > 0);
alter table agents.agent add column run_limit_micros bigint check (run_limit_micros >= 0);

-- No foreign key: what a run cost outlives it.
alter table agents.call add column run_id uuid;
-- The most tokens that what was sent can have, and what came back so far; of a call whose process died, both count.
alter table agents.call add column sent_tokens integer;
alter table agents.call add column seen_tokens integer not null default 0;
-- Written while the process that asks is alive.
alter table agents.call add column alive_at timestamptz(3);
create index call_of_run on agents.call (run_id) where run_id is not null;
create index call_running on agents.call (alive_at) where state = 'running';

create table agents.run (
  id uuid primary key,
  user_id uuid not null,
  agent_id uuid not null references agents.agent (id) on delete cascade,
  agent_name text not null,
  task text not null,
  state text not null check (state in ('waiting', 'running', 'asking', 'done', 'failed', 'stopped')),
  failure text,
  answer text,
  -- It has read what others wrote.
  outside boolean not null default false,
  -- What the person's plan held when the run began; null: any number.
  card_limit integer,
  storage_limit bigint,
  from_run uuid,
  from_step integer,
  -- Grows with each change of the run or a step, which keeps the number it made: a reader asks for what is newer.
  seq bigint not null default 1,
  changed_seq bigint not null default 1,
  -- Times that the provider was asked in vain for the step that is due.
  tries smallint not null default 0,
  -- The job that may work on it; others that come late may not. Null: it waits for its turn, or is over, or asks.
  job_id uuid,
  created_at timestamptz(3) not null,
  finished_at timestamptz(3),
  unique (user_id, id)
);
create index run_of_person on agents.run (user_id, created_at desc, id desc);
create index run_of_agent on agents.run (agent_id, created_at desc, id desc);
create index run_open on agents.run (user_id, created_at) where finished_at is null;

create table agents.step (
  run_id uuid not null,
  number integer not null,
  user_id uuid not null,
  kind text not null check (kind in ('model', 'tool')),
  state text not null
    check (state in ('running', 'asking', 'done', 'failed', 'interrupted', 'denied', 'expired', 'stopped')),
  name text not null,
  -- Of agents.call, or of the call of a tool: its effect happens once.
  call_id uuid not null,
  -- What the model calls its call of a tool, and the step in which it did.
  tool_call_id text,
  asked_in integer,
  -- A model's answer as the next request repeats it.
  messages jsonb,
  reasoning text not null default '',
  text text not null default '',
  arguments jsonb,
  edited boolean not null default false,
  output jsonb,
  outside boolean not null default false,
  reason text,
  path text,
  seq bigint not null,
  started_at timestamptz(3) not null,
  ended_at timestamptz(3),
  expires_at timestamptz(3),
  primary key (run_id, number),
  foreign key (user_id, run_id) references agents.run (user_id, id) on delete cascade
);
create index step_call on agents.step (call_id);
create index step_asking on agents.step (expires_at) where state = 'asking';

alter table agents.run enable row level security;
alter table agents.step enable row level security;
create policy own on agents.run using (user_id = kit.uid()) with check (user_id = kit.uid());
create policy own on agents.step using (user_id = kit.uid()) with check (user_id = kit.uid());
grant select, insert, update on agents.run, agents.step to tessera_caller;
