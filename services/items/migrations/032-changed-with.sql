-- What a person calls the device that a card was changed with last: a conflict names it. Null where none was told.
alter table items.item add column changed_with text;
