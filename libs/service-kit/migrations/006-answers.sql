-- Claim and answer are written in the transaction of the work, and an answer may be kept by the id of what it shows.
alter table kit.answer add column reference text;
-- Those of before hold whole texts, or belong to requests that were killed.
delete from kit.answer;
alter table kit.answer enable row level security;
