-- The cards that an agent sees and changes, as the contract has them (CardScope); null: every card.
alter table agents.agent add column scope jsonb;
-- The agent's when the run began: answers of a thread are known to runs of the same scope alone.
alter table agents.run add column scope jsonb;
-- Cards that a tool left out because of it.
alter table agents.step add column withheld integer not null default 0;

create or replace function agents.settings_of(a agents.agent) returns jsonb language sql immutable
  set search_path = pg_catalog as $$
  select jsonb_build_object(
    'name', a.name, 'icon', a.icon, 'instructions', a.instructions, 'modelId', a.model_id,
    'fallbackModelId', a.fallback_model_id, 'temperature', a.temperature, 'maxOutputTokens', a.max_output_tokens,
    'dayLimitMicros', a.day_limit_micros, 'monthLimitMicros', a.month_limit_micros, 'tools', a.tools,
    'maxSteps', a.max_steps, 'runTokens', a.run_tokens, 'runLimitMicros', a.run_limit_micros, 'scope', a.scope)
$$;
-- Versions of before say the same as an agent that sees every card.
update agents.agent_version set settings = settings || '{"scope": null}';
