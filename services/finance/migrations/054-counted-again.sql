-- Months are counted again where what is kept of them is not what they add up to. While 044, 046 and 052 read what was
-- there, others wrote on: a transaction that was open then was not read, and its triggers were those of before.
do $$
declare
  person uuid;
  own bigint;
  accounts uuid[];
  days date[];
begin
  for person in select distinct a.user_id from finance.account a order by 1 loop
    own := hashtextextended('finance ' || person, 0);
    -- Whoever counts months of the person has this until the end. Of people whose months are right it is given back.
    perform pg_advisory_lock(own);
    with moves as (
      select v.id, max(v.fee) as fee from (
        select x.from_id as id, x.fee from finance.transfer x where x.user_id = person
        union all select x.to_id, 0 from finance.transfer x where x.user_id = person
      ) v group by v.id
    ), counted as (
      select t.account_id, finance.month_of(t.date, finance.first_day_of(person)) as month, count(*)::integer as count,
        coalesce(sum(t.amount) filter (where t.amount > 0), 0) as plus,
        coalesce(sum(t.amount) filter (where t.amount < 0), 0) as minus,
        count(m.id)::integer as moves,
        coalesce(sum(t.amount) filter (where t.amount > 0 and m.id is not null), 0) as moved_plus,
        coalesce(sum(t.amount) filter (where t.amount < 0 and m.id is not null), 0) as moved_minus,
        coalesce(sum(m.fee), 0) as fee
      from finance.transaction t left join moves m on m.id = t.id
      where t.user_id = person group by 1, 2
    ), categories as (
      select s.account_id, s.month, sum(s.income) as income, sum(s.expense) as expense,
        sum(s.income + s.expense + s.moved) as amount
      from finance.month_sum s where s.user_id = person group by 1, 2
    ), payees as (
      select s.account_id, s.month, sum(s.income) as income, sum(s.expense) as expense
      from finance.payee_sum s where s.user_id = person group by 1, 2
    ), kept as (
      select * from finance.month_total s where s.user_id = person
    )
    select array_agg(account_id), array_agg(month + (finance.first_day_of(person) - 1)) into accounts, days
    from counted c full join kept k using (account_id, month) full join categories g using (account_id, month)
      full join payees p using (account_id, month)
    where (c.count, c.plus, c.minus, c.moves, c.moved_plus, c.moved_minus, c.fee)
        is distinct from (k.count, k.plus, k.minus, k.moves, k.moved_plus, k.moved_minus, k.fee)
      or coalesce(g.amount, 0) <> coalesce(c.plus + c.minus, 0)
      or (coalesce(g.income, 0), coalesce(g.expense, 0)) <> (coalesce(p.income, 0), coalesce(p.expense, 0));
    if accounts is not null then
      perform pg_advisory_xact_lock(own);
      perform finance.sum_months(accounts, days);
    end if;
    perform pg_advisory_unlock(own);
  end loop;
end $$;
