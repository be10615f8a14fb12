-- Written by the registry alone; nothing here belongs to a person, so callers get no rights on it.
create table releases.app (
  name text primary key,
  -- SHA-256 of the token that may publish this app, and no other
  deploy_token_hash bytea not null,
  -- release that everybody gets; null until the first is published
  stable text
);

create table releases.release (
  app text not null references releases.app (name),
  id text not null,
  -- release.json as it was published
  document jsonb not null,
  published_at timestamptz not null,
  published_by text not null,
  primary key (app, id)
);

alter table releases.app add constraint app_stable foreign key (name, stable) references releases.release (app, id);

-- A composition that was live: which release of each app.
create table releases.build (
  id text primary key,
  releases jsonb not null,
  created_at timestamptz not null
);

alter table releases.app enable row level security;
alter table releases.release enable row level security;
alter table releases.build enable row level security;

create function releases.refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'a release is immutable' using errcode = 'restrict_violation';
end $$;

create trigger immutable before update or delete on releases.release for each row execute function releases.refuse_change();
