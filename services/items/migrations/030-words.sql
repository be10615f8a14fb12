-- Words of languages in Cyrillic letters are stemmed, too. Folding, long texts and names of files are in search-text.ts and item.store.ts; cards
-- that were stored before are indexed again by a job (search/stale-words.ts), as only the service can fold texts.
create text search dictionary items.russian_stems (template = pg_catalog.snowball, language = 'russian');
create text search configuration items.cyrillic (copy = pg_catalog.russian);
alter text search configuration items.cyrillic alter mapping replace pg_catalog.russian_stem with items.russian_stems;
alter text search configuration items.cyrillic alter mapping replace pg_catalog.english_stem with items.stems;

create or replace function items.lexemes(folded text) returns tsvector language sql immutable parallel safe as
  $$ select to_tsvector('items.words', folded) || to_tsvector('pg_catalog.simple', folded)
    || case when folded ~ '[а-я]' then to_tsvector('items.cyrillic', folded) else '' end $$;

-- True for what is there, without a write of each row; false for what comes.
alter table items.item add column stale_words boolean not null default true;
alter table items.item alter column stale_words set default false;
create index item_stale_words on items.item (id) where stale_words;
