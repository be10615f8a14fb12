-- How often a price is charged. Until now every plan was paid by the month.
alter table billing.account add column price_interval text;
update billing.account set price_interval = 'month' where price_amount is not null;
alter table billing.checkout_attempt
  add column price_interval text not null default 'month' check (price_interval in ('month', 'year'));
