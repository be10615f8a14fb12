-- Words of languages that have letters of their own are stemmed, as those in Cyrillic letters are (030). What is folded
-- otherwise than before is in search/search-text.ts.
create text search dictionary items.greek_stems (template = pg_catalog.snowball, language = 'greek');
create text search configuration items.greek (copy = pg_catalog.greek);
alter text search configuration items.greek alter mapping replace pg_catalog.greek_stem with items.greek_stems;
alter text search configuration items.greek alter mapping replace pg_catalog.english_stem with items.stems;
create text search dictionary items.arabic_stems (template = pg_catalog.snowball, language = 'arabic');
create text search configuration items.arabic (copy = pg_catalog.arabic);
alter text search configuration items.arabic alter mapping replace pg_catalog.arabic_stem with items.arabic_stems;
alter text search configuration items.arabic alter mapping replace pg_catalog.english_stem with items.stems;
create text search dictionary items.hindi_stems (template = pg_catalog.snowball, language = 'hindi');
create text search configuration items.hindi (copy = pg_catalog.hindi);
alter text search configuration items.hindi alter mapping replace pg_catalog.hindi_stem with items.hindi_stems;
alter text search configuration items.hindi alter mapping replace pg_catalog.english_stem with items.stems;

-- Stems of the languages that the letters of a folded text tell; none of most texts, which are ASCII.
create function items.own_stems(folded text) returns tsvector language sql immutable parallel safe as $$
  select case when octet_length(folded) = length(folded) then ''::tsvector else
    case when folded ~ '[а-я]' then to_tsvector('items.cyrillic', folded) else '' end
    || case when folded ~ '[α-ω]' then to_tsvector('items.greek', folded) else '' end
    || case when folded ~ '[\u0621-\u064a]' then to_tsvector('items.arabic', folded) else '' end
    || case when folded ~ '[\u0904-\u0939]' then to_tsvector('items.hindi', folded) else '' end
  end
$$;
create or replace function items.lexemes(folded text) returns tsvector language sql immutable parallel safe as
  $$ select to_tsvector('items.words', folded) || to_tsvector('pg_catalog.simple', folded) || items.own_stems(folded) $$;

-- The job of search/stale-words.ts indexes the cards of before again. True for what is there, without a write of each
-- row; false for what comes. A column of its own: processes of the version before clear theirs (stale_words, which
-- nothing else reads any more) with the words of before.
alter table items.item add column unfolded boolean not null default true;
alter table items.item alter column unfolded set default false;
create index item_unfolded on items.item (id) where unfolded;
drop index items.item_stale_words;
