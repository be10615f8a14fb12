-- The account on the other side, as the bank gives its number: without spaces, in upper case.
alter table finance.transaction add column counterparty text;

-- A transfer names its two sides (decision 001). Money goes out of one account and comes into another of the person's.
create table finance.transfer (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null,
  from_id uuid not null,
  to_id uuid not null,
  -- What the bank kept; the sides add up to it, and it is no part of the transfer.
  fee bigint not null default 0 check (fee >= 0),
  -- Found by the matching, or linked by the person.
  automatic boolean not null,
  created_at timestamptz(3) not null,
  unique (user_id, id),
  unique (from_id),
  unique (to_id),
  foreign key (user_id, from_id) references finance.transaction (user_id, id) on delete cascade deferrable,
  foreign key (user_id, to_id) references finance.transaction (user_id, id) on delete cascade deferrable
);
create index transfer_list on finance.transfer (user_id, created_at desc, id desc);

-- Pairs that are no transfer, as the person said.
create table finance.transfer_refusal (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null,
  from_id uuid not null,
  to_id uuid not null,
  created_at timestamptz(3) not null,
  unique (from_id, to_id),
  foreign key (user_id, from_id) references finance.transaction (user_id, id) on delete cascade deferrable,
  foreign key (user_id, to_id) references finance.transaction (user_id, id) on delete cascade deferrable
);
create index transfer_refusal_list on finance.transfer_refusal (user_id, created_at desc, id desc);
create index transfer_refusal_of_side on finance.transfer_refusal (to_id);

-- Money goes out on one side and comes in on the other, in one currency, and with the fee nothing is left.
create function finance.check_transfer() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if exists (
    select from finance.transfer x
      join finance.transaction f on f.id = x.from_id join finance.account fa on fa.id = f.account_id
      join finance.transaction t on t.id = x.to_id join finance.account ta on ta.id = t.account_id
    where (case when tg_table_name = 'transfer' then x.id = new.id else x.from_id = new.id or x.to_id = new.id end)
      and not (f.amount < 0 and t.amount > 0 and f.account_id <> t.account_id and fa.currency = ta.currency
        and f.amount + t.amount + x.fee = 0)
  ) then
    raise exception 'The sides of a transfer do not add up'
      using errcode = 'check_violation', constraint = 'transfer_adds_up', schema = 'finance', table = 'transfer';
  end if;
  return null;
end $$;
create constraint trigger transfer_adds_up after insert or update on finance.transfer
  deferrable initially deferred for each row execute function finance.check_transfer();
create constraint trigger transfer_adds_up after update of amount, account_id on finance.transaction
  deferrable initially deferred for each row execute function finance.check_transfer();

create trigger journal after insert or update or delete on finance.transfer
  for each row execute function finance.journal();
create trigger journal after insert or update or delete on finance.transfer_refusal
  for each row execute function finance.journal();

alter table finance.transfer enable row level security;
alter table finance.transfer_refusal enable row level security;
create policy own on finance.transfer using (user_id = kit.uid()) with check (user_id = kit.uid());
create policy own on finance.transfer_refusal using (user_id = kit.uid()) with check (user_id = kit.uid());
grant select, insert, update, delete on finance.transfer, finance.transfer_refusal to tessera_caller;
