-- Schedules on which agents are given a task.
create table agents.schedule (
  id uuid primary key,
  user_id uuid not null,
  agent_id uuid not null references agents.agent (id) on delete cascade,
  prompt text not null,
  -- As the contract has it (Rhythm).
  rhythm jsonb not null,
  -- Of a clock in the time zone: "08:00".
  time_of_day text not null,
  time_zone text not null,
  -- Why it does not run; null: it does.
  paused text check (paused in ('person', 'plan', 'account')),
  next_at timestamptz(3),
  -- The mail domain whose people need no plan, where the person's address was of it.
  opened_by text,
  -- The newest run that was skipped, until another one starts.
  skipped_at timestamptz(3),
  skipped_because text check (skipped_because in ('open', 'runs')),
  created_at timestamptz(3) not null,
  check ((paused is null) = (next_at is not null))
);
create index schedule_of_agent on agents.schedule (agent_id, created_at, id);
create index schedule_of_person on agents.schedule (user_id);
create index schedule_due on agents.schedule (next_at) where next_at is not null;

-- No foreign key: a run outlives its deleted schedule, and is linked again when the deletion is undone.
alter table agents.run add column schedule_id uuid;
create index run_of_schedule on agents.run (schedule_id, created_at desc, id desc) where schedule_id is not null;

alter table agents.schedule enable row level security;
create policy own on agents.schedule using (user_id = kit.uid()) with check (user_id = kit.uid());
grant select, insert, update, delete on agents.schedule to tessera_caller;
