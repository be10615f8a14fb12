-- Most cards that the plan held when the import began; null: any number.
alter table items.import_session add column card_limit integer;
