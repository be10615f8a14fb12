-- Sums by account and time are read along one index, of the person's rows alone.
create index transaction_days on finance.transaction (user_id, account_id, date desc, id desc) include (amount);
drop index finance.transaction_of_account;
