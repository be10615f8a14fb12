-- Payments that come again and again, and what the person says of them, is changed in acts.
alter table finance.act drop constraint act_kind_check;
alter table finance.act add constraint act_kind_check check (kind in ('account', 'category', 'payee', 'transaction',
  'bulk', 'import', 'undo', 'rule', 'run', 'transfer', 'budget', 'profile', 'reconciliation', 'receipt', 'preference',
  'rate', 'recurring'));

-- How many days before a payment is due the queue asks for it; null: never.
alter table finance.preference add column remind_days smallint default 3 check (remind_days between 0 and 30);

create table finance.recurring (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null,
  account_id uuid not null,
  payee_id uuid not null,
  -- 'found': nobody said anything of it, and it goes when its payments stop.
  state text not null default 'found' check (state in ('found', 'confirmed', 'ignored')),
  -- As the person calls it; null: as the payee.
  name text,
  every text not null check (every in ('week', 'fortnight', 'month', 'quarter', 'year')),
  -- A day on which one is due; the others follow from it.
  anchor date not null,
  -- The next amount, as it was found and as the person says.
  amount bigint not null,
  own_amount bigint,
  -- The amounts differ too much for one of them to be the price.
  varies boolean not null,
  -- The newest, the latest last: {id, date, amount, due}.
  payments jsonb not null,
  -- Which of name, every, amount and due the person set.
  by_hand text[] not null default '{}',
  version integer not null default 1,
  created_at timestamptz(3) not null,
  unique (user_id, id),
  foreign key (user_id, account_id) references finance.account (user_id, id) on delete cascade deferrable,
  foreign key (user_id, payee_id) references finance.payee (user_id, id) on delete cascade deferrable
);
create index recurring_pair on finance.recurring (user_id, account_id, payee_id);
create index recurring_payee on finance.recurring (user_id, payee_id);
create trigger next_version before update on finance.recurring
  for each row execute function finance.next_version();
create trigger journal after insert or update or delete on finance.recurring
  for each row execute function finance.journal();

-- Payments that no transaction shows: the person says that one was made, or is left out.
create table finance.recurring_settled (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null,
  recurring_id uuid not null,
  due date not null,
  how text not null check (how in ('paid', 'skipped')),
  foreign key (user_id, recurring_id) references finance.recurring (user_id, id) on delete cascade deferrable
);
create unique index recurring_settled_due on finance.recurring_settled (recurring_id, due);
create index recurring_settled_owner on finance.recurring_settled (user_id);
create trigger journal after insert or update or delete on finance.recurring_settled
  for each row execute function finance.journal();

-- Payments that wait in the queue, and what was decided there.
create table finance.recurring_entry (
  recurring_id uuid not null,
  due date not null,
  user_id uuid not null,
  state text not null check (state in ('open', 'accepted', 'declined')),
  -- What the entry says.
  words text not null,
  -- What the decision did, to be taken back with it.
  act_id uuid,
  decided_at timestamptz(3),
  primary key (recurring_id, due),
  foreign key (user_id, recurring_id) references finance.recurring (user_id, id) on delete cascade deferrable
);
create index recurring_entry_owner on finance.recurring_entry (user_id);

-- Payees of accounts whose transactions changed since somebody looked for payments that recur.
create table finance.recurring_look (
  user_id uuid not null,
  account_id uuid not null,
  payee_id uuid not null,
  primary key (account_id, payee_id),
  foreign key (user_id, account_id) references finance.account (user_id, id) on delete cascade deferrable
);
create index recurring_look_owner on finance.recurring_look (user_id);

-- The newest of one payee in one account, without reading the others.
create index transaction_of_payee on finance.transaction (account_id, payee_id, date desc, id desc) include (amount)
  where payee_id is not null;

