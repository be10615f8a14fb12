-- What people used, written by every service in the transaction that used it; billing adds it up (decisions/040).
create table kit.usage (
  user_id uuid not null,
  meter text not null,
  -- The same key again is the same use again: it counts once.
  key text not null,
  quantity bigint not null,
  at timestamptz not null default now(),
  -- What it was for, in words of the service that wrote it; which model and agent did it; the card that it belongs to.
  subject text,
  model text,
  agent text,
  card_id uuid,
  -- Whether it is in the sums.
  counted boolean not null default false,
  primary key (user_id, meter, key)
);
create index usage_newest on kit.usage (user_id, meter, at desc);
create index usage_uncounted on kit.usage (user_id, meter) where not counted;
-- Rows come in the order of their time: a small index is enough to find the old ones.
create index usage_age on kit.usage using brin (at);

-- What was used this month (or is held now) as far as it is counted, and where work stops. Written by billing.
create table kit.usage_standing (
  user_id uuid not null,
  meter text not null,
  -- First day of the month that `used` is of.
  month date not null,
  used bigint not null,
  -- New work stops here; null: nowhere.
  stop_at bigint,
  primary key (user_id, meter)
);

alter table kit.usage enable row level security;
alter table kit.usage_standing enable row level security;
create policy own_rows on kit.usage for select using (user_id = kit.uid());
create policy own_use on kit.usage for insert with check (user_id = kit.uid());
create policy own on kit.usage_standing for select using (user_id = kit.uid());
