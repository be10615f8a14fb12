-- What publishers announced and no release names yet. It counts against its app, and clean-up leaves it alone until it is old.
create table releases.upload (
  app text not null references releases.app (name),
  -- sha384-…, as release.json has it
  integrity text not null,
  bytes bigint not null,
  -- kept in brotli and gzip besides
  compressed boolean not null,
  at timestamptz not null,
  primary key (app, integrity)
);
alter table releases.upload enable row level security;
