-- The last build of this machine that was offered at a start: a restart must not undo what people decided since.
alter table releases.app add column local_build text;

create table releases.rollout (
  id uuid primary key,
  -- the order in which they were started
  number bigint generated always as identity,
  app text not null references releases.app (name),
  stable text not null,
  candidate text not null,
  steps jsonb not null,
  step int not null,
  state text not null check (state in ('running', 'paused', 'promoted', 'aborted', 'rolled_back')),
  step_started_at timestamptz not null,
  started_at timestamptz not null,
  started_by text not null,
  ended_at timestamptz,
  reason text,
  foreign key (app, stable) references releases.release (app, id),
  foreign key (app, candidate) references releases.release (app, id)
);
create unique index one_open_rollout on releases.rollout (app) where state in ('running', 'paused');
create index rollout_by_app on releases.rollout (app, number desc);

-- who: a user's id, an e-mail address, or @domain
create table releases.pin (
  id uuid primary key,
  app text not null,
  release text not null,
  who text not null,
  created_at timestamptz not null,
  created_by text not null,
  unique (app, who),
  foreign key (app, release) references releases.release (app, id)
);

create table releases.audit (
  id bigint generated always as identity primary key,
  at timestamptz not null,
  app text not null,
  actor text not null,
  action text not null,
  release text,
  detail text not null
);

insert into releases.audit (at, app, actor, action, release, detail)
select now(), name, 'local build', 'made_stable', stable, '' from releases.app where stable is not null;

-- Signs the cookies that visitors keep; made at first use.
create table releases.signing_key (name text primary key, key bytea not null);

-- The subject a person adopted with the first sign-in: theirs on every device.
create table releases.subject (user_id uuid primary key, subject text not null);

-- What each page reported, once for each metric: nobody counts twice. Kept for two days.
create table releases.vote (
  page text not null,
  app text not null,
  release text not null,
  metric text not null,
  subject text not null,
  verified boolean not null,
  at timestamptz not null,
  primary key (page, app, release, metric)
);
create index vote_by_subject on releases.vote (subject, app, release) where metric = 'load';
create index vote_by_age on releases.vote (at);

-- Their sums, by stretches of ten seconds. metric: load, failure, error, broken, or lcp.<bin>, inp.<bin>, cls.<bin>
create table releases.health (
  app text not null,
  release text not null,
  stretch timestamptz not null,
  verified boolean not null,
  metric text not null,
  count int not null,
  primary key (app, release, stretch, verified, metric)
);

-- What a page of this build falls back to, by app; null in builds of before.
alter table releases.build add column fallbacks jsonb;

alter table releases.rollout enable row level security;
alter table releases.pin enable row level security;
alter table releases.audit enable row level security;
alter table releases.signing_key enable row level security;
alter table releases.subject enable row level security;
alter table releases.vote enable row level security;
alter table releases.health enable row level security;
