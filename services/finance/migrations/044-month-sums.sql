-- Preferences are changed in acts, and so are rates of currencies.
alter table finance.act drop constraint act_kind_check;
alter table finance.act add constraint act_kind_check check (kind in ('account', 'category', 'payee', 'transaction',
  'bulk', 'import', 'undo', 'rule', 'run', 'transfer', 'budget', 'profile', 'reconciliation', 'receipt', 'preference',
  'rate'));

-- On which day a person's months begin: with the salary, for many. A month is called by the one that it begins in.
create table finance.preference (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null unique,
  first_day smallint not null default 1 check (first_day between 1 and 28)
);
create trigger journal after insert or update or delete on finance.preference
  for each row execute function finance.journal();

-- What each month of an account adds up to, by category: pages that show years read these instead of each transaction.
-- The triggers below count a month again whenever something of it changes; nothing else writes here (decision 011).
create table finance.month_sum (
  user_id uuid not null,
  account_id uuid not null,
  -- The first of the calendar month that it begins in.
  month date not null,
  category_id uuid,
  -- Of the parts of transactions that are no transfer; what a bank kept of a transfer is expense without a category.
  income bigint not null,
  expense bigint not null,
  -- What transfers moved, without what the bank kept. All three add up to the amounts of the month.
  moved bigint not null,
  foreign key (user_id, account_id) references finance.account (user_id, id) on delete cascade deferrable
);
create unique index month_sum_months on finance.month_sum
  (user_id, account_id, month, coalesce(category_id, '00000000-0000-0000-0000-000000000000'));

alter table finance.preference enable row level security;
alter table finance.month_sum enable row level security;
create policy own on finance.preference using (user_id = kit.uid()) with check (user_id = kit.uid());
create policy own on finance.month_sum using (user_id = kit.uid()) with check (user_id = kit.uid());
grant select, insert, update, delete on finance.preference to tessera_caller;
grant select on finance.month_sum to tessera_caller;

-- The month that a day is in, as the first of the calendar month that it begins in.
create function finance.month_of(day date, first_day integer) returns date
language sql immutable parallel safe as
  $$ select ($1 - ($2 - 1)) - (extract(day from $1 - ($2 - 1))::integer - 1) $$;
create function finance.first_day_of(person uuid) returns integer
language sql stable parallel safe set search_path = '' as
  $$ select coalesce((select p.first_day from finance.preference p where p.user_id = $1), 1)::integer $$;

-- Counts the months of these days of accounts again: the pairs of both lists. Month by month, with a plan for each:
-- joined as a whole, all transactions would be read for one month.
create function finance.sum_months(accounts uuid[], days date[]) returns void
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
  end loop;
end $$;
revoke execute on function finance.sum_months(uuid[], date[]) from public;

-- The months that a statement touched. Parts of a transaction that is gone, or accounts that are, have none any more.
create function finance.count_months() returns trigger language plpgsql security definer set search_path = '' as $$
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
    where (o.account_id, o.date, o.amount) is distinct from (n.account_id, n.date, n.amount);
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

-- A transaction that comes has no parts yet; they are counted as they come.
create trigger count_months_deleted after delete on finance.transaction
  referencing old table as old_rows for each statement execute function finance.count_months();
create trigger count_months_changed after update on finance.transaction
  referencing old table as old_rows new table as new_rows for each statement execute function finance.count_months();
create trigger count_months_added after insert on finance.split
  referencing new table as new_rows for each statement execute function finance.count_months();
create trigger count_months_deleted after delete on finance.split
  referencing old table as old_rows for each statement execute function finance.count_months();
create trigger count_months_changed after update on finance.split
  referencing old table as old_rows new table as new_rows for each statement execute function finance.count_months();
create trigger count_months_added after insert on finance.transfer
  referencing new table as new_rows for each statement execute function finance.count_months();
create trigger count_months_deleted after delete on finance.transfer
  referencing old table as old_rows for each statement execute function finance.count_months();
create trigger count_months_changed after update on finance.transfer
  referencing old table as old_rows new table as new_rows for each statement execute function finance.count_months();

-- Other months: all are counted.
create function finance.count_all_months() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  person uuid := case when tg_op = 'DELETE' then old.user_id else new.user_id end;
begin
  if tg_op <> 'UPDATE' or new.first_day <> old.first_day then
    perform pg_advisory_xact_lock(hashtextextended('finance ' || person, 0));
    delete from finance.month_sum s where s.user_id = person;
    perform finance.sum_months(array_agg(t.account_id), array_agg(t.date))
    from (select distinct c.account_id, c.date from finance.transaction c where c.user_id = person) t;
  end if;
  return null;
end $$;
create trigger count_all_months after insert or update or delete on finance.preference
  for each row execute function finance.count_all_months();

-- What is there already.
select finance.sum_months(array_agg(t.account_id), array_agg(t.date))
from (select distinct account_id, date from finance.transaction) t
group by t.account_id;
