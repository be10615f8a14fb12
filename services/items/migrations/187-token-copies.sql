-- Copies of pages go with their card, as everything else that is kept of it (186).
create policy of_token on items.page_copy as restrictive using (
  (select items.token_cards()) is null or exists (select from items.item i where i.id = item_id));

-- Bytes of a person's attachments, pictures and copies of pages; a caller's own, also of cards that their token does
-- not reach: the plan counts them all.
create function items.held_bytes(person uuid) returns bigint language sql stable security definer
  set search_path = pg_catalog as $$
  select coalesce(sum(bytes), 0)::bigint from (
    select bytes from items.attachment where user_id = coalesce(kit.uid(), person)
    union all select bytes from items.picture where user_id = coalesce(kit.uid(), person)
    union all select bytes from items.page_copy where user_id = coalesce(kit.uid(), person)) held
$$;
revoke execute on function items.held_bytes(uuid) from public;
grant execute on function items.held_bytes(uuid) to tessera_caller;
