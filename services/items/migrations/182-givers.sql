-- The mail domain whose people need no plan, where a person's address was of it when they gave a task to an agent: a
-- task that repeats begins a run at its next time, when nobody is there to ask.
create table items.giver (
  user_id uuid primary key,
  opened_by text
);
alter table items.giver enable row level security;
create policy own on items.giver using (user_id = kit.uid()) with check (user_id = kit.uid());
grant select, insert, update on items.giver to tessera_caller;
