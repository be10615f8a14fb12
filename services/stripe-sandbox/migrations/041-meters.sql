-- Events of billing meters. The API never answers them again, only their sums.
create table stripe_sandbox.meter_event (
  identifier text primary key,
  event_name text not null,
  customer text not null,
  value bigint not null,
  at bigint not null
);
create index meter_event_by_customer on stripe_sandbox.meter_event (customer, event_name, at);

alter table stripe_sandbox.meter_event enable row level security;
