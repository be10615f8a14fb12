-- Where a person's mails come in. The name is the local part of the address: who knows it can send them cards.
create table items.mail_address (
  user_id uuid primary key,
  name text not null unique,
  -- The mail domain that opens everything to the person; null: they need a plan.
  opened_by text,
  created_at timestamptz not null,
  last_at timestamptz,
  refused_at timestamptz,
  refused text
);
alter table items.mail_address enable row level security;
create policy own on items.mail_address using (user_id = kit.uid()) with check (user_id = kit.uid());
grant select, insert, update, delete on items.mail_address to tessera_caller;
