-- The language of a card's text: what its words say, or what a person said. Cards of before have none until they are
-- changed.
alter table items.item add column language text, add column language_set boolean not null default false;
