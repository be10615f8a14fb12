-- Comparisons of what is kept here with what the provider says, one a night; the row is where the comparison stands.
create table billing.reconciliation (
  id uuid primary key,
  provider text not null check (provider in ('sandbox', 'stripe')),
  started_at timestamptz not null,
  ended_at timestamptz,
  phase text not null check (phase in ('customers', 'subscriptions')),
  -- What was compared last; what is compared now, and how often that was begun: a subject that kills the process is
  -- left out.
  after text,
  subject text,
  attempts int not null default 0,
  compared int not null default 0,
  -- What was only late here, and was brought up to date.
  mended int not null default 0
);
create unique index reconciliation_running on billing.reconciliation (provider) where ended_at is null;

-- What a sync cannot mend, for an administrator to look at.
create table billing.difference (
  provider text not null,
  kind text not null,
  -- The customer or the subscription at the provider.
  subject text not null,
  -- Null where it is nobody's here.
  user_id uuid,
  detail text not null,
  found_at timestamptz not null,
  -- The comparison that saw it last.
  seen_by uuid not null,
  closed_at timestamptz,
  primary key (provider, kind, subject)
);
create index difference_open on billing.difference (provider) where closed_at is null;
create index difference_by_person on billing.difference (user_id) where user_id is not null;

alter table billing.reconciliation enable row level security;
alter table billing.difference enable row level security;
