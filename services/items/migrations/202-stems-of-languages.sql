-- Cards in a language of Latin letters are also found by other forms of its words: by its stems, as the language of a
-- card says (200). Which languages a person's cards are in says which stems a query asks for; decisions/044.

-- Without stop words, as in 001. Czech and Polish have no stems in PostgreSQL.
do $$
declare
  code text;
  name text;
begin
  for code, name in select * from (values
    ('de', 'german'), ('fr', 'french'), ('es', 'spanish'), ('it', 'italian'), ('nl', 'dutch'), ('pt', 'portuguese'),
    ('sv', 'swedish'), ('da', 'danish'), ('nb', 'norwegian'), ('fi', 'finnish'), ('ro', 'romanian'), ('hu', 'hungarian'),
    ('tr', 'turkish')) as l
  loop
    execute format('create text search dictionary items.%1$s_stems (template = pg_catalog.snowball, language = %1$L)', name);
    execute format('create text search configuration items.words_%s (copy = pg_catalog.%s)', code, name);
    execute format('alter text search configuration items.words_%s alter mapping replace pg_catalog.%2$s_stem with items.%2$s_stems',
      code, name);
  end loop;
end $$;

-- What stems the words of a language by its code; null for English, whose stems every text has, and where there is none.
create function items.words_in(language text) returns regconfig language sql immutable parallel safe as $$
  select case language
    when 'de' then 'items.words_de'::regconfig when 'fr' then 'items.words_fr'::regconfig
    when 'es' then 'items.words_es'::regconfig when 'it' then 'items.words_it'::regconfig
    when 'nl' then 'items.words_nl'::regconfig when 'pt' then 'items.words_pt'::regconfig
    when 'sv' then 'items.words_sv'::regconfig when 'da' then 'items.words_da'::regconfig
    when 'nb' then 'items.words_nb'::regconfig when 'fi' then 'items.words_fi'::regconfig
    when 'ro' then 'items.words_ro'::regconfig when 'hu' then 'items.words_hu'::regconfig
    when 'tr' then 'items.words_tr'::regconfig
  end
$$;

-- Endings that stems tell by an accent, which folded words lack; in Portuguese "reunião" with "reuniões".
create function items.with_endings(folded text, language text) returns text language sql immutable parallel safe as $$
  select case language
    when 'fr' then regexp_replace(folded, 'ee(s?)(?= |$)', 'ée\1', 'g')
    when 'es' then regexp_replace(folded, 'cion(?= |$)', 'ción', 'g')
    when 'pt' then regexp_replace(folded, 'oes(?= |$)', 'ao', 'g')
    else folded
  end
$$;

create function items.stems_in(folded text, language text) returns tsvector language sql immutable parallel safe as $$
  select case when items.words_in(language) is null then ''::tsvector
    else to_tsvector(items.words_in(language), items.with_endings(folded, language)) end
$$;

-- The words of a text in a language. Processes of the version before call the function without one.
create function items.lexemes(folded text, language text) returns tsvector language sql immutable parallel safe as
  $$ select items.lexemes(folded) || items.stems_in(folded, language) $$;

-- Folded words in order, by the stems of English and of these languages. Stems that are the same are asked for once:
-- each further one costs as much as the word itself, and the planner would count its cards twice.
create function items.phrase_in(folded text, languages text[]) returns tsquery language plpgsql immutable parallel safe
set search_path = pg_catalog as $$
declare
  asked tsquery := phraseto_tsquery('items.words', folded);
  known tsquery[] := array[asked];
  own tsquery;
  language text;
begin
  foreach language in array languages loop
    own := phraseto_tsquery(items.words_in(language), items.with_endings(folded, language));
    if own <> all (known) then
      asked := asked || own;
      known := known || own;
    end if;
  end loop;
  return asked;
end $$;

-- How many cards a person has in each of these languages, kept by triggers as the other counts are (001). Their names
-- come after "count_": in one order everywhere, two writes of a person never wait for each other.
create table items.language_tally (
  user_id uuid not null,
  language text not null,
  count integer not null,
  primary key (user_id, language)
);
alter table items.language_tally enable row level security;
create policy own on items.language_tally for select using (user_id = kit.uid());
grant select on items.language_tally to tessera_caller;

-- The language by whose stems a card is indexed: where its words do not say one, as those of a short title, the one that
-- most of the person's cards are in.
create function items.language_for(language text, person uuid) returns text language sql stable parallel safe as $$
  select coalesce(language, (select t.language from items.language_tally t where t.user_id = person and t.count > 0
    order by t.count desc, t.language limit 1))
$$;

create function items.languages_added() returns trigger language plpgsql security definer set search_path = pg_catalog as $$
begin
  if not exists (select from added i where items.words_in(i.language) is not null) then return null; end if;
  insert into items.language_tally as t
    select i.user_id, i.language, count(*) from added i where items.words_in(i.language) is not null group by 1, 2 order by 1, 2
    on conflict (user_id, language) do update set count = t.count + excluded.count;
  return null;
end $$;
create function items.languages_removed() returns trigger language plpgsql security definer set search_path = pg_catalog as $$
begin
  if not exists (select from removed i where items.words_in(i.language) is not null) then return null; end if;
  update items.language_tally t set count = t.count - r.n
    from (select user_id, language, count(*) as n from removed group by 1, 2) r
    where (t.user_id, t.language) = (r.user_id, r.language);
  return null;
end $$;
create function items.languages_changed() returns trigger language plpgsql security definer set search_path = pg_catalog as $$
begin
  if not exists (select from added i where items.words_in(i.language) is not null)
    and not exists (select from removed i where items.words_in(i.language) is not null) then return null; end if;
  insert into items.language_tally as t
    select user_id, language, sum(n) from
      (select user_id, language, 1 as n from added union all select user_id, language, -1 from removed) x
    where items.words_in(language) is not null group by 1, 2 having sum(n) <> 0 order by 1, 2
    on conflict (user_id, language) do update set count = t.count + excluded.count;
  return null;
end $$;
create trigger languages_added after insert on items.item referencing new table as added
  for each statement execute function items.languages_added();
create trigger languages_removed after delete on items.item referencing old table as removed
  for each statement execute function items.languages_removed();
create trigger languages_changed after update on items.item referencing new table as added old table as removed
  for each statement execute function items.languages_changed();
insert into items.language_tally
  select user_id, language, count(*) from items.item where items.words_in(language) is not null group by 1, 2;

-- The job of search/stale-words.ts finds the language of the cards of before, and indexes those again that have such
-- stems. True for what is there, without a write of each row, and for what a process of the version before stores; who
-- indexes a card by its language says so. A column of its own, as in 198: that version clears its own (unfolded).
alter table items.item add column unstemmed boolean not null default true;
create index item_unstemmed on items.item (id) where unstemmed;
drop index items.item_unfolded;
