-- The rule for cards that began a run, as the contract has it. No foreign key: rules are another service's.
alter table agents.run add column rule jsonb;
-- Agents whose runs made or changed the card that began it: none of them is started by what follows.
alter table agents.run add column chain uuid[] not null default '{}';
create index run_of_rule on agents.run (agent_id, created_at) where rule is not null;