alter table finance.recurring enable row level security;
alter table finance.recurring_settled enable row level security;
alter table finance.recurring_entry enable row level security;
alter table finance.recurring_look enable row level security;
create policy own on finance.recurring using (user_id = kit.uid()) with check (user_id = kit.uid());
create policy own on finance.recurring_settled using (user_id = kit.uid()) with check (user_id = kit.uid());
create policy own on finance.recurring_entry using (user_id = kit.uid()) with check (user_id = kit.uid());
create policy own on finance.recurring_look using (user_id = kit.uid()) with check (user_id = kit.uid());
grant select, insert, update, delete on finance.recurring, finance.recurring_settled, finance.recurring_entry
  to tessera_caller;
-- Written by the triggers alone.
grant select, delete on finance.recurring_look to tessera_caller;

create function finance.look_for_recurring() returns trigger language plpgsql security definer
set search_path = '' as $$
begin
  if tg_table_name = 'transaction' and tg_op = 'INSERT' then
    insert into finance.recurring_look (user_id, account_id, payee_id)
    select distinct n.user_id, n.account_id, n.payee_id from new_rows n where n.payee_id is not null
    order by 2, 3 on conflict do nothing;
  elsif tg_table_name = 'transaction' and tg_op = 'DELETE' then
    -- Of accounts that are still there.
    insert into finance.recurring_look (user_id, account_id, payee_id)
    select distinct o.user_id, o.account_id, o.payee_id from old_rows o join finance.account a on a.id = o.account_id
    where o.payee_id is not null
    order by 2, 3 on conflict do nothing;
  elsif tg_table_name = 'transaction' then
    insert into finance.recurring_look (user_id, account_id, payee_id)
    select distinct c.user_id, c.account_id, c.payee_id
    from old_rows o join new_rows n on n.id = o.id
      cross join lateral (values (o.user_id, o.account_id, o.payee_id), (n.user_id, n.account_id, n.payee_id))
        c (user_id, account_id, payee_id)
    where c.payee_id is not null
      and (o.account_id, o.date, o.amount, o.payee_id) is distinct from (n.account_id, n.date, n.amount, n.payee_id)
    order by 2, 3 on conflict do nothing;
  elsif tg_op = 'INSERT' then
    insert into finance.recurring_look (user_id, account_id, payee_id)
    select distinct t.user_id, t.account_id, t.payee_id
    from new_rows n join finance.transaction t on t.id in (n.from_id, n.to_id) where t.payee_id is not null
    order by 2, 3 on conflict do nothing;
  else
    insert into finance.recurring_look (user_id, account_id, payee_id)
    select distinct t.user_id, t.account_id, t.payee_id
    from old_rows o join finance.transaction t on t.id in (o.from_id, o.to_id) where t.payee_id is not null
    order by 2, 3 on conflict do nothing;
  end if;
  return null;
end $$;
create trigger look_added after insert on finance.transaction
  referencing new table as new_rows for each statement execute function finance.look_for_recurring();
create trigger look_changed after update on finance.transaction
  referencing old table as old_rows new table as new_rows
  for each statement execute function finance.look_for_recurring();
create trigger look_deleted after delete on finance.transaction
  referencing old table as old_rows for each statement execute function finance.look_for_recurring();
create trigger look_added after insert on finance.transfer
  referencing new table as new_rows for each statement execute function finance.look_for_recurring();
create trigger look_deleted after delete on finance.transfer
  referencing old table as old_rows for each statement execute function finance.look_for_recurring();

-- The person changed what is due when, or an undo did: its payments are looked for again.
create function finance.look_at_recurring() returns trigger language plpgsql security definer set search_path = ''
as $$
begin
  insert into finance.recurring_look (user_id, account_id, payee_id)
  values (new.user_id, new.account_id, new.payee_id) on conflict do nothing;
  return null;
end $$;
create trigger look_again after update on finance.recurring for each row
  when ((old.state <> 'found' or new.state <> 'found') and (old.state, old.every, old.anchor, old.payee_id)
    is distinct from (new.state, new.every, new.anchor, new.payee_id))
  execute function finance.look_at_recurring();

-- What is there already: the next round of the schedule looks at it.
insert into finance.recurring_look (user_id, account_id, payee_id)
select distinct user_id, account_id, payee_id from finance.transaction where payee_id is not null;
