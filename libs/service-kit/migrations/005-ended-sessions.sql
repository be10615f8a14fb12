-- What no longer counts though its access tokens have not expired: sessions that ended, and tokens that say too much of their
-- person. Written by the transaction that ends them; every process on the database reads it (src/sessions/ended-sessions.ts).
create table kit.ended_session (
  xid xid8 not null default pg_current_xact_id(),
  at timestamptz not null default clock_timestamp(),
  user_id uuid not null,
  -- null where all tokens of the person below a generation end
  session_id uuid,
  generation integer,
  check ((session_id is null) <> (generation is null))
);
create index ended_session_xid on kit.ended_session (xid);
create index ended_session_age on kit.ended_session (at);
create index ended_session_id on kit.ended_session (session_id) where session_id is not null;
create index ended_session_person on kit.ended_session (user_id) where generation is not null;
alter table kit.ended_session enable row level security;

create function kit.notify_ended_session() returns trigger language plpgsql as $$
begin
  perform pg_notify('ended_session', '');
  return null;
end $$;
create trigger notify_ended_session after insert on kit.ended_session
  for each row execute function kit.notify_ended_session();
