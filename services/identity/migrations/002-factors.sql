-- Phone numbers, second factors with their challenges and recovery codes, invitations.
alter table identity.users
  add column phone text unique check (phone ~ '^[0-9a-f]+$'),
  add column phone_confirmed_at timestamptz,
  add column new_phone text,
  add column phone_change_sent_at timestamptz,
  add column invited_at timestamptz;

-- A code goes to a mailbox or to a phone.
alter table identity.one_time_tokens rename column email to address;

create table identity.factors (
  id uuid primary key,
  user_id uuid not null references identity.users on delete cascade,
  friendly_name text not null,
  factor_type text not null check (factor_type in ('totp', 'phone')),
  status text not null default 'unverified' check (status in ('unverified', 'verified')),
  -- encrypted with a key that the database does not hold
  sealed_secret bytea,
  phone text,
  -- the last time step whose code was taken: no code works twice
  last_step bigint,
  last_challenged_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index factors_of_user on identity.factors (user_id);
create unique index factor_names on identity.factors (user_id, friendly_name) where friendly_name <> '';

create table identity.challenges (
  id uuid primary key,
  factor_id uuid not null references identity.factors on delete cascade,
  ip text not null,
  code_hash bytea,
  attempts integer not null default 0,
  verified_at timestamptz,
  created_at timestamptz not null
);
create index challenges_of_factor on identity.challenges (factor_id);
create index challenge_age on identity.challenges (created_at);

create table identity.recovery_codes (
  id uuid primary key,
  user_id uuid not null references identity.users on delete cascade,
  code_hash bytea not null,
  used_at timestamptz,
  created_at timestamptz not null
);
create index recovery_codes_of_user on identity.recovery_codes (user_id);

-- Which factor raised a session's assurance: without it the session is what it was.
alter table identity.sessions add column factor_id uuid references identity.factors on delete set null;
create index sessions_of_factor on identity.sessions (factor_id);

-- Text messages stand beside the mails of a development set-up.
alter table identity.outbox_mails add column channel text not null default 'email' check (channel in ('email', 'sms'));

alter table identity.factors enable row level security;
alter table identity.challenges enable row level security;
alter table identity.recovery_codes enable row level security;
