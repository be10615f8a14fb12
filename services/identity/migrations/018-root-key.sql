-- What seals and hashes, itself sealed with the installation's secret: replacing that secret seals one row again.
create table identity.root_key (
  id integer primary key default 1 check (id = 1),
  sealed_root bytea not null,
  sealed_at timestamptz not null
);
alter table identity.root_key enable row level security;
