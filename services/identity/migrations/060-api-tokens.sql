-- Tokens with which programs act for a person (decisions/060).
create table identity.api_tokens (
  id uuid primary key,
  user_id uuid not null references identity.users on delete cascade,
  name text not null,
  -- SHA-256 of 256 random bits; services look for it and do not hold this service's keys
  hash bytea not null unique,
  scopes text[] not null check (cardinality(scopes) > 0),
  -- assurance of the session in which it was made
  aal text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  -- within a minute
  last_used_at timestamptz
);
create index api_tokens_of_user on identity.api_tokens (user_id);
create index api_token_age on identity.api_tokens (expires_at);
alter table identity.api_tokens enable row level security;

-- Whose a token is, for every service at each request; nobody's where it has expired or its person may not use their account.
create function identity.api_token_of(hash bytea, at timestamptz)
returns table (id uuid, user_id uuid, email text, scopes text[]) language sql as $$
  with found as (
    select t.id, t.user_id, t.scopes, t.last_used_at,
      case when u.email_confirmed_at is null then '' else coalesce(u.email, '') end as email
    from identity.api_tokens t join identity.users u on u.id = t.user_id
    where t.hash = $1 and t.expires_at > $2 and u.deleted_at is null and (u.banned_until is null or u.banned_until <= $2)
  ), used as (
    -- at most once a minute, so that a busy program does not write at each request
    update identity.api_tokens t set last_used_at = $2 from found f
    where t.id = f.id and (f.last_used_at is null or f.last_used_at < $2 - interval '1 minute')
  )
  select f.id, f.user_id, f.email, f.scopes from found f
$$;
-- For the kit alone, which asks as the owner of the tables.
revoke execute on function identity.api_token_of(bytea, timestamptz) from public;

-- Another password ends what was made under the one before, as it ends the person's other sessions.
create function identity.end_api_tokens() returns trigger language plpgsql as $$
begin
  delete from identity.api_tokens where user_id = new.id;
  return null;
end $$;
create trigger end_api_tokens after update of password_hash on identity.users for each row
  when (old.password_hash is not null and new.password_hash is distinct from old.password_hash)
  execute function identity.end_api_tokens();

-- So does a second factor what was made without one.
create function identity.end_weaker_api_tokens() returns trigger language plpgsql as $$
begin
  delete from identity.api_tokens where user_id = new.user_id and aal = 'aal1';
  return null;
end $$;
create trigger end_weaker_api_tokens after update of status on identity.factors for each row
  when (new.status = 'verified' and old.status is distinct from new.status)
  execute function identity.end_weaker_api_tokens();
