-- Services of repositories of their own: apps that a process announces instead of releases that pages load.
alter table releases.app drop constraint app_kind_check;
alter table releases.app add constraint app_kind_check check (kind in ('shell', 'remote', 'service'));

-- Where a service runs, as its processes said last; one that is silent is gone.
create table releases.service_process (
  app text not null references releases.app (name),
  origin text not null,
  title text not null,
  -- Version of the contract that it serves; null when it serves none.
  contract text,
  seen_at timestamptz not null,
  primary key (app, origin)
);
alter table releases.service_process enable row level security;
