-- Vectors of what cards mean (decisions/013), and which cards wait for theirs. A person's are compared one by one: no extension is needed.
create table items.embedding_state (
  item_id uuid primary key references items.item (id) on delete cascade,
  user_id uuid not null,
  waiting boolean not null default true,
  -- Counted before each attempt, so that a text that ends its process is given up.
  attempts smallint not null default 0,
  -- Until when nobody else takes it up. A change of the card takes it back: what is being worked out is then out of date.
  taken_until timestamptz,
  -- Why there are no vectors, once it was given up.
  reason text,
  -- Of the text that the vectors were made of: most changes leave it as it is.
  text_hash bytea
);
create index embedding_waiting on items.embedding_state (item_id) where waiting;

create table items.embedding (
  item_id uuid not null references items.item (id) on delete cascade,
  part smallint not null,
  user_id uuid not null,
  -- 512 signed bytes; their length says nothing. Null: the card says nothing any more that could be compared.
  vector bytea,
  -- What a process knows already is not read again: it asks for what was written since its last look.
  written xid8 not null default pg_current_xact_id(),
  primary key (item_id, part)
);
create index embedding_of_person on items.embedding (user_id, written);
-- Noise does not compress.
alter table items.embedding alter column vector set storage external;

alter table items.embedding_state enable row level security;
alter table items.embedding enable row level security;
create policy own on items.embedding_state using (user_id = kit.uid()) with check (user_id = kit.uid());
create policy own on items.embedding using (user_id = kit.uid()) with check (user_id = kit.uid());
grant select on items.embedding_state, items.embedding to tessera_caller;
-- To try again what was given up.
grant update on items.embedding_state to tessera_caller;

-- Whatever way a card comes or changes. Imports store many in a statement; what is no text of a card fires nothing.
create function items.embed_added() returns trigger language plpgsql security definer set search_path = pg_catalog as $$
begin
  insert into items.embedding_state (item_id, user_id) select id, user_id from added;
  perform pg_notify('items_embedding', '');
  return null;
end $$;
create trigger embed_added after insert on items.item referencing new table as added
  for each statement execute function items.embed_added();

create function items.embed_changed() returns trigger language plpgsql security definer set search_path = pg_catalog as $$
begin
  insert into items.embedding_state as s (item_id, user_id) values (new.id, new.user_id)
    on conflict (item_id) do update set waiting = true, attempts = 0, taken_until = null, reason = null;
  perform pg_notify('items_embedding', '');
  return null;
end $$;
create trigger embed_changed after update of type, title, body, data on items.item for each row
  when ((old.type, old.title, old.body, old.data) is distinct from (new.type, new.title, new.body, new.data))
  execute function items.embed_changed();
-- Long texts of a card, such as the readable copy of a page, stand in a table of their own. A new card has its row already.
create function items.embed_content() returns trigger language plpgsql security definer set search_path = pg_catalog as $$
begin
  update items.embedding_state set waiting = true, attempts = 0, taken_until = null, reason = null where item_id = new.item_id;
  perform pg_notify('items_embedding', '');
  return null;
end $$;
create trigger embed_content after insert or update of data on items.content for each row execute function items.embed_content();

insert into items.embedding_state (item_id, user_id) select id, user_id from items.item;
