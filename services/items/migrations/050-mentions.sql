-- Which cards a card's text mentions, written with the text. A target that is deleted for good stays named: its mentions say so.
create table items.reference (
  source_id uuid not null references items.item (id) on delete cascade,
  target_id uuid not null,
  user_id uuid not null,
  -- The sentence around it, with the mentioned card's title, as it was written, between \u0002 and \u0003.
  context text not null,
  created_at timestamptz not null,
  primary key (source_id, target_id)
);
create index reference_target on items.reference (user_id, target_id, created_at desc, source_id);
create index reference_newest on items.reference (user_id, created_at desc, source_id, target_id);

alter table items.reference enable row level security;
create policy own on items.reference using (user_id = kit.uid()) with check (user_id = kit.uid());
grant select, insert, update, delete on items.reference to tessera_caller;

-- The newest cards with these words whose text does not mention the target. As items.find_newest, it runs as the owner and checks the caller.
create function items.find_unlinked(query tsquery, target uuid, source_types text[], max_found integer)
returns table (id uuid)
language plpgsql stable security definer rows 100 set search_path = pg_catalog set plan_cache_mode = force_custom_plan as $$
#variable_conflict use_column
begin
  return query
    select i.id from items.item i
    where i.user_id = kit.uid() and i.search @@ query and i.id <> target and i.status <> 'trash' and i.type = any(source_types)
      and not exists (select from items.reference r where r.source_id = i.id and r.target_id = target)
    order by i.created_at desc, i.id desc limit max_found;
end $$;
revoke execute on function items.find_unlinked(tsquery, uuid, text[], integer) from public;
grant execute on function items.find_unlinked(tsquery, uuid, text[], integer) to tessera_caller;
