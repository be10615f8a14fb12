-- State of the embedded payment provider. Only the sandbox itself reads it: no grants to callers.

-- One row an object of the API, as it is answered (data) beside what the provider knows and never answers (facts).
create table stripe_sandbox.object (
  id text primary key,
  kind text not null,
  customer text,
  parent text,
  test_clock text not null default '',
  position bigint generated always as identity,
  created bigint not null,
  due bigint,
  data jsonb not null,
  facts jsonb not null default '{}'
);
create index object_by_kind on stripe_sandbox.object (kind, created desc, position desc);
create index object_by_customer on stripe_sandbox.object (customer, kind);
create index object_by_parent on stripe_sandbox.object (parent, kind) where parent is not null;
create index object_by_due on stripe_sandbox.object (test_clock, due, position) where due is not null;

-- What is still to be told, and how often it was tried. Kept until the receiver answered 2xx, or three days.
create table stripe_sandbox.delivery (
  event text not null,
  endpoint text not null,
  position bigint generated always as identity,
  attempts int not null default 0,
  next_at timestamptz not null,
  delivered_at timestamptz,
  failure text,
  primary key (event, endpoint)
);
create index delivery_pending on stripe_sandbox.delivery (next_at, position) where delivered_at is null;

-- First answer to each idempotency key.
create table stripe_sandbox.idempotency (
  key text primary key,
  fingerprint text not null,
  status int not null,
  body jsonb not null,
  created_at timestamptz not null
);

-- One row: the secret key of this installation.
create table stripe_sandbox.installation (
  one boolean primary key default true check (one),
  secret_key text not null
);

alter table stripe_sandbox.object enable row level security;
alter table stripe_sandbox.delivery enable row level security;
alter table stripe_sandbox.idempotency enable row level security;
alter table stripe_sandbox.installation enable row level security;
