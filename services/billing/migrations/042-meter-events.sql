-- Usage that is reported to the provider's meters, if that is configured: what a day has more than was reported of it.
create table billing.meter_event (
  -- Names the event at the provider: sent again, it counts once.
  identifier uuid primary key,
  user_id uuid not null,
  customer_id text not null,
  meter text not null,
  day date not null,
  quantity bigint not null,
  created_at timestamptz not null,
  attempts int not null default 0,
  sent_at timestamptz,
  -- What the provider said last, and why the event was given up.
  last_refusal text,
  refusal text
);
create index meter_event_by_day on billing.meter_event (customer_id, meter, day);
create index meter_event_waiting on billing.meter_event (created_at) where sent_at is null and refusal is null;
create index meter_event_by_person on billing.meter_event (user_id);
create index meter_event_age on billing.meter_event using brin (created_at);

alter table billing.meter_event enable row level security;
