-- What each app is and which paths are its own: a release says nothing of itself that its app was not granted.
alter table releases.app add column kind text not null default 'remote' check (kind in ('shell', 'remote'));
update releases.app set kind = 'shell' where name = 'shell';
-- The team that answers for the app.
alter table releases.app add column owner text not null default '';
-- Origins outside the product that its routes may redirect to.
alter table releases.app add column redirect_origins text[] not null default '{}';
-- Null: the token was revoked.
alter table releases.app alter column deploy_token_hash drop not null;

-- A path and all below it, save what is below another app's longer prefix.
create table releases.path_prefix (
  prefix text primary key,
  app text not null references releases.app (name)
);
alter table releases.path_prefix enable row level security;

-- What is stable now keeps the paths it has; of two apps with the same path the shell's counts.
insert into releases.path_prefix (prefix, app)
select distinct on (prefix) prefix, app
from (
  select release.app, regexp_replace(route ->> 'path', '(?<=.)/?:.*$', '') as prefix
  from releases.app
  join releases.release on release.app = app.name and release.id = app.stable
  cross join jsonb_array_elements(release.document -> 'manifest' -> 'routes') as route
) as declared
where prefix not like '/:%'
order by prefix, app <> 'shell', app;
