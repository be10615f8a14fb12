-- WebAuthn: passkeys that sign in without a password, and security keys as second factors.
create table identity.webauthn_credentials (
  id uuid primary key,
  user_id uuid not null references identity.users on delete cascade,
  -- the second factor that it is; null for a passkey
  factor_id uuid references identity.factors on delete cascade,
  credential_id bytea not null unique,
  public_key bytea not null,
  -- the authenticator's own count of signatures: one that does not grow was signed by a copy
  counter bigint not null default 0,
  transports jsonb not null default '[]',
  backed_up boolean not null default false,
  friendly_name text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  last_used_at timestamptz
);
create index webauthn_credentials_of_user on identity.webauthn_credentials (user_id, created_at);
create index webauthn_credentials_of_factor on identity.webauthn_credentials (factor_id);

-- What a passkey has to sign, once: to be added by one session of one account, or, without an account, to sign in.
create table identity.webauthn_challenges (
  id uuid primary key,
  user_id uuid references identity.users on delete cascade,
  session_id uuid references identity.sessions on delete cascade,
  challenge text not null,
  created_at timestamptz not null,
  check ((user_id is null) = (session_id is null))
);
create index webauthn_challenges_of_user on identity.webauthn_challenges (user_id);
create index webauthn_challenges_of_session on identity.webauthn_challenges (session_id);
create index webauthn_challenge_age on identity.webauthn_challenges (created_at);

-- Which passkey opened a session: removing it ends the others that it opened.
alter table identity.sessions
  add column passkey_id uuid references identity.webauthn_credentials on delete set null;
create index sessions_of_passkey on identity.sessions (passkey_id);

alter table identity.challenges add column webauthn_challenge text;

alter table identity.factors drop constraint factors_factor_type_check;
alter table identity.factors add check (factor_type in ('totp', 'phone', 'webauthn'));

alter table identity.undos drop constraint undos_kind_check;
alter table identity.undos add check (
  kind in ('factor_added', 'factor_removed', 'email_changed', 'password_changed', 'passkey_added', 'passkey_removed')
);

alter table identity.webauthn_credentials enable row level security;
alter table identity.webauthn_challenges enable row level security;
