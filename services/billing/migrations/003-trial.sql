-- A trial is part of what a person may do, not of what the provider knows: it needs no customer and no card.
alter table billing.account
  add column trial_ends_at timestamptz,
  -- What the queue said of it last, so that nothing is said twice.
  add column trial_told text not null default 'nothing' check (trial_told in ('nothing', 'ending', 'ended'));
create index account_by_trial on billing.account (trial_ends_at) where trial_ends_at is not null and trial_told <> 'ended';

-- Addresses that had a trial, as keyed hashes: an account that is deleted and made again gets no second one.
create table billing.trial_used (
  address_hash text primary key,
  used_at timestamptz not null
);
create table billing.trial_key (
  one boolean primary key default true check (one),
  key text not null
);
insert into billing.trial_key (key) values (gen_random_uuid()::text || gen_random_uuid()::text);

alter table billing.trial_used enable row level security;
alter table billing.trial_key enable row level security;
