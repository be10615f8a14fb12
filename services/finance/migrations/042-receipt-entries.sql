-- Receipts that wait for a person: entries of the queue, and what was decided there.
create table finance.receipt_entry (
  receipt_id uuid primary key,
  user_id uuid not null,
  -- 'match': one transaction or more may be it; 'total': none could be read.
  kind text not null check (kind in ('match', 'total')),
  state text not null check (state in ('open', 'accepted', 'declined')),
  -- The transaction that the entry names; what a decision is about.
  transaction_id uuid,
  line text not null,
  -- What the decision did, to be taken back with it.
  act_id uuid,
  decided_at timestamptz(3),
  -- It was settled since the decision: if it waits again, it asks again.
  over boolean not null default false,
  foreign key (user_id, receipt_id) references finance.receipt (user_id, id) on delete cascade
);
create index receipt_entry_owner on finance.receipt_entry (user_id);

alter table finance.receipt_entry enable row level security;
create policy own on finance.receipt_entry using (user_id = kit.uid()) with check (user_id = kit.uid());
grant select, insert, update, delete on finance.receipt_entry to tessera_caller;
