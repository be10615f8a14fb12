-- What has the last word whole comes before what only begins with it (decisions/042): the index of words answers whole
-- words 20 times as fast, and mostly enough cards have them. The function of before stays for processes of the version
-- before.

-- As items.find_newest_matches; `whole` is `query` with its last word finished, null where it has no unfinished one.
-- First the newest matches of `whole`, then, where those are fewer, the newest of the rest.
create function items.find_newest_words(
  query tsquery, whole tsquery, finished tsquery, beginning tsquery, wanted_tags text[], types text[], wanted text,
  awake_at timestamptz, asleep_at timestamptz, unread_only boolean, max_found integer
)
returns table (id uuid, rank real)
language plpgsql volatile security definer rows 500 set search_path = pg_catalog set plan_cache_mode = force_custom_plan
set random_page_cost = 1 set cpu_tuple_cost = 0.2 as $$
#variable_conflict use_column
declare
  person constant uuid := kit.uid();
  cards constant double precision := (select sum(t.count) from items.tally t where t.user_id = person);
  -- Cards of everybody for one of the person: the index of words does not part by people.
  share double precision;
  is_first boolean := whole is not null;
  -- What is looked for now, and which matches were found before.
  asked tsquery := coalesce(whole, query);
  found_before tsquery;
  -- What that index is asked for; null: nothing, each card is looked at.
  looked_up tsquery;
  matches double precision;
  of_finished double precision;
  of_unfinished double precision;
  -- What each way costs: cards that are looked at from the newest one on.
  walk double precision;
  by_all double precision;
  by_finished double precision;
  -- Newest cards among which the next matches are looked for; null: all that are left.
  reach double precision;
  since timestamptz;
  before timestamptz;
  missing integer := max_found;
  found_now integer;
begin
  if cards is null or cards <= 4 * max_found then
    return query
      select n.id, ts_rank(n.search, query, 1) from (
        select i.id, i.search from items.item i
        where i.user_id = person and ts_match_vq(i.search, query)
          and items.is_listed(i.status, i.type, i.tag_keys, i.snooze_until, i.unread, wanted_tags, types, wanted, awake_at, asleep_at, unread_only)
        order by whole is not null and ts_match_vq(i.search, whole) desc, i.created_at desc, i.id desc limit max_found
      ) n;
    return;
  end if;
  share := greatest(1, (select c.reltuples from pg_class c where c.oid = 'items.item'::regclass) / cards);
  loop
    of_finished := cards;
    if is_first then
      matches := items.expect_matches(person, whole, wanted_tags, types, wanted, awake_at, asleep_at, unread_only);
    else
      matches := items.expect_matches(person, coalesce(finished && beginning, beginning, query),
        wanted_tags, types, wanted, awake_at, asleep_at, unread_only);
      if finished is not null then
        of_finished := items.expect_matches(person, finished, wanted_tags, types, wanted, awake_at, asleep_at, unread_only);
      end if;
    end if;
    matches := least(greatest(matches, 1), cards);
    of_finished := least(greatest(of_finished, matches), cards);
    of_unfinished := cards * matches / of_finished;
    reach := 1.3 * missing * cards / matches;
    walk := 1.5 * least(missing * cards / matches, cards);
    -- Whole words are merged from sorted lists; the cards of an unfinished one are collected first.
    by_all := share * (case when is_first then 0.1 else 0.85 end) * of_unfinished
      + items.cost_of_places(share * matches, reach, cards);
    by_finished := case when is_first then null
      else share * 0.5 * of_finished + items.cost_of_places(share * of_finished, reach, cards) end;
    looked_up := case
      when by_finished < least(walk, by_all) then finished
      when by_all < walk then asked
    end;
    if looked_up is null then reach := 1.2 * reach;
    elsif 8 * share * (case when looked_up = asked then matches else of_finished end) < 0.3 * reach then reach := null;
    end if;
    before := null;
    loop
      since := null;
      if reach < 0.7 * cards then
        select i.created_at into since from items.item i where i.user_id = person and (before is null or i.created_at < before)
          order by i.created_at desc, i.id desc offset reach::bigint limit 1;
      end if;
      return query
        select n.id, ts_rank(n.search, query, 1) from (
          select i.id, i.search
          from items.item i
          where i.user_id = person and (looked_up is null or i.search @@ looked_up)
            and (looked_up is not distinct from asked or ts_match_vq(i.search, asked))
            and (found_before is null or not ts_match_vq(i.search, found_before))
            and items.is_listed(i.status, i.type, i.tag_keys, i.snooze_until, i.unread, wanted_tags, types, wanted, awake_at, asleep_at, unread_only)
            and (since is null or i.created_at >= since) and (before is null or i.created_at < before)
          -- What was looked up is sorted: in the order of the index on days each card would be looked at after all.
          order by case when looked_up is null then i.created_at else i.created_at + interval '0 s' end desc, i.id desc limit missing
        ) n;
      get diagnostics found_now = row_count;
      missing := missing - found_now;
      exit when missing <= 0 or since is null;
      -- Less than expected: by what was found, and at least twice as far. Words that seldom meet are looked up at last.
      before := since;
      reach := reach * greatest(2, 1.5 * missing / greatest(found_now, 1));
      looked_up := coalesce(looked_up, asked);
    end loop;
    exit when missing <= 0 or not is_first;
    is_first := false;
    found_before := whole;
    asked := query;
  end loop;
end $$;
revoke execute on function
  items.find_newest_words(tsquery, tsquery, tsquery, tsquery, text[], text[], text, timestamptz, timestamptz, boolean, integer) from public;
grant execute on function
  items.find_newest_words(tsquery, tsquery, tsquery, tsquery, text[], text[], text, timestamptz, timestamptz, boolean, integer) to tessera_caller;
