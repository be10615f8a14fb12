-- How many entries wait for a person, for the service that tells their devices; nobody's callers ask it.
create function queue.waiting(person uuid, at timestamptz) returns integer language sql stable as $$
  select count(*)::integer from queue.entry
  where user_id = person and (state = 'open' or (state = 'snoozed' and snooze_until <= at))
$$;
revoke execute on function queue.waiting from public;
