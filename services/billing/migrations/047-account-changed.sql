-- Processes keep accounts in memory for a moment (src/account/kept-accounts.ts). Whatever way one changes, they hear of it.
create function billing.account_changed() returns trigger language plpgsql security definer set search_path = pg_catalog as $$
begin
  perform pg_notify('billing_account', coalesce(new.user_id, old.user_id)::text);
  return null;
end $$;
create trigger account_changed after insert or update or delete on billing.account
  for each row execute function billing.account_changed();
