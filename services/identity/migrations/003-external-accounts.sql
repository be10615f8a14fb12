-- Accounts proved elsewhere: flows that lead through another sign-in service, and accounts that a company's own service answers for.
alter table identity.users
  add column is_sso_user boolean not null default false,
  drop constraint users_email_key;
-- What a company's service says of an address takes it from nobody.
create unique index user_emails on identity.users (email) where not is_sso_user;

alter table identity.flow_states
  -- null in the implicit flow, which has no code
  alter column code_challenge drop not null,
  add column provider text,
  add column redirect_to text,
  -- what the provider's answer must name: the nonce of OpenID Connect, the request of SAML
  add column nonce text,
  -- encrypted with a key that the database does not hold
  add column sealed_verifier bytea,
  -- in the implicit flow only the browser that began may end it
  add column browser_hash bytea,
  -- whether the account found is to be added to user_id's ways to sign in
  add column links boolean not null default false,
  add column answered_at timestamptz,
  -- what the code brings besides a session, encrypted likewise
  add column sealed_result bytea;
