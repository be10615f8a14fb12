-- Reconciliations (decision 009). An act may be one.
alter table finance.act drop constraint act_kind_check;
alter table finance.act add constraint act_kind_check check (kind in ('account', 'category', 'payee', 'transaction',
  'bulk', 'import', 'undo', 'rule', 'run', 'transfer', 'budget', 'profile', 'reconciliation'));

create table finance.reconciliation (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null,
  account_id uuid not null,
  -- Day and closing balance of the statement.
  date date not null,
  closing bigint not null check (abs(closing) <= 10000000000000),
  -- Transactions that it locked; some may have been changed since.
  locked integer not null,
  created_at timestamptz(3) not null,
  unique (user_id, id),
  foreign key (user_id, account_id) references finance.account (user_id, id) on delete cascade deferrable
);
create index reconciliation_list on finance.reconciliation (account_id, date desc, id desc);

alter table finance.transaction add column reconciliation_id uuid;
alter table finance.transaction add constraint transaction_reconciliation
  foreign key (user_id, reconciliation_id) references finance.reconciliation (user_id, id) deferrable;
create index transaction_reconciled on finance.transaction (reconciliation_id) where reconciliation_id is not null;
create index transaction_unreconciled on finance.transaction (account_id, date) where state <> 'reconciled';

-- What no statement states any more is of no reconciliation, whoever unlocked it.
create function finance.unlock() returns trigger language plpgsql as $$
begin
  new.reconciliation_id := null;
  return new;
end $$;
create trigger unlock before update on finance.transaction for each row
  when (new.state <> 'reconciled' and new.reconciliation_id is not null) execute function finance.unlock();

create trigger journal after insert or update or delete on finance.reconciliation
  for each row execute function finance.journal();

alter table finance.reconciliation enable row level security;
create policy own on finance.reconciliation using (user_id = kit.uid()) with check (user_id = kit.uid());
grant select, insert, update, delete on finance.reconciliation to tessera_caller;
