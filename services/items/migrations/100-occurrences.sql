-- What became of each time that a card which repeats was due. The card itself moves on: its links, files and mentions stay with it.
create table items.occurrence (
  id uuid primary key,
  -- In which order, also where the clock says the same.
  seq bigint generated always as identity,
  item_id uuid not null references items.item (id) on delete cascade,
  user_id uuid not null,
  kind text not null check (kind in ('completed', 'skipped')),
  at timestamptz not null,
  due_at timestamptz not null,
  -- The queue entry that it was completed by, if any: taking that decision back takes this back.
  entry text,
  -- Fields of the card as they were, which undo brings back.
  before jsonb not null
);
create index occurrence_of_item on items.occurrence (item_id, seq desc);
create index occurrence_of_user on items.occurrence (user_id);
alter table items.occurrence enable row level security;
create policy own on items.occurrence using (user_id = kit.uid()) with check (user_id = kit.uid());
grant select, insert, delete on items.occurrence to tessera_caller;

-- A completed task made a card of its own for the next time, and knew it by this.
update items.item set data = data - 'next' where type = 'task' and data ? 'next';
