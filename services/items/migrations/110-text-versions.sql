-- Texts of cards as they were before a change: one for every few minutes of writing, the newest ones.
create table items.text_version (
  id uuid primary key default gen_random_uuid(),
  item_id uuid not null references items.item (id) on delete cascade,
  user_id uuid not null,
  body text not null,
  -- Characters of it: none has to be read to be counted.
  length integer not null,
  -- When the text was as it is here, and the device that it was changed with last.
  written_at timestamptz not null,
  written_with text,
  -- When another text took its place.
  kept_at timestamptz not null
);
create index text_version_newest on items.text_version (item_id, kept_at desc, id desc);
create index text_version_of_user on items.text_version (user_id);

alter table items.text_version enable row level security;
create policy own on items.text_version using (user_id = kit.uid()) with check (user_id = kit.uid());
grant select, insert on items.text_version to tessera_caller;

-- By a trigger, as any change of a text may be one that somebody regrets: by a page, an agent, a link to a mention.
-- MAX_TEXT_VERSIONS, MAX_VERSIONS_LENGTH and TEXT_VERSION_MINUTES of the contract are said here once more; a test compares.
create function items.keep_text() returns trigger language plpgsql security definer set search_path = pg_catalog as $$
declare
  latest items.text_version;
begin
  select * into latest from items.text_version where item_id = old.id order by kept_at desc, id desc limit 1;
  if latest.id is not null and (latest.body = old.body
      -- Most of a text that is thrown away is kept whenever it happens.
      or (latest.kept_at > new.updated_at - interval '5 minutes' and length(new.body) * 2 >= length(old.body))) then
    return null;
  end if;
  insert into items.text_version (item_id, user_id, body, length, written_at, written_with, kept_at)
    values (old.id, old.user_id, old.body, length(old.body), old.updated_at, old.changed_with, new.updated_at);
  delete from items.text_version v using (
      select id, row_number() over newest as n, sum(length) over newest as total
        from items.text_version where item_id = old.id
        window newest as (order by kept_at desc, id desc)) kept
    where v.id = kept.id and (kept.n > 50 or (kept.n > 1 and kept.total > 5000000));
  return null;
end $$;
create trigger keep_text after update of body on items.item for each row
  when (old.body <> new.body and old.body <> '' and old.version <> new.version)
  execute function items.keep_text();
