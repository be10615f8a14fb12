-- What each month of an account adds up to by whole transactions, as lists show them: the sums of all that an account
-- or a currency has are read from here, not from each transaction (decision 011).
create table finance.month_total (
  user_id uuid not null,
  account_id uuid not null,
  -- The first of the calendar month that it begins in.
  month date not null,
  -- All transactions of the month, and what those add up to that are above and below zero.
  count integer not null,
  plus bigint not null,
  minus bigint not null,
  -- Of these, the same of those that are part of a transfer, and what banks kept of them.
  moves integer not null,
  moved_plus bigint not null,
  moved_minus bigint not null,
  fee bigint not null,
  primary key (user_id, account_id, month),
  foreign key (user_id, account_id) references finance.account (user_id, id) on delete cascade deferrable
);
alter table finance.month_total enable row level security;
create policy own on finance.month_total using (user_id = kit.uid()) with check (user_id = kit.uid());
grant select on finance.month_total to tessera_caller;

-- As it was (048), and the totals. One statement reads the month once for all three.
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
    delete from finance.month_total s
    where s.user_id = counted.user_id and s.account_id = counted.account_id and s.month = counted.month;
    with entries as materialized (
      select t.id, t.payee_id, t.amount, coalesce(f.fee, 0) as fee, coalesce(f.id, i.id, w.id) is not null as moves
      from finance.transaction t
        left join finance.transfer f on f.from_id = t.id and f.whole_id is distinct from f.from_id
        left join finance.transfer i on i.to_id = t.id and i.whole_id is distinct from i.to_id
        left join lateral (select x.id from finance.transfer x where x.whole_id = t.id limit 1) w on true
      where t.user_id = counted.user_id and t.account_id = counted.account_id and t.date >= since and t.date < until
    ), parts as materialized (
      select e.payee_id, s.category_id, greatest(s.amount, 0) as income, least(s.amount, 0) as expense, 0 as moved
      from entries e join finance.split s on s.transaction_id = e.id
      where not e.moves
      union all
      select e.payee_id, null, 0, -e.fee, e.amount + e.fee from entries e where e.moves
    ), by_category as (
      insert into finance.month_sum (user_id, account_id, month, category_id, income, expense, moved)
      select counted.user_id, counted.account_id, counted.month, p.category_id, sum(p.income), sum(p.expense),
        sum(p.moved)
      from parts p group by p.category_id
    ), by_payee as (
      insert into finance.payee_sum (user_id, account_id, month, payee_id, income, expense)
      select counted.user_id, counted.account_id, counted.month, p.payee_id, sum(p.income), sum(p.expense)
      from parts p group by p.payee_id having sum(p.income) <> 0 or sum(p.expense) <> 0
    )
    insert into finance.month_total (user_id, account_id, month, count, plus, minus, moves, moved_plus, moved_minus, fee)
    select counted.user_id, counted.account_id, counted.month, count(*),
      coalesce(sum(e.amount) filter (where e.amount > 0), 0),
      coalesce(sum(e.amount) filter (where e.amount < 0), 0),
      count(*) filter (where e.moves),
      coalesce(sum(e.amount) filter (where e.amount > 0 and e.moves), 0),
      coalesce(sum(e.amount) filter (where e.amount < 0 and e.moves), 0),
      sum(e.fee)
    from entries e having count(*) > 0;
  end loop;
end $$;

-- As it was (046), and the totals.
create or replace function finance.count_all_months() returns trigger language plpgsql security definer
set search_path = '' as $$
declare
  person uuid := case when tg_op = 'DELETE' then old.user_id else new.user_id end;
begin
  if tg_op <> 'UPDATE' or new.first_day <> old.first_day then
    perform pg_advisory_xact_lock(hashtextextended('finance ' || person, 0));
    delete from finance.month_sum s where s.user_id = person;
    delete from finance.payee_sum s where s.user_id = person;
    delete from finance.month_total s where s.user_id = person;
    perform finance.sum_months(array_agg(t.account_id), array_agg(t.date))
    from (select distinct c.account_id, c.date from finance.transaction c where c.user_id = person) t;
  end if;
  return null;
end $$;

-- What is there already.
insert into finance.month_total (user_id, account_id, month, count, plus, minus, moves, moved_plus, moved_minus, fee)
select t.user_id, t.account_id, finance.month_of(t.date, f.first_day), count(*),
  coalesce(sum(t.amount) filter (where t.amount > 0), 0),
  coalesce(sum(t.amount) filter (where t.amount < 0), 0),
  count(m.id),
  coalesce(sum(t.amount) filter (where t.amount > 0 and m.id is not null), 0),
  coalesce(sum(t.amount) filter (where t.amount < 0 and m.id is not null), 0),
  coalesce(sum(m.fee), 0)
from finance.transaction t
  join (select a.user_id, finance.first_day_of(a.user_id) as first_day from finance.account a group by a.user_id) f
    on f.user_id = t.user_id
  left join (
    select v.id, max(v.fee) as fee from (
      select x.from_id as id, x.fee from finance.transfer x union all select x.to_id, 0 from finance.transfer x
    ) v group by v.id
  ) m on m.id = t.id
group by 1, 2, 3;
