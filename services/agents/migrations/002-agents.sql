-- What people set up to be asked. Costs are micro-dollars; the temperature is in hundredths.
create table agents.agent (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null,
  name text not null,
  icon text not null,
  instructions text not null,
  -- Of the same person, as the code checks when it writes and when it asks.
  model_id uuid references agents.model (id) on delete set null,
  fallback_model_id uuid references agents.model (id) on delete set null,
  temperature smallint check (temperature between 0 and 200),
  max_output_tokens integer not null,
  day_limit_micros bigint check (day_limit_micros >= 0),
  month_limit_micros bigint check (month_limit_micros >= 0),
  created_at timestamptz(3) not null
);
create unique index agent_name on agents.agent (user_id, lower(name));
create index agent_model on agents.agent (model_id);
create index agent_fallback on agents.agent (fallback_model_id);

alter table agents.call drop constraint call_purpose_check;
alter table agents.call add constraint call_purpose_check check (purpose in ('prompt', 'agent'));
-- No foreign key: what an agent cost outlives it.
alter table agents.call add column agent_id uuid;
-- The most that the call can cost; it counts until its cost is known.
alter table agents.call add column reserved_micros bigint;
create index call_of_agent on agents.call (agent_id, started_at) where agent_id is not null;

alter table agents.model_default drop constraint model_default_task_check;
alter table agents.model_default add constraint model_default_task_check
  check (task in ('prompts', 'comparison', 'agents'));

alter table agents.agent enable row level security;
create policy own on agents.agent using (user_id = kit.uid()) with check (user_id = kit.uid());
grant select, insert, update, delete on agents.agent to tessera_caller;
