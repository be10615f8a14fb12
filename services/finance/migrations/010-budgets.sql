-- Budgets (decision 007): one for each currency of a person. An act may be a change of a budget.
alter table finance.act drop constraint act_kind_check;
alter table finance.act add constraint act_kind_check check (kind in
  ('account', 'category', 'payee', 'transaction', 'bulk', 'import', 'undo', 'rule', 'run', 'transfer', 'budget'));

-- What comes in here, or in a category below, is no refund: it is to be assigned.
alter table finance.category add column income boolean not null default false;
-- What was deleted before comes back with it.
update finance.change set before = before || '{"income": false}' where tab = 'category' and op = 'delete';

create table finance.budget (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null,
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  kind text not null check (kind in ('envelope', 'tracking')),
  -- Its first month, YYYY-MM.
  start text not null check (start ~ '^\d{4}-(0[1-9]|1[0-2])$'),
  version integer not null default 1,
  created_at timestamptz(3) not null,
  unique (user_id, id),
  unique (user_id, currency)
);

-- What a category has in a month. Balances are computed and never stored.
create table finance.budget_cell (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null,
  budget_id uuid not null,
  month text not null check (month ~ '^\d{4}-(0[1-9]|1[0-2])$'),
  category_id uuid not null,
  amount bigint not null default 0 check (abs(amount) <= 10000000000000),
  -- Whether a balance below zero stays with the category; from this month on, until a later cell says otherwise.
  carries boolean,
  unique (budget_id, category_id, month),
  foreign key (user_id, budget_id) references finance.budget (user_id, id) on delete cascade deferrable,
  foreign key (user_id, category_id) references finance.category (user_id, id) on delete cascade deferrable
);
create index budget_cell_of_budget on finance.budget_cell (user_id, budget_id, month);
create index budget_cell_of_category on finance.budget_cell (user_id, category_id);

-- What is kept out of a month for the next one.
create table finance.budget_hold (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null,
  budget_id uuid not null,
  month text not null check (month ~ '^\d{4}-(0[1-9]|1[0-2])$'),
  amount bigint not null check (amount between 0 and 10000000000000),
  unique (budget_id, month),
  foreign key (user_id, budget_id) references finance.budget (user_id, id) on delete cascade deferrable
);

-- A budget has nothing before its first month, however it got there.
create function finance.check_budget_start() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if exists (select from finance.budget b where b.id = new.budget_id and new.month < b.start) then
    raise exception 'A budget has nothing before its first month'
      using errcode = 'check_violation', constraint = 'budget_start', schema = 'finance', table = tg_table_name;
  end if;
  return null;
end $$;
create constraint trigger budget_start after insert or update of month on finance.budget_cell
  deferrable initially deferred for each row execute function finance.check_budget_start();
create constraint trigger budget_start after insert or update of month on finance.budget_hold
  deferrable initially deferred for each row execute function finance.check_budget_start();

create trigger next_version before update on finance.budget for each row execute function finance.next_version();
create trigger journal after insert or update or delete on finance.budget
  for each row execute function finance.journal();
create trigger journal after insert or update or delete on finance.budget_cell
  for each row execute function finance.journal();
create trigger journal after insert or update or delete on finance.budget_hold
  for each row execute function finance.journal();

alter table finance.budget enable row level security;
alter table finance.budget_cell enable row level security;
alter table finance.budget_hold enable row level security;
create policy own on finance.budget using (user_id = kit.uid()) with check (user_id = kit.uid());
create policy own on finance.budget_cell using (user_id = kit.uid()) with check (user_id = kit.uid());
create policy own on finance.budget_hold using (user_id = kit.uid()) with check (user_id = kit.uid());
grant select, insert, update, delete on finance.budget, finance.budget_cell, finance.budget_hold to tessera_caller;
