-- The newest release that was published from a branch; decisions/014.
create table releases.branch (
  app text not null,
  branch text not null,
  release text not null,
  at timestamptz not null,
  primary key (app, branch),
  foreign key (app, release) references releases.release (app, id)
);
create index branch_by_age on releases.branch (at);
alter table releases.branch enable row level security;

-- Links by which people see a release that is not theirs. Without its row a link is worth nothing.
create table releases.preview (
  id uuid primary key,
  app text not null references releases.app (name),
  -- one of both
  release text,
  branch text,
  created_at timestamptz not null,
  created_by text not null default 'a former administrator',
  -- the person, where a person made it
  created_by_id uuid,
  expires_at timestamptz not null,
  foreign key (app, release) references releases.release (app, id),
  check ((release is null) <> (branch is null))
);
create index preview_by_app on releases.preview (app, created_at desc);
create index preview_by_creator on releases.preview (created_by_id) where created_by_id is not null;
alter table releases.preview enable row level security;
