-- What is taken off the price: percent or amount, and until when. As contracts-billing has it.
alter table billing.account add column discount jsonb;
