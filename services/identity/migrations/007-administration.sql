-- The list of people: newest first, found by parts of addresses and numbers; and what administrators did.
create index users_by_age on identity.users (created_at desc, id desc);
create index audit_of_administration on identity.audit_events (id desc) where action like 'admin\_%';

-- Where the server has no trigrams, or this role may not add them, a search reads every row.
do $$
begin
  create extension if not exists pg_trgm;
  create index users_by_email_part on identity.users using gin (email gin_trgm_ops);
  create index users_by_phone_part on identity.users using gin (phone gin_trgm_ops);
exception when others then
  raise notice 'people are searched without an index: %', sqlerrm;
end $$;
