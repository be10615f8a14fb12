-- Which process serves which version of which contract; told again every few seconds, so that one that was killed is forgotten.
create table kit.contract (
  -- Where the process answers: host and port. One that was killed is replaced by the next one there.
  process text not null,
  -- contracts/<service>
  name text not null,
  version text not null,
  seen_at timestamptz not null default now(),
  primary key (process, name)
);
alter table kit.contract enable row level security;
