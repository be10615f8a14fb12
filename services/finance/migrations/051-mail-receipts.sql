-- Mails that say what was paid, and so may be the receipt of a transaction. Its card is the mail itself.
alter table finance.receipt add column from_mail boolean not null default false;
