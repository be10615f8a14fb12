-- What was paid in another currency, as the bank's file says, signed as the amount: receipts are in that currency.
alter table finance.transaction add column original_amount bigint check (abs(original_amount) <= 10000000000000);
alter table finance.transaction add column original_currency text check (original_currency ~ '^[A-Z]{3}$');
alter table finance.transaction add constraint transaction_original
  check ((original_amount is null) = (original_currency is null));
create index transaction_original_days on finance.transaction (user_id, original_currency, date)
  where original_currency is not null;
