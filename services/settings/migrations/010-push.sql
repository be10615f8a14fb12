-- The pair of keys that messages are signed with (RFC 8292), made at the first use; nobody's callers read it.
create table settings.push_key (
  single boolean primary key default true check (single),
  public_key text not null,
  private_key text not null,
  made_at timestamptz not null
);
alter table settings.push_key enable row level security;

create table settings.push_device (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null,
  -- the session in which it was switched on; once that has ended, nothing is sent
  session_id text,
  ended_at timestamptz,
  device text not null,
  endpoint text not null,
  -- SHA-256 of the endpoint, which may be too long for an index
  fingerprint text not null,
  p256dh text not null,
  auth text not null,
  -- the public key that the browser tied the subscription to
  server_key text not null,
  created_at timestamptz not null,
  last_used_at timestamptz,
  unique (user_id, fingerprint)
);
create index push_device_fingerprint on settings.push_device (fingerprint);
create index push_device_session on settings.push_device (session_id);
alter table settings.push_device enable row level security;
create policy own on settings.push_device using (user_id = kit.uid()) with check (user_id = kit.uid());
grant select, insert, update, delete on settings.push_device to tessera_caller;

-- What was told already: an event that comes again is not told again.
create table settings.push_notice (
  user_id uuid not null,
  key text not null,
  told_at timestamptz not null,
  primary key (user_id, key)
);
create index push_notice_age on settings.push_notice (told_at);
alter table settings.push_notice enable row level security;
create policy own on settings.push_notice using (user_id = kit.uid()) with check (user_id = kit.uid());
grant select on settings.push_notice to tessera_caller;

-- In the transaction that ends a session, whichever process that is and whatever runs there.
create function settings.rest_push_devices() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update settings.push_device set ended_at = new.at
  where user_id = new.user_id and ended_at is null
    and (session_id = new.session_id::text or new.generation = 2147483647);
  return null;
end $$;
create trigger rest_push_devices after insert on kit.ended_session
  for each row execute function settings.rest_push_devices();
