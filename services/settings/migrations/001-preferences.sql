create table settings.preference (
  user_id uuid primary key,
  -- only what the person set; the product's defaults fill the rest when it is read
  chosen jsonb not null default '{}',
  updated_at timestamptz not null default now()
);

alter table settings.preference enable row level security;
create policy own on settings.preference using (user_id = kit.uid()) with check (user_id = kit.uid());
grant usage on schema settings to tessera_caller;
grant select, insert, update, delete on settings.preference to tessera_caller;
