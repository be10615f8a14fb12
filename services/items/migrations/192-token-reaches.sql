-- A function is called for limited tokens alone. A query within a policy is planned and prepared in each statement,
-- also of people, whose requests have no limits: one card cost the database 155 µs so, 120 with the function.
create function items.token_reaches_card(id uuid) returns boolean language sql stable as $$
  select exists (select from items.item i where i.id = $1)
$$;
alter policy of_token on items.content using (
  (select items.token_cards()) is null or items.token_reaches_card(item_id));
alter policy of_token on items.attachment using (
  (select items.token_cards()) is null or items.token_reaches_card(item_id));
alter policy of_token on items.picture using (
  (select items.token_cards()) is null or items.token_reaches_card(item_id));
alter policy of_token on items.page_copy using (
  (select items.token_cards()) is null or items.token_reaches_card(item_id));
alter policy of_token on items.text_version using (
  (select items.token_cards()) is null or items.token_reaches_card(item_id));
alter policy of_token on items.occurrence using (
  (select items.token_cards()) is null or items.token_reaches_card(item_id));
alter policy of_token on items.reference using (
  (select items.token_cards()) is null or items.token_reaches_card(source_id));
