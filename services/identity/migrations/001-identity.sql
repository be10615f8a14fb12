-- Accounts, their sessions and what proves an address. No grants to tessera_caller: nobody but this service reads these tables.
create table identity.users (
  id uuid primary key,
  email text unique check (email = lower(email)),
  password_hash text,
  email_confirmed_at timestamptz,
  confirmation_sent_at timestamptz,
  recovery_sent_at timestamptz,
  new_email text check (new_email = lower(new_email)),
  -- whether one of the two mailboxes of a change of address has confirmed it
  email_change_half_confirmed boolean not null default false,
  email_change_sent_at timestamptz,
  reauthentication_sent_at timestamptz,
  last_sign_in_at timestamptz,
  app_metadata jsonb not null default '{}',
  user_metadata jsonb not null default '{}',
  is_anonymous boolean not null default false,
  banned_until timestamptz,
  deleted_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null
);

-- Ways a person signs in: e-mail here, an account elsewhere later.
create table identity.identities (
  id uuid primary key,
  user_id uuid not null references identity.users on delete cascade,
  provider text not null,
  provider_id text not null,
  identity_data jsonb not null,
  last_sign_in_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  unique (provider, provider_id)
);
create index identities_of_user on identity.identities (user_id);

create table identity.sessions (
  id uuid primary key,
  user_id uuid not null references identity.users on delete cascade,
  aal text not null default 'aal1' check (aal in ('aal1', 'aal2')),
  amr jsonb not null,
  ip text,
  user_agent text,
  created_at timestamptz not null,
  refreshed_at timestamptz not null
);
create index sessions_of_user on identity.sessions (user_id);
create index session_age on identity.sessions (refreshed_at);

-- The tokens of a session form a chain: each used one has exactly one successor. decisions/001 says why no clear text is needed.
create table identity.refresh_tokens (
  id bigint generated always as identity primary key,
  session_id uuid not null references identity.sessions on delete cascade,
  token_hash bytea not null unique,
  parent_id bigint unique references identity.refresh_tokens on delete cascade,
  salt bytea,
  created_at timestamptz not null,
  used_at timestamptz
);
create index refresh_tokens_of_session on identity.refresh_tokens (session_id, id);

create table identity.flow_states (
  id uuid primary key,
  user_id uuid references identity.users on delete cascade,
  code_challenge text not null,
  authentication_method text,
  auth_code_hash bytea unique,
  auth_code_issued_at timestamptz,
  created_at timestamptz not null
);
create index flow_state_age on identity.flow_states (created_at);

-- What a mail proves: a link (hash of 256 bits) and a code (keyed hash, few attempts). A newer one of a kind replaces the older.
create table identity.one_time_tokens (
  id uuid primary key,
  user_id uuid not null references identity.users on delete cascade,
  kind text not null,
  email text not null,
  link_hash bytea unique,
  code_hash bytea not null,
  attempts integer not null default 0,
  flow_id uuid references identity.flow_states on delete set null,
  redirect_to text,
  created_at timestamptz not null,
  unique (user_id, kind)
);

-- The private half is encrypted with a key that the database does not hold.
create table identity.signing_keys (
  kid text primary key,
  public_jwk jsonb not null,
  sealed_private_jwk bytea not null,
  created_at timestamptz not null
);

create table identity.audit_events (
  id bigint generated always as identity primary key,
  at timestamptz not null,
  action text not null,
  user_id uuid,
  ip text,
  user_agent text,
  details jsonb not null default '{}'
);
create index audit_of_user on identity.audit_events (user_id, id desc);
create index audit_age on identity.audit_events (at);

-- Generic cell rate algorithm: one instant per key, the time at which its allowance is whole again.
create table identity.rate_limits (
  key text primary key,
  whole_at timestamptz not null
);
create index rate_limit_age on identity.rate_limits (whole_at);

-- Mails of a development set-up, read at /dev/outbox.
create table identity.outbox_mails (
  id bigint generated always as identity primary key,
  recipient text not null,
  subject text not null,
  text text not null,
  html text not null,
  sent_at timestamptz not null
);

do $$
declare name text;
begin
  for name in select tablename from pg_tables where schemaname = 'identity' loop
    execute format('alter table identity.%I enable row level security', name);
  end loop;
end $$;
