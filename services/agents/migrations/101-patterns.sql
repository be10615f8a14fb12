-- A cron expression or an RRULE in the place of the rhythm; an RRULE counts from a day.
alter table agents.schedule add column pattern text;
alter table agents.schedule add column anchor date not null default current_date;
-- The pattern names no more times.
alter table agents.schedule add column ended boolean not null default false;
-- What runs may do once without asking, as the contract has it (ScheduleGrant), until it is used. Those that are for
-- the next run go with it.
alter table agents.schedule add column grants jsonb not null default '[]';
alter table agents.run add column grants jsonb not null default '[]';
alter table agents.step add column granted boolean not null default false;
