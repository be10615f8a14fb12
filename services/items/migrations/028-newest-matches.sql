-- The newest matches of words with their rank: best match first is worth a bounded look, not the rank of every card (decisions/009).
-- As items.find_tagged, it runs as the owner and checks the caller itself. The plan has to know the words: frequent ones are found by walking
-- from the newest card, rare ones by the index of words.
create function items.find_newest(
  query tsquery, wanted_tags text[], types text[], wanted text, awake_at timestamptz, asleep_at timestamptz, unread_only boolean, max_found integer
)
returns table (id uuid, rank real)
language plpgsql stable security definer rows 1000 set search_path = pg_catalog set plan_cache_mode = force_custom_plan as $$
#variable_conflict use_column
begin
  return query
    select n.id, ts_rank(n.search, query, 1) from (
      select i.id, i.search
      from items.item i
      where i.user_id = kit.uid() and i.search @@ query and (wanted_tags is null or i.tag_keys @> wanted_tags)
        and (types is null or i.type = any(types))
        and case when wanted is null then i.status <> 'trash' when wanted = 'any' then true else i.status = wanted end
        and (awake_at is null or i.snooze_until is null or i.snooze_until <= awake_at)
        and (asleep_at is null or i.snooze_until > asleep_at and i.status in ('inbox', 'later'))
        and (not unread_only or i.unread)
      order by i.created_at desc, i.id desc limit max_found
    ) n;
end $$;
revoke execute on function items.find_newest(tsquery, text[], text[], text, timestamptz, timestamptz, boolean, integer) from public;
grant execute on function items.find_newest(tsquery, text[], text[], text, timestamptz, timestamptz, boolean, integer) to tessera_caller;
