-- Receipts are corrected and linked in acts too.
alter table finance.act drop constraint act_kind_check;
alter table finance.act add constraint act_kind_check check (kind in ('account', 'category', 'payee', 'transaction',
  'bulk', 'import', 'undo', 'rule', 'run', 'transfer', 'budget', 'profile', 'reconciliation', 'receipt'));

-- What a receipt says. Its card, which the items service has, holds the file and has the same id.
create table finance.receipt (
  id uuid primary key,
  user_id uuid not null,
  merchant text,
  date date,
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  total bigint,
  tax bigint,
  lines jsonb not null default '[]',
  -- Each value as it was read, with how sure it is, and why.
  found jsonb not null,
  -- Fields that the person set: reading again leaves them.
  by_hand text[] not null default '{}',
  -- Its card is there, and can come back.
  in_trash boolean not null default false,
  version integer not null default 1,
  created_at timestamptz(3) not null,
  unique (user_id, id)
);
create index receipt_list on finance.receipt (user_id, created_at desc, id desc);

-- A receipt belongs to one transaction at most; a transaction may have several.
create table finance.receipt_link (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null,
  receipt_id uuid not null unique,
  transaction_id uuid not null,
  -- Found by the matching, or linked by the person.
  automatic boolean not null,
  created_at timestamptz(3) not null,
  foreign key (user_id, receipt_id) references finance.receipt (user_id, id) on delete cascade deferrable,
  foreign key (user_id, transaction_id) references finance.transaction (user_id, id) on delete cascade deferrable
);
create index receipt_link_of_transaction on finance.receipt_link (transaction_id);
create index receipt_link_owner on finance.receipt_link (user_id);

-- Pairs that do not belong together, as the person said.
create table finance.receipt_refusal (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null,
  receipt_id uuid not null,
  transaction_id uuid not null,
  created_at timestamptz(3) not null,
  unique (receipt_id, transaction_id),
  foreign key (user_id, receipt_id) references finance.receipt (user_id, id) on delete cascade deferrable,
  foreign key (user_id, transaction_id) references finance.transaction (user_id, id) on delete cascade deferrable
);
create index receipt_refusal_of_transaction on finance.receipt_refusal (transaction_id);
create index receipt_refusal_owner on finance.receipt_refusal (user_id);

create trigger next_version before update on finance.receipt for each row execute function finance.next_version();
create trigger journal after insert or update or delete on finance.receipt
  for each row execute function finance.journal();
create trigger journal after insert or update or delete on finance.receipt_link
  for each row execute function finance.journal();
create trigger journal after insert or update or delete on finance.receipt_refusal
  for each row execute function finance.journal();

alter table finance.receipt enable row level security;
alter table finance.receipt_link enable row level security;
alter table finance.receipt_refusal enable row level security;
create policy own on finance.receipt using (user_id = kit.uid()) with check (user_id = kit.uid());
create policy own on finance.receipt_link using (user_id = kit.uid()) with check (user_id = kit.uid());
create policy own on finance.receipt_refusal using (user_id = kit.uid()) with check (user_id = kit.uid());
grant select, insert, update, delete on finance.receipt, finance.receipt_link, finance.receipt_refusal
  to tessera_caller;
