-- When rollouts may begin and go on by themselves; decisions/012.
create table releases.schedule (
  -- an app's name, or * for all apps
  app text primary key,
  schedule jsonb not null
);
alter table releases.schedule enable row level security;

-- When people first got the candidate; null while the rollout waits for its schedule.
alter table releases.rollout add column begun_at timestamptz;
update releases.rollout set begun_at = started_at;
-- Until when an administrator lets it go on although its schedule is closed.
alter table releases.rollout add column proceeds_until timestamptz;
