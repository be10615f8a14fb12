-- What the plan holds of the things that areas declare, by their names, as the installation sets it; null: any number.
alter table kit.plan_standing add column limits jsonb not null default '{}';
