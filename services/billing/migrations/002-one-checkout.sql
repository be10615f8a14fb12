-- Which process opens a checkout for a person now. One that dies while it holds the lease is waited for until it expires.
create table billing.checkout_lease (
  user_id uuid not null,
  provider text not null,
  holder uuid not null,
  expires_at timestamptz not null,
  primary key (user_id, provider)
);

-- Second subscriptions of one person, ended and paid back. The row keeps the person from being told twice.
create table billing.duplicate (
  subscription_id text primary key,
  user_id uuid not null,
  provider text not null,
  -- Minor units; what was paid back.
  amount bigint not null,
  currency text not null,
  ended_at timestamptz not null,
  foreign key (user_id, provider) references billing.account on delete cascade
);

alter table billing.checkout_lease enable row level security;
alter table billing.duplicate enable row level security;
