-- What agents were set up as: one version for each change, the newest MAX_AGENT_VERSIONS.
create table agents.agent_version (
  agent_id uuid not null references agents.agent (id) on delete cascade,
  number integer not null,
  user_id uuid not null,
  cause text not null check (cause in ('created', 'changed', 'restored', 'allowed')),
  -- The version whose settings came back.
  restored integer,
  -- As the contract names them (AgentSettings).
  settings jsonb not null,
  -- Names of the settings that differ from the version before.
  changed text[] not null,
  created_at timestamptz(3) not null,
  primary key (agent_id, number)
);
create index agent_version_of_person on agents.agent_version (user_id);

alter table agents.agent_version enable row level security;
create policy own on agents.agent_version using (user_id = kit.uid()) with check (user_id = kit.uid());
grant select, insert, delete on agents.agent_version to tessera_caller;

create function agents.settings_of(a agents.agent) returns jsonb language sql immutable set search_path = pg_catalog as $$
  select jsonb_build_object(
    'name', a.name, 'icon', a.icon, 'instructions', a.instructions, 'modelId', a.model_id,
    'fallbackModelId', a.fallback_model_id, 'temperature', a.temperature, 'maxOutputTokens', a.max_output_tokens,
    'dayLimitMicros', a.day_limit_micros, 'monthLimitMicros', a.month_limit_micros, 'tools', a.tools,
    'maxSteps', a.max_steps, 'runTokens', a.run_tokens, 'runLimitMicros', a.run_limit_micros)
$$;

insert into agents.agent_version (agent_id, number, user_id, cause, settings, changed, created_at)
  select a.id, 1, a.user_id, 'created', agents.settings_of(a), '{}', a.created_at from agents.agent a;
