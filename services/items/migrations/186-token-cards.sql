-- What an API token that is limited to some cards reaches (service-kit, database/card-limits.ts): its caller's claims
-- name types and tags, and each of these policies is asked beside the one that lets a person's own rows through.
create function items.token_cards() returns jsonb language sql stable as
  $$ select nullif(current_setting('request.jwt.claims', true), '')::jsonb -> 'cards' $$;

create function items.token_reaches(cards jsonb, type text, tag_keys text[]) returns boolean language sql immutable as $$
  select (cards -> 'types' = '[]' or cards -> 'types' ? type)
    and (cards -> 'tags' = '[]' or cards -> 'tags' ?| tag_keys)
$$;

-- The card of the caller's that is the same thing, also where their token does not reach it.
create function items.same(identity text) returns setof uuid language sql stable security definer set search_path = pg_catalog as $$
  select i.id from items.item i where i.user_id = kit.uid() and i.identity = $1
$$;
revoke execute on function items.same(text) from public;
grant execute on function items.same(text) to tessera_caller;

create policy of_token on items.item as restrictive using (
  (select items.token_cards()) is null or items.token_reaches((select items.token_cards()), type, tag_keys));

-- What is kept of a card goes with it. Vectors do not: they are compared as a whole, and only cards are answered.
create policy of_token on items.content as restrictive using (
  (select items.token_cards()) is null or exists (select from items.item i where i.id = item_id));
create policy of_token on items.attachment as restrictive using (
  (select items.token_cards()) is null or exists (select from items.item i where i.id = item_id));
create policy of_token on items.picture as restrictive using (
  (select items.token_cards()) is null or exists (select from items.item i where i.id = item_id));
create policy of_token on items.text_version as restrictive using (
  (select items.token_cards()) is null or exists (select from items.item i where i.id = item_id));
create policy of_token on items.occurrence as restrictive using (
  (select items.token_cards()) is null or exists (select from items.item i where i.id = item_id));
create policy of_token on items.reference as restrictive using (
  (select items.token_cards()) is null or exists (select from items.item i where i.id = source_id));
