-- What a browser is sent of a release, in bytes, as measured of the stored files.
create table releases.weight (
  app text not null,
  release text not null,
  first_load bigint not null,
  total bigint not null,
  primary key (app, release),
  foreign key (app, release) references releases.release (app, id)
);
alter table releases.weight enable row level security;

-- What a release may weigh at most to be published, in bytes; decisions/013.
create table releases.budget (
  -- an app's name, or * for all apps
  app text primary key,
  first_load bigint not null,
  total bigint not null
);
alter table releases.budget enable row level security;
