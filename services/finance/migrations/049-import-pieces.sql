-- A CSV file in pieces, so that none is in memory as a whole; gone once it was imported.
create table finance.bank_import_piece (
  import_id uuid not null references finance.bank_import (id) on delete cascade,
  user_id uuid not null,
  -- From 0.
  place integer not null,
  content bytea not null,
  primary key (import_id, place)
);
insert into finance.bank_import_piece (import_id, user_id, place, content)
  select id, user_id, 0, content from finance.bank_import where content is not null;
alter table finance.bank_import drop column content;

alter table finance.bank_import_piece enable row level security;
create policy own on finance.bank_import_piece using (user_id = kit.uid()) with check (user_id = kit.uid());
grant select, insert, update, delete on finance.bank_import_piece to tessera_caller;
