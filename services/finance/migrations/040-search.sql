-- Words are looked up within the texts of transactions. Where the server has no trigrams, or this role may not add them,
-- a search reads every transaction of the person.
create function finance.said(payee_text text, note text, reference text) returns text
language sql immutable parallel safe as
  $$ select coalesce($1, '') || E'\n' || coalesce($2, '') || E'\n' || coalesce($3, '') $$;

do $$
begin
  create extension if not exists pg_trgm;
  create index transaction_said on finance.transaction
    using gin (finance.said(payee_text, note, reference) gin_trgm_ops);
exception when others then
  raise notice 'transactions are searched without an index: %', sqlerrm;
end $$;
-- Few transactions have tags, and few parts a note.
create index transaction_tagged on finance.transaction (user_id) where tags <> '{}';
create index split_noted on finance.split (user_id) include (transaction_id) where note is not null;

-- The person's transactions that say a pattern of `ilike`; null for more than `most`. It runs as the owner and checks
-- the caller itself: row-level security lets no index of words be used.
create function finance.saying(pattern text, most integer) returns uuid[]
language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_custom_plan as $$
declare
  caller uuid := kit.uid();
  found uuid[];
begin
  select array(
    select t.id from finance.transaction t
    where t.user_id = caller and finance.said(t.payee_text, t.note, t.reference) ilike pattern
    limit most + 1
  ) || array(
    select t.id from finance.transaction t
    where t.user_id = caller and t.tags <> '{}' and array_to_string(t.tags, ' ') ilike pattern
    limit most + 1
  ) || array(
    select s.transaction_id from finance.split s
    where s.user_id = caller and s.note is not null and s.note ilike pattern
    limit most + 1
  ) || array(
    select t.id from finance.payee p join finance.transaction t on t.user_id = p.user_id and t.payee_id = p.id
    where p.user_id = caller and p.name ilike pattern
    limit most + 1
  ) into found;
  return case when cardinality(found) <= most then found end;
end $$;
revoke execute on function finance.saying(text, integer) from public;
grant execute on function finance.saying(text, integer) to tessera_caller;
