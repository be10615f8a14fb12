-- Cards whose words answer a query, or whose titles do. As items.find_tagged, it runs as the owner and checks the caller itself: row-level
-- security lets no index of words be used.
create function items.find_words(query tsquery, titles_only boolean) returns table (id uuid)
language plpgsql stable security definer rows 1000 set search_path = pg_catalog set plan_cache_mode = force_custom_plan as $$
#variable_conflict use_column
begin
  return query
    select i.id from items.item i
    where i.user_id = kit.uid() and i.search @@ query and (not titles_only or ts_filter(i.search, '{a}') @@ query);
end $$;
revoke execute on function items.find_words(tsquery, boolean) from public;
grant execute on function items.find_words(tsquery, boolean) to tessera_caller;

-- Searches that a person gave a name: lists that fill themselves.
create table items.saved_search (
  user_id uuid not null,
  id uuid not null,
  name text not null,
  q text not null,
  created_at timestamptz not null,
  primary key (user_id, id)
);
alter table items.saved_search enable row level security;
create policy own on items.saved_search using (user_id = kit.uid()) with check (user_id = kit.uid());
grant select, insert, update, delete on items.saved_search to tessera_caller;
