-- When the ban that paused a schedule ends; null: it does not end by itself.
alter table agents.schedule add column resume_at timestamptz(3);
-- Of two events about an account the later one counts, in whichever order they come.
alter table agents.schedule add column account_at timestamptz(3);
create index schedule_to_resume on agents.schedule (resume_at) where paused = 'account';
