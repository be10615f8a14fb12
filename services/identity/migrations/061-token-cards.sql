-- API tokens may be limited to cards of some types, and with some tags (decisions/061).
alter table identity.api_tokens
  add column types text[] not null default '{}',
  add column tags text[] not null default '{}';

-- Answers more columns than before, which nothing but another function can.
drop function identity.api_token_of(bytea, timestamptz);
create function identity.api_token_of(hash bytea, at timestamptz)
returns table (id uuid, user_id uuid, email text, scopes text[], types text[], tags text[]) language sql as $$
  with found as (
    select t.id, t.user_id, t.scopes, t.types, t.tags, t.last_used_at,
      case when u.email_confirmed_at is null then '' else coalesce(u.email, '') end as email
    from identity.api_tokens t join identity.users u on u.id = t.user_id
    where t.hash = $1 and t.expires_at > $2 and u.deleted_at is null and (u.banned_until is null or u.banned_until <= $2)
  ), used as (
    -- at most once a minute, so that a busy program does not write at each request
    update identity.api_tokens t set last_used_at = $2 from found f
    where t.id = f.id and (f.last_used_at is null or f.last_used_at < $2 - interval '1 minute')
  )
  select f.id, f.user_id, f.email, f.scopes, f.types, f.tags from found f
$$;
-- For the kit alone, which asks as the owner of the tables.
revoke execute on function identity.api_token_of(bytea, timestamptz) from public;
