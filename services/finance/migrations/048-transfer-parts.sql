-- One transaction may be matched with several of another account that add up to it: one row for each of those, all of
-- which name the one (decision 013). Nothing is kept by the bank then, and both accounts are in one currency.
alter table finance.transfer add column whole_id uuid;
alter table finance.transfer add constraint transfer_whole
  check (whole_id is null or (whole_id in (from_id, to_id) and fee = 0));
alter table finance.transfer drop constraint transfer_from_id_key;
alter table finance.transfer drop constraint transfer_to_id_key;
create unique index transfer_from on finance.transfer (from_id) where whole_id is distinct from from_id;
create unique index transfer_to on finance.transfer (to_id) where whole_id is distinct from to_id;
create index transfer_of_from on finance.transfer (from_id);
create index transfer_of_to on finance.transfer (to_id);
create index transfer_of_whole on finance.transfer (whole_id) where whole_id is not null;

-- The others of several that are no transfer together, in the order of their ids; from_id and to_id have the first.
alter table finance.transfer_refusal add column also uuid[] not null default '{}';
alter table finance.transfer_refusal drop constraint transfer_refusal_from_id_to_id_key;
alter table finance.transfer_refusal add constraint transfer_refusal_once unique (from_id, to_id, also);

-- As it was (045), and what is several adds up to the one; nothing is part of two transfers.
create or replace function finance.check_transfer() returns trigger language plpgsql security definer
set search_path = '' as $$
declare
  touched uuid[];
begin
  if tg_table_name = 'transfer' then
    touched := array[new.id];
  else
    select array_agg(x.id) into touched from finance.transfer x where x.from_id = new.id or x.to_id = new.id;
  end if;
  if touched is null then
    return null;
  end if;
  if exists (
    select from finance.transfer x
      join finance.transaction f on f.id = x.from_id join finance.account fa on fa.id = f.account_id
      join finance.transaction t on t.id = x.to_id join finance.account ta on ta.id = t.account_id
    where x.id = any (touched)
      and not (f.amount < 0 and t.amount > 0 and f.account_id <> t.account_id
        and case when x.whole_id is not null then fa.currency = ta.currency
          when fa.currency = ta.currency then f.amount + t.amount + x.fee = 0 else x.fee = 0 end)
  ) or exists (
    select from finance.transfer x
      join lateral (
        select count(*) as parts, count(distinct p.account_id) as accounts, sum(p.amount) as amount
        from finance.transfer y
          join finance.transaction p on p.id = case y.whole_id when y.from_id then y.to_id else y.from_id end
        where y.whole_id = x.whole_id
      ) v on true
      join finance.transaction w on w.id = x.whole_id
    where x.id = any (touched) and not (v.parts > 1 and v.accounts = 1 and v.amount + w.amount = 0)
  ) or exists (
    select from finance.transfer x join finance.transfer y on y.id <> x.id
      and (y.from_id = x.from_id or y.to_id = x.to_id) and (y.whole_id = x.whole_id) is not true
    where x.id = any (touched)
  ) then
    raise exception 'The sides of a transfer do not add up'
      using errcode = 'check_violation', constraint = 'transfer_adds_up', schema = 'finance', table = 'transfer';
  end if;
  return null;
end $$;

-- Without one of them the others no longer add up: all of them go.
create function finance.drop_transfer_parts() returns trigger language plpgsql security definer set search_path = ''
as $$
begin
  delete from finance.transfer x where x.whole_id = old.whole_id;
  return null;
end $$;
create trigger drop_parts after delete on finance.transfer for each row when (old.whole_id is not null)
  execute function finance.drop_transfer_parts();

-- As it was (046), and one of several transfers counts once.
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
      select t.id, t.amount, coalesce(f.fee, 0) as fee, coalesce(f.id, i.id, w.id) is not null as moves
      from finance.transaction t
        left join finance.transfer f on f.from_id = t.id and f.whole_id is distinct from f.from_id
        left join finance.transfer i on i.to_id = t.id and i.whole_id is distinct from i.to_id
        left join lateral (select x.id from finance.transfer x where x.whole_id = t.id limit 1) w on true
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
      select t.id, t.payee_id, t.amount, coalesce(f.fee, 0) as fee, coalesce(f.id, i.id, w.id) is not null as moves
      from finance.transaction t
        left join finance.transfer f on f.from_id = t.id and f.whole_id is distinct from f.from_id
        left join finance.transfer i on i.to_id = t.id and i.whole_id is distinct from i.to_id
        left join lateral (select x.id from finance.transfer x where x.whole_id = t.id limit 1) w on true
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

-- What came in is the rarer side, from which transfers are looked for: among many transactions the planner read all.
create index transaction_in on finance.transaction (user_id, date desc, id) where amount > 0;
