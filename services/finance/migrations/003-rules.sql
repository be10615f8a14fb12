-- Rules (decision 003). An act may be a rule's run or a person's change of a rule.
alter table finance.act drop constraint act_kind_check;
alter table finance.act add constraint act_kind_check
  check (kind in ('account', 'category', 'payee', 'transaction', 'bulk', 'import', 'undo', 'rule', 'run', 'transfer'));

create table finance.rule (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null,
  name text not null,
  stage text check (stage in ('pre', 'post')),
  condition jsonb not null,
  actions jsonb not null,
  enabled boolean not null default true,
  version integer not null default 1,
  created_at timestamptz(3) not null,
  unique (user_id, id)
);
create index rule_list on finance.rule (user_id, created_at, id);

-- Each version of a rule as it was saved; a run names the version that it used.
create table finance.rule_version (
  rule_id uuid not null,
  user_id uuid not null,
  version integer not null,
  name text not null,
  stage text,
  condition jsonb not null,
  actions jsonb not null,
  enabled boolean not null,
  at timestamptz(3) not null,
  primary key (rule_id, version)
);
create index rule_version_of_person on finance.rule_version (user_id, rule_id);

-- Suggested rules that the person does not want.
create table finance.rule_refusal (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null,
  payee_id uuid not null,
  category_id uuid not null,
  unique (user_id, payee_id, category_id),
  foreign key (user_id, payee_id) references finance.payee (user_id, id) on delete cascade deferrable,
  foreign key (user_id, category_id) references finance.category (user_id, id) on delete cascade deferrable
);

-- Which version of which rule set a field of a transaction, within which act.
create table finance.rule_effect (
  act_id uuid not null references finance.act (id) on delete cascade,
  user_id uuid not null,
  transaction_id uuid not null,
  field text not null,
  rule_id uuid not null,
  rule_version integer not null,
  primary key (act_id, transaction_id, field)
);
create index rule_effect_of_transaction on finance.rule_effect (user_id, transaction_id);
create index rule_effect_of_rule on finance.rule_effect (user_id, rule_id);

create trigger next_version before update on finance.rule for each row execute function finance.next_version();

create function finance.keep_rule_version() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  act uuid := nullif(current_setting('finance.act', true), '')::uuid;
begin
  insert into finance.rule_version (rule_id, user_id, version, name, stage, condition, actions, enabled, at)
  values (new.id, new.user_id, new.version, new.name, new.stage, new.condition, new.actions, new.enabled,
    coalesce((select a.at from finance.act a where a.id = act), new.created_at))
  on conflict (rule_id, version) do nothing;
  return null;
end $$;
create trigger keep_version after insert or update on finance.rule
  for each row execute function finance.keep_rule_version();

create trigger journal after insert or update or delete on finance.rule
  for each row execute function finance.journal();
create trigger journal after insert or update or delete on finance.rule_refusal
  for each row execute function finance.journal();

alter table finance.rule enable row level security;
alter table finance.rule_version enable row level security;
alter table finance.rule_refusal enable row level security;
alter table finance.rule_effect enable row level security;
create policy own on finance.rule using (user_id = kit.uid()) with check (user_id = kit.uid());
create policy own on finance.rule_version using (user_id = kit.uid()) with check (user_id = kit.uid());
create policy own on finance.rule_refusal using (user_id = kit.uid()) with check (user_id = kit.uid());
create policy own on finance.rule_effect using (user_id = kit.uid()) with check (user_id = kit.uid());
grant select, insert, update, delete on finance.rule, finance.rule_refusal to tessera_caller;
grant select on finance.rule_version to tessera_caller;
grant select, insert on finance.rule_effect to tessera_caller;
