-- Rules also snooze cards, and give them another type; both as the contract has them.
alter table items.rule add column snooze jsonb, add column convert text;
alter table items.rule_version add column snooze jsonb, add column convert text;
alter table items.rule_effect drop constraint rule_effect_field_check;
alter table items.rule_effect add constraint rule_effect_field_check
  check (field in ('tag', 'status', 'pinned', 'priority', 'snoozeUntil', 'type'));
-- What a card had that became another type, to give it back: KeptCard of the service.
alter table items.rule_effect add column kept jsonb;
