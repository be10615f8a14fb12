-- The dispute of an invoice's payment that the bank waits for an answer to, which administrators have an entry for.
alter table billing.invoice add column unanswered_dispute text;
