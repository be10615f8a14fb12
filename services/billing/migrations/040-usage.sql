-- Sums of kit.usage by day, meter, model and agent; '' where there is none.
create table billing.usage_day (
  user_id uuid not null,
  day date not null,
  meter text not null,
  model text not null,
  agent text not null,
  quantity bigint not null,
  uses integer not null,
  primary key (user_id, meter, day, model, agent)
);
create index usage_day_age on billing.usage_day using brin (day);

-- What people set for themselves, in the meter's unit.
create table billing.usage_limit (
  user_id uuid not null,
  meter text not null,
  notify_at bigint,
  stop_at bigint,
  primary key (user_id, meter)
);

-- What the queue said of a month; each once.
create table billing.usage_alert (
  user_id uuid not null,
  meter text not null,
  month date not null,
  level text not null check (level in ('near', 'reached')),
  opened_at timestamptz not null,
  closed_at timestamptz,
  primary key (user_id, meter, month, level)
);
create index usage_alert_open on billing.usage_alert (month) where closed_at is null;

alter table billing.usage_day enable row level security;
alter table billing.usage_limit enable row level security;
alter table billing.usage_alert enable row level security;
create policy own on billing.usage_day for select using (user_id = kit.uid());
create policy own on billing.usage_limit for select using (user_id = kit.uid());
grant select on billing.usage_day, billing.usage_limit to tessera_caller;
