-- The newest matches of words, without reading all matches, and without collecting all cards of an unfinished word
-- (decisions/042). The function of before stays for processes of the version before.

-- Whether a card is in a list. Plans see through it.
create function items.is_listed(
  status text, type text, tag_keys text[], snooze_until timestamptz, unread boolean,
  wanted_tags text[], types text[], wanted text, awake_at timestamptz, asleep_at timestamptz, unread_only boolean
) returns boolean language sql immutable parallel safe as $$
  select (wanted_tags is null or tag_keys @> wanted_tags) and (types is null or type = any(types))
    and case when wanted is null then status <> 'trash' when wanted = 'any' then true else status = wanted end
    and (awake_at is null or snooze_until is null or snooze_until <= awake_at)
    and (asleep_at is null or snooze_until > asleep_at and status in ('inbox', 'later'))
    and (not unread_only or unread)
$$;

-- How many cards of a person's list the planner expects to have the words.
create function items.expect_matches(
  person uuid, query tsquery, wanted_tags text[], types text[], wanted text, awake_at timestamptz, asleep_at timestamptz, unread_only boolean
) returns double precision
language plpgsql volatile set search_path = pg_catalog set plan_cache_mode = force_custom_plan as $$
declare
  plan json;
begin
  explain (format json) select from items.item i where i.user_id = person and i.search @@ query
    and items.is_listed(i.status, i.type, i.tag_keys, i.snooze_until, i.unread, wanted_tags, types, wanted, awake_at, asleep_at, unread_only)
    into plan;
  return (plan #>> '{0,Plan,Plan Rows}')::double precision;
end $$;
revoke execute on function
  items.expect_matches(uuid, tsquery, text[], text[], text, timestamptz, timestamptz, boolean) from public;

-- What it costs to read the newest matches once the index of words has said where `places` cards are: all of them, or
-- those of the newest cards that hold enough matches. In cards that are looked at from the newest one on.
create function items.cost_of_places(places double precision, reach double precision, cards double precision)
returns double precision language sql immutable as $$
  select least(8 * places, 0.3 * reach + 8 * places * reach / cards)
$$;

-- As items.find_newest. `finished` is what `query` asks for besides its unfinished word, null when it may not be looked up
-- alone; `beginning` is that word without its stem, which the planner would count a second time.
create function items.find_newest_matches(
  query tsquery, finished tsquery, beginning tsquery, wanted_tags text[], types text[], wanted text, awake_at timestamptz,
  asleep_at timestamptz, unread_only boolean, max_found integer
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
  if cards > 4 * max_found then
    share := greatest(1, (select c.reltuples from pg_class c where c.oid = 'items.item'::regclass) / cards);
    matches := items.expect_matches(person, coalesce(finished && beginning, beginning, query),
      wanted_tags, types, wanted, awake_at, asleep_at, unread_only);
    of_finished := cards;
    if finished is not null then
      of_finished := items.expect_matches(person, finished, wanted_tags, types, wanted, awake_at, asleep_at, unread_only);
    end if;
    matches := least(greatest(matches, 1), cards);
    of_finished := least(greatest(of_finished, matches), cards);
    of_unfinished := cards * matches / of_finished;
    reach := 1.3 * max_found * cards / matches;
    walk := 1.5 * least(max_found * cards / matches, cards);
    by_all := share * 0.85 * of_unfinished
      + items.cost_of_places(share * matches, reach, cards);
    by_finished := share * 0.5 * of_finished + items.cost_of_places(share * of_finished, reach, cards);
    if by_finished < least(walk, by_all) then looked_up := finished;
    elsif by_all < walk then looked_up := query;
    end if;
    if looked_up is null then reach := 1.2 * reach;
    elsif 8 * share * (case when looked_up = query then matches else of_finished end) < 0.3 * reach then reach := null;
    end if;
  end if;
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
          and (looked_up is not distinct from query or ts_match_vq(i.search, query))
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
    looked_up := coalesce(looked_up, query);
  end loop;
end $$;
revoke execute on function
  items.find_newest_matches(tsquery, tsquery, tsquery, text[], text[], text, timestamptz, timestamptz, boolean, integer) from public;
grant execute on function
  items.find_newest_matches(tsquery, tsquery, tsquery, text[], text[], text, timestamptz, timestamptz, boolean, integer) to tessera_caller;
