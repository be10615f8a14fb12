-- Clients that people let into their account (OAuth 2.1): decisions/020.
create table identity.oauth_clients (
  id uuid primary key,
  name text not null,
  auth_method text not null check (auth_method in ('none', 'client_secret_basic', 'client_secret_post')),
  -- HMAC with a key that the database does not hold; null for public clients
  secret_hash bytea check ((secret_hash is null) = (auth_method = 'none')),
  redirect_uris text[] not null check (cardinality(redirect_uris) > 0),
  grant_types text[] not null,
  -- what it may ask for; null for everything
  scopes text[],
  client_uri text,
  logo_uri text,
  registration text not null check (registration in ('manual', 'dynamic')),
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index oauth_client_age on identity.oauth_clients (created_at, id);

-- What a person allowed a client, remembered. Without this row none of the client's sessions can exist.
create table identity.oauth_grants (
  user_id uuid not null references identity.users on delete cascade,
  client_id uuid not null references identity.oauth_clients on delete cascade,
  scopes text[] not null,
  granted_at timestamptz not null,
  primary key (user_id, client_id)
);
create index oauth_grants_of_client on identity.oauth_grants (client_id);

-- A client's session is a session of the person: what ends those ends it, and services learn of it the same way (migration 015).
alter table identity.sessions
  add column client_id uuid,
  add column scopes text[],
  add column resource text,
  add constraint session_of_client check ((client_id is null) = (scopes is null)),
  add constraint session_of_grant foreign key (user_id, client_id)
    references identity.oauth_grants (user_id, client_id) on delete cascade;
create index sessions_of_grant on identity.sessions (user_id, client_id) where client_id is not null;

-- Requests of clients, and the code that each was answered with.
create table identity.oauth_authorizations (
  id_hash bytea primary key,
  client_id uuid not null references identity.oauth_clients on delete cascade,
  -- the person who opened the request first; nobody else may answer it
  user_id uuid references identity.users on delete cascade,
  redirect_uri text not null,
  scopes text[] not null,
  state text,
  nonce text,
  resource text,
  code_challenge text not null,
  always_ask boolean not null,
  asked_at timestamptz not null,
  answered_at timestamptz,
  -- the session in which the person said yes
  session_id uuid references identity.sessions on delete set null,
  code_hash bytea unique,
  redeemed_at timestamptz,
  -- the session that the code opened: it ends when the code is used again
  client_session_id uuid references identity.sessions on delete set null
);
create index oauth_authorization_age on identity.oauth_authorizations (asked_at);
create index oauth_authorizations_of_user on identity.oauth_authorizations (user_id);
create index oauth_authorizations_of_client on identity.oauth_authorizations (client_id);
create index oauth_authorizations_of_session on identity.oauth_authorizations (session_id);
create index oauth_authorizations_of_client_session on identity.oauth_authorizations (client_session_id);

alter table identity.oauth_clients enable row level security;
alter table identity.oauth_grants enable row level security;
alter table identity.oauth_authorizations enable row level security;
