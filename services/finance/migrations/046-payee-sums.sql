-- What each month of an account adds up to, by payee, beside the sums by category: the same triggers count both again
-- (decision 011). A payee that comes in a month and goes again leaves no row.
create table finance.payee_sum (
  user_id uuid not null,
  account_id uuid not null,
  -- The first of the calendar month that it begins in.
  month date not null,
  payee_id uuid,
  -- Of the parts of transactions that are no transfer; what a bank kept of a transfer is expense.
  income bigint not null,
  expense bigint not null,
  foreign key (user_id, account_id) references finance.account (user_id, id) on delete cascade deferrable
);
create unique index payee_sum_months on finance.payee_sum
  (user_id, account_id, month, coalesce(payee_id, '00000000-0000-0000-0000-000000000000'));
alter table finance.payee_sum enable row level security;
create policy own on finance.payee_sum using (user_id = kit.uid()) with check (user_id = kit.uid());
grant select on finance.payee_sum to tessera_caller;

-- As it was (044), and what payees add up to.
create or replace function finance.sum_months(accounts uuid[], days date[]) returns void
language plpgsql security definer set search_path = '' set plan_cache_mode = force_custom_plan as $$
declare
  counted record;
  since date;
  until date;
begin
  for counted in
    select distinct a.user_id, a.id as account_id, f.first_day, finance.month_of(u.day, f.first_day) as month
    from unnest(accounts, days) u (account_id, day) join finance.account a on a.id = u.account_id
      cross join lateral (select finance.first_day_of(a.user_id) as first_day offset 0) f
  loop
    since := counted.month + (counted.first_day - 1);
    until := (counted.month + interval '1 month')::date + (counted.first_day - 1);
    delete from finance.month_sum s
    where s.user_id = counted.user_id and s.account_id = counted.account_id and s.month = counted.month;
    delete from finance.payee_sum s
    where s.user_id = counted.user_id and s.account_id = counted.account_id and s.month = counted.month;
    insert into finance.month_sum (user_id, account_id, month, category_id, income, expense, moved)
    with entries as (
      select t.id, t.amount, coalesce(f.fee, 0) as fee, f.id is not null or i.id is not null as moves
      from finance.transaction t
        left join finance.transfer f on f.from_id = t.id
        left join finance.transfer i on i.to_id = t.id
      where t.user_id = counted.user_id and t.account_id = counted.account_id and t.date >= since and t.date < until
    ), parts as (
      select s.category_id, greatest(s.amount, 0) as income, least(s.amount, 0) as expense, 0 as moved
      from entries e join finance.split s on s.transaction_id = e.id
      where not e.moves
      union all
      select null, 0, -e.fee, e.amount + e.fee from entries e where e.moves
    )
    select counted.user_id, counted.account_id, counted.month, p.category_id, sum(p.income), sum(p.expense),
      sum(p.moved)
    from parts p group by p.category_id;
    insert into finance.payee_sum (user_id, account_id, month, payee_id, income, expense)
    with entries as (
      select t.id, t.payee_id, t.amount, coalesce(f.fee, 0) as fee, f.id is not null or i.id is not null as moves
      from finance.transaction t
        left join finance.transfer f on f.from_id = t.id
        left join finance.transfer i on i.to_id = t.id
      where t.user_id = counted.user_id and t.account_id = counted.account_id and t.date >= since and t.date < until
    ), parts as (
      select e.payee_id, greatest(s.amount, 0) as income, least(s.amount, 0) as expense
      from entries e join finance.split s on s.transaction_id = e.id
      where not e.moves
      union all
      select e.payee_id, 0, -e.fee from entries e where e.moves and e.fee <> 0
    )
    select counted.user_id, counted.account_id, counted.month, p.payee_id, sum(p.income), sum(p.expense)
    from parts p group by p.payee_id having sum(p.income) <> 0 or sum(p.expense) <> 0;
  end loop;
