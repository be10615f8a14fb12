-- Jobs that run by the clock, declared by the services that have them. `paused_at` binds every process.
create table kit.schedule (
  queue text primary key,
  name text not null,
  does text not null,
  cron text not null,
  paused_at timestamptz(3)
);

-- The newest runs of each. One without an end, that is not under way, ended with its process.
create table kit.schedule_run (
  job_id uuid primary key,
  queue text not null references kit.schedule on delete cascade,
  asked boolean not null, -- by a person, not by the clock
  attempts integer not null default 1,
  started_at timestamptz(3) not null,
  ended_at timestamptz(3),
  outcome text check (outcome in ('done', 'failed', 'interrupted')),
  error text
);
create index schedule_run_list on kit.schedule_run (queue, started_at desc);

-- Turns make jobs of one kind fair between people: each person's next job comes after one of everybody else's.
alter table kit.job add column turn integer not null default 0;
alter table kit.job_kind add column turn integer not null default 0;
