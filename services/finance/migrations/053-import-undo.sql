-- An import of many entries is taken out of the books in parts, each in a transaction of its own (decision 015): by
-- which act, how far that is, and its line among the person's jobs. Null before, and once nothing is left to be done.
--   {by, total, done, reverted, kept, after}; after: date and id of the transaction that was looked at last
alter table finance.bank_import add column undoing jsonb;
create index bank_import_undoing on finance.bank_import (user_id) where undoing is not null;
