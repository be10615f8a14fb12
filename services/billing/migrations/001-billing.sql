-- What billing knows of each person, as the payment provider last told it. One row a person and provider: what was paid
-- in the sandbox never counts once a real account is set.

create sequence billing.sync_number;

create table billing.account (
  user_id uuid not null,
  provider text not null check (provider in ('sandbox', 'stripe')),
  customer_id text,
  -- Grows when the provider's customer was deleted, so that the next one gets an idempotency key of its own.
  generation int not null default 0,
  status text not null default 'none',
  subscription_id text,
  item_id text,
  plan_id text,
  price_amount bigint,
  price_currency text,
  current_period_end timestamptz,
  cancel_at_period_end boolean not null default false,
  past_due_since timestamptz,
  card_brand text,
  card_last4 text,
  -- Number of the sync whose answer this is: an older one never overwrites it.
  synced bigint not null default 0,
  -- Keys of the queue entries that are open now.
  choose_entry text,
  payment_entry text,
  created_at timestamptz not null default now(),
  primary key (user_id, provider)
);
create unique index account_by_customer on billing.account (provider, customer_id) where customer_id is not null;

create table billing.invoice (
  id text primary key,
  user_id uuid not null,
  provider text not null,
  number text,
  status text not null,
  total bigint not null,
  currency text not null,
  description text not null,
  created_at timestamptz not null,
  url text,
  foreign key (user_id, provider) references billing.account on delete cascade
);
create index invoice_by_person on billing.invoice (user_id, provider, created_at desc);

-- One row an intent to buy: a double click finds the checkout that the first one opened.
create table billing.checkout_attempt (
  user_id uuid not null,
  provider text not null,
  attempt_id text not null,
  plan_id text not null,
  return_path text,
  session_id text,
  created_at timestamptz not null,
  primary key (user_id, provider, attempt_id)
);

-- Each event once, whatever its order. Kept for 90 days.
create table billing.webhook_event (
  id text primary key,
  type text not null,
  received_at timestamptz not null
);

-- The receiver that billing registered with the sandbox, and what signs its events.
create table billing.sandbox_endpoint (
  one boolean primary key default true check (one),
  endpoint_id text not null,
  secret text not null
);

alter table billing.account enable row level security;
alter table billing.invoice enable row level security;
alter table billing.checkout_attempt enable row level security;
alter table billing.webhook_event enable row level security;
alter table billing.sandbox_endpoint enable row level security;
create policy own on billing.account for select using (user_id = kit.uid());
create policy own on billing.invoice for select using (user_id = kit.uid());
grant usage on schema billing to tessera_caller;
grant select on billing.account, billing.invoice to tessera_caller;
