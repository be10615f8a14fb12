-- Apps that a developer has from their own machine. Only who carries the signed token gets them; without its row a token is worth nothing.
create table releases.override (
  id uuid primary key,
  app text not null references releases.app (name),
  url text not null,
  -- How the build is loaded; null: as the release it stands for.
  build jsonb,
  expires_at timestamptz not null
);
alter table releases.override enable row level security;
