-- Which agent an entry was given to, and where its run stands; what decisions do, as an agent is told it.
alter table queue.entry
  add column does jsonb,
  -- Others than the person may have written some of its text.
  add column outside boolean not null default false,
  add column agent_id uuid,
  -- As its run says it.
  add column agent_name text,
  add column run_id uuid,
  -- The newest change of the run that is known here.
  add column run_seq bigint not null default 0,
  add column agent_state text check (agent_state in ('waiting', 'running', 'asking', 'returned', 'decided')),
  add column agent_word text,
  add check ((agent_state is null) = (agent_id is null) and (agent_id is null) = (run_id is null));
create index entry_of_agent on queue.entry (user_id, agent_id, sort_at, id) where agent_id is not null;
create index entry_of_run on queue.entry (run_id) where run_id is not null;
