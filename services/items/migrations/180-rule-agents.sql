-- The agent that is given the cards that meet a rule, as the contract has it (CardRuleAgent).
alter table items.rule add column agent jsonb;
-- The mail domain whose people need no plan, where the person's address was of it when the rule was saved.
alter table items.rule add column opened_by text;
alter table items.rule_version add column agent jsonb;

-- Which rule gave which card to an agent: once.
create table items.rule_start (
  item_id uuid not null references items.item (id) on delete cascade,
  rule_id uuid not null references items.rule (id) on delete cascade,
  user_id uuid not null,
  at timestamptz not null,
  primary key (item_id, rule_id)
);
create index rule_start_of_rule on items.rule_start (rule_id);
create index rule_start_of_user on items.rule_start (user_id);

-- Runs of agents that made or changed a card, the newest last: rules do not start the same agent for it.
create table items.touched_card (
  item_id uuid primary key references items.item (id) on delete cascade,
  user_id uuid not null,
  runs uuid[] not null default '{}'
);
create index touched_card_of_user on items.touched_card (user_id);

alter table items.rule_start enable row level security;
alter table items.touched_card enable row level security;
create policy own on items.rule_start using (user_id = kit.uid()) with check (user_id = kit.uid());
create policy own on items.touched_card using (user_id = kit.uid()) with check (user_id = kit.uid());
grant select, insert on items.rule_start to tessera_caller;
grant select, insert, update on items.touched_card to tessera_caller;
