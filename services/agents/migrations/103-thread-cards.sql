-- The cards of conversations: what the items service keeps of them, so that they are found and listed with the others.
create table agents.thread_card (
  -- The first run of the conversation. No foreign key: questions outlive those before them.
  thread uuid primary key,
  user_id uuid not null,
  agent_id uuid not null references agents.agent (id) on delete cascade,
  -- The call that makes the card; null: none is made yet.
  call_id uuid unique,
  -- The card; null: not made yet, or gone.
  item_id uuid unique,
  -- The person deleted the card: it is not made again.
  is_gone boolean not null default false
);
create index thread_card_of_person on agents.thread_card (user_id);
create index thread_card_of_agent on agents.thread_card (agent_id);

alter table agents.thread_card enable row level security;
create policy own on agents.thread_card using (user_id = kit.uid()) with check (user_id = kit.uid());
grant select, insert, update, delete on agents.thread_card to tessera_caller;
