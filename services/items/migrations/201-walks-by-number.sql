-- A walk from the newest card on ends by the number of cards: finding the day of its last card beforehand took a third
-- of its time. Cards of one moment are looked at once each. Otherwise as in 197.
create or replace function items.find_newest_words(
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
  looked_at bigint;
  -- The last of these, and the last card that was looked at before.
  since timestamptz;
  since_id uuid;
  before timestamptz;
  before_id uuid;
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
      looked_at := case when reach < 0.7 * cards then greatest(reach, 1) end;
      if looked_up is null then
        -- Stops at the last match that is wanted, mostly long before the end of its reach.
        return query
          select n.id, ts_rank(n.search, query, 1) from (
            select i.id, i.search
            from (
              select c.id, c.created_at, c.search, c.status, c.type, c.tag_keys, c.snooze_until, c.unread
              from items.item c where c.user_id = person order by c.created_at desc, c.id desc limit looked_at
            ) i
            where ts_match_vq(i.search, asked) and (found_before is null or not ts_match_vq(i.search, found_before))
              and items.is_listed(i.status, i.type, i.tag_keys, i.snooze_until, i.unread, wanted_tags, types, wanted, awake_at, asleep_at, unread_only)
            order by i.created_at desc, i.id desc limit missing
          ) n;
      else
        if looked_at is not null then
          select i.created_at, i.id into since, since_id from items.item i
            where i.user_id = person and (before is null or (i.created_at, i.id) < (before, before_id))
            order by i.created_at desc, i.id desc offset looked_at - 1 limit 1;
        end if;
        return query
          select n.id, ts_rank(n.search, query, 1) from (
            select i.id, i.search
            from items.item i
            where i.user_id = person and i.search @@ looked_up
              and (looked_up = asked or ts_match_vq(i.search, asked))
              and (found_before is null or not ts_match_vq(i.search, found_before))
              and items.is_listed(i.status, i.type, i.tag_keys, i.snooze_until, i.unread, wanted_tags, types, wanted, awake_at, asleep_at, unread_only)
              and (since is null or (i.created_at, i.id) >= (since, since_id))
              and (before is null or (i.created_at, i.id) < (before, before_id))
            -- What was looked up is sorted: in the order of the index on days each card would be looked at after all.
            order by i.created_at + interval '0 s' desc, i.id desc limit missing
          ) n;
      end if;
      get diagnostics found_now = row_count;
      missing := missing - found_now;
      exit when missing <= 0 or looked_at is null;
      if looked_up is null then
        -- Words that seldom meet are looked up at last.
        select i.created_at, i.id into since, since_id from items.item i
          where i.user_id = person order by i.created_at desc, i.id desc offset looked_at - 1 limit 1;
        looked_up := asked;
      end if;
      exit when since is null;
      -- Less than expected: by what was found, and at least twice as far.
      before := since;
      before_id := since_id;
      reach := reach * greatest(2, 1.5 * missing / greatest(found_now, 1));
    end loop;
    exit when missing <= 0 or not is_first;
    is_first := false;
    found_before := whole;
    asked := query;
  end loop;
end $$;
