-- Providers of models, their models, what each task begins with, and every call of a model. Times keep milliseconds, as
-- JSON does. Foreign keys carry user_id: no row refers to another person's.
create table agents.provider (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null,
  name text not null,
  kind text not null check (kind in ('openai-compatible', 'anthropic', 'google')),
  base_url text not null,
  -- AES-256-GCM, bound to this row; null: requests carry no key.
  sealed_key bytea,
  -- Which of the installation's secrets sealed it.
  key_id text,
  checked_at timestamptz(3),
  failure text,
  created_at timestamptz(3) not null,
  unique (user_id, id),
  check ((sealed_key is null) = (key_id is null))
);
create unique index provider_name on agents.provider (user_id, lower(name));
-- Keys are sealed again after the secret was replaced.
create index provider_key on agents.provider (key_id) where key_id is not null;

-- Prices are micro-dollars per million tokens. A null is what nobody said.
create table agents.model (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null,
  provider_id uuid not null,
  name text not null,
  title text not null,
  context_tokens integer,
  max_output_tokens integer,
  tools boolean,
  vision boolean,
  reasoning boolean,
  input_price bigint check (input_price >= 0),
  cached_price bigint check (cached_price >= 0),
  output_price bigint check (output_price >= 0),
  listed boolean not null default true,
  -- Fields that the person set; reading the provider's list leaves them.
  kept text[] not null default '{}',
  created_at timestamptz(3) not null,
  unique (user_id, id),
  unique (provider_id, name),
  foreign key (user_id, provider_id) references agents.provider (user_id, id) on delete cascade
);
create index model_of_person on agents.model (user_id);

create table agents.model_default (
  user_id uuid not null,
  task text not null check (task in ('prompts', 'comparison')),
  model_id uuid not null,
  primary key (user_id, task),
  foreign key (user_id, model_id) references agents.model (user_id, id) on delete cascade
);

-- One row a call, written before the provider is asked: no id asks twice, and what a call cost outlives its model.
create table agents.call (
  id uuid primary key,
  user_id uuid not null,
  purpose text not null check (purpose in ('prompt')),
  model_id uuid,
  provider_name text not null,
  model_name text not null,
  state text not null default 'running' check (state in ('running', 'done', 'stopped', 'failed')),
  -- As prices were when it was made; micro-dollars per million tokens.
  input_price bigint,
  cached_price bigint,
  output_price bigint,
  input_tokens integer,
  cached_tokens integer,
  output_tokens integer,
  cost_micros bigint,
  first_token_ms integer,
  total_ms integer,
  finish text,
  error text,
  started_at timestamptz(3) not null
);
create index call_of_person on agents.call (user_id, started_at desc);

alter table agents.provider enable row level security;
alter table agents.model enable row level security;
alter table agents.model_default enable row level security;
alter table agents.call enable row level security;
create policy own on agents.provider using (user_id = kit.uid()) with check (user_id = kit.uid());
create policy own on agents.model using (user_id = kit.uid()) with check (user_id = kit.uid());
create policy own on agents.model_default using (user_id = kit.uid()) with check (user_id = kit.uid());
create policy own on agents.call using (user_id = kit.uid()) with check (user_id = kit.uid());
grant usage on schema agents to tessera_caller;
grant select, insert, update, delete on agents.provider, agents.model, agents.model_default to tessera_caller;
grant select, insert, update on agents.call to tessera_caller;
