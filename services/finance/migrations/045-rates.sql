-- What one unit of a currency was worth in another on a day, as the person or a file of theirs says.
create table finance.rate (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null,
  base text not null check (base ~ '^[A-Z]{3}$'),
  quote text not null check (quote ~ '^[A-Z]{3}$' and quote <> base),
  day date not null,
  rate numeric not null check (rate > 0),
  source text not null check (source in ('person', 'file')),
  -- The name of the file.
  file text,
  created_at timestamptz(3) not null,
  check ((source = 'file') = (file is not null))
);
create unique index rate_days on finance.rate (user_id, base, quote, day);
create trigger journal after insert or update or delete on finance.rate
  for each row execute function finance.journal();
alter table finance.rate enable row level security;
create policy own on finance.rate using (user_id = kit.uid()) with check (user_id = kit.uid());
grant select, insert, update, delete on finance.rate to tessera_caller;

-- Two currencies: each side keeps its own amount, and there is no fee to tell from the exchange.
create or replace function finance.check_transfer() returns trigger language plpgsql security definer
set search_path = '' as $$
begin
  if exists (
    select from finance.transfer x
      join finance.transaction f on f.id = x.from_id join finance.account fa on fa.id = f.account_id
      join finance.transaction t on t.id = x.to_id join finance.account ta on ta.id = t.account_id
    where (case when tg_table_name = 'transfer' then x.id = new.id else x.from_id = new.id or x.to_id = new.id end)
      and not (f.amount < 0 and t.amount > 0 and f.account_id <> t.account_id
        and case when fa.currency = ta.currency then f.amount + t.amount + x.fee = 0 else x.fee = 0 end)
  ) then
    raise exception 'The sides of a transfer do not add up'
      using errcode = 'check_violation', constraint = 'transfer_adds_up', schema = 'finance', table = 'transfer';
  end if;
  return null;
end $$;
