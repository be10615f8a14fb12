-- Generic cell rate algorithm: one instant per key (a hash), the time at which its allowance is whole again.
create table kit.rate_limit (
  key text primary key,
  whole_at timestamptz not null
);
create index rate_limit_age on kit.rate_limit (whole_at);
alter table kit.rate_limit enable row level security;