end $$;

-- As it was, and a transaction that has another payee counts its month again.
create or replace function finance.count_months() returns trigger language plpgsql security definer
set search_path = '' as $$
declare
  accounts uuid[];
  days date[];
begin
  if tg_table_name = 'transaction' and tg_op = 'DELETE' then
    select array_agg(o.account_id), array_agg(o.date) into accounts, days from old_rows o;
  elsif tg_table_name = 'transaction' then
    select array_agg(c.account_id), array_agg(c.date) into accounts, days
    from old_rows o join new_rows n on n.id = o.id
      cross join lateral (values (o.account_id, o.date), (n.account_id, n.date)) c (account_id, date)
    where (o.account_id, o.date, o.amount, o.payee_id)
      is distinct from (n.account_id, n.date, n.amount, n.payee_id);
  elsif tg_table_name = 'split' and tg_op = 'INSERT' then
    select array_agg(t.account_id), array_agg(t.date) into accounts, days
    from (select distinct n.transaction_id from new_rows n) c join finance.transaction t on t.id = c.transaction_id;
  elsif tg_table_name = 'split' and tg_op = 'DELETE' then
    select array_agg(t.account_id), array_agg(t.date) into accounts, days
    from (select distinct o.transaction_id from old_rows o) c join finance.transaction t on t.id = c.transaction_id;
  elsif tg_table_name = 'split' then
    select array_agg(t.account_id), array_agg(t.date) into accounts, days
    from (
      select o.transaction_id from old_rows o join new_rows n on n.id = o.id
      where (o.transaction_id, o.amount, o.category_id) is distinct from (n.transaction_id, n.amount, n.category_id)
      union
      select n.transaction_id from old_rows o join new_rows n on n.id = o.id
      where o.transaction_id <> n.transaction_id
    ) c join finance.transaction t on t.id = c.transaction_id;
  elsif tg_op = 'INSERT' then
    select array_agg(t.account_id), array_agg(t.date) into accounts, days
    from (select n.from_id as id from new_rows n union select n.to_id from new_rows n) c
      join finance.transaction t on t.id = c.id;
  elsif tg_op = 'DELETE' then
    select array_agg(t.account_id), array_agg(t.date) into accounts, days
    from (select o.from_id as id from old_rows o union select o.to_id from old_rows o) c
      join finance.transaction t on t.id = c.id;
  else
    select array_agg(t.account_id), array_agg(t.date) into accounts, days
    from (
      select o.from_id as id from old_rows o union select o.to_id from old_rows o
      union select n.from_id from new_rows n union select n.to_id from new_rows n
    ) c join finance.transaction t on t.id = c.id;
  end if;
  if accounts is not null then
    -- Who counts a month sees all that others changed of it: what acts hold anyway, other writers wait for here.
    perform pg_advisory_xact_lock(hashtextextended('finance ' || a.user_id, 0))
    from (select distinct c.user_id from finance.account c where c.id = any (accounts) order by 1) a;
    perform finance.sum_months(accounts, days);
  end if;
  return null;
end $$;

create or replace function finance.count_all_months() returns trigger language plpgsql security definer
set search_path = '' as $$
declare
  person uuid := case when tg_op = 'DELETE' then old.user_id else new.user_id end;
begin
  if tg_op <> 'UPDATE' or new.first_day <> old.first_day then
    perform pg_advisory_xact_lock(hashtextextended('finance ' || person, 0));
    delete from finance.month_sum s where s.user_id = person;
    delete from finance.payee_sum s where s.user_id = person;
    perform finance.sum_months(array_agg(t.account_id), array_agg(t.date))
    from (select distinct c.account_id, c.date from finance.transaction c where c.user_id = person) t;
  end if;
  return null;
end $$;

-- What is there already.
select finance.sum_months(array_agg(t.account_id), array_agg(t.date))
from (select distinct account_id, date from finance.transaction) t
group by t.account_id;
