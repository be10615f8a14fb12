-- How CSV files are read (decision 008). An act may be a change of a profile.
alter table finance.act drop constraint act_kind_check;
alter table finance.act add constraint act_kind_check check (kind in ('account', 'category', 'payee', 'transaction',
  'bulk', 'import', 'undo', 'rule', 'run', 'transfer', 'budget', 'profile'));

create table finance.csv_profile (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null,
  name text not null,
  -- What is offered for its files; an account that is gone is offered no more.
  account_id uuid,
  -- As bank-files/csv/profile.ts has it.
  layout jsonb not null,
  version integer not null default 1,
  created_at timestamptz(3) not null,
  unique (user_id, id)
);
create unique index csv_profile_name on finance.csv_profile (user_id, lower(name));

-- The file itself, to be read another way; null once it was imported, and where nothing can be corrected.
alter table finance.bank_import add column content bytea;
alter table finance.bank_import add column csv jsonb;

create trigger next_version before update on finance.csv_profile for each row execute function finance.next_version();
create trigger journal after insert or update or delete on finance.csv_profile
  for each row execute function finance.journal();

alter table finance.csv_profile enable row level security;
create policy own on finance.csv_profile using (user_id = kit.uid()) with check (user_id = kit.uid());
grant select, insert, update, delete on finance.csv_profile to tessera_caller;
