-- Changes of published tables on their way to live listeners. Unlogged: after a crash every listener connects anew anyway.

-- Who listens to what, for a lease's time: a change nobody listens to is not written.
create unlogged table kit.change_listener (
  process uuid not null,
  schema_name text not null,
  table_name text not null,
  -- A person's id, or '*' for everybody's rows (service role).
  user_key text not null,
  expires_at timestamptz not null,
  primary key (schema_name, table_name, user_key, process)
);

create unlogged table kit.change (
  id bigint generated always as identity primary key,
  -- Notifications name the transaction: within it the ids are in order, and it has committed when they arrive.
  xid xid8 not null default pg_current_xact_id(),
  at timestamptz not null default clock_timestamp(),
  schema_name text not null,
  table_name text not null,
  type text not null check (type in ('INSERT', 'UPDATE', 'DELETE')),
  user_id uuid not null,
  record jsonb not null
);
create index change_xid on kit.change (xid);
create index change_at on kit.change (at);

-- What publishes a table now, to be made anew when its declaration changes.
create table kit.publication (
  schema_name text not null,
  table_name text not null,
  definition text not null,
  primary key (schema_name, table_name)
);
