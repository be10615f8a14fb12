-- What was paid of an invoice and given back, in minor units, and whether the holder of the card disputes it. Rows of
-- before get theirs with the next sync of their customer: the comparison of the night finds those that are behind.
alter table billing.invoice
  add column paid bigint not null default 0,
  add column refunded bigint not null default 0,
  add column disputed boolean not null default false;
