-- Since when a person has a subject: accounts that come after a rollout began do not judge it. Unknown for those of before: long ago.
alter table releases.subject add column adopted_at timestamptz not null default '-infinity';
alter table releases.subject alter column adopted_at set default now();
create index subject_by_subject on releases.subject (subject);

-- What one subject's first page of a release came to, once for each step of a rollout; decisions/007-evidence.md.
create table releases.observation (
  rollout uuid not null references releases.rollout (id) on delete cascade,
  step int not null,
  subject text not null,
  -- a person who was known before the rollout began; all others are visitors
  known boolean not null,
  -- use: what became of the page; speed: vitals of a later page whose files came from the cache
  kind text not null check (kind in ('use', 'speed')),
  candidate boolean not null,
  page text not null,
  at timestamptz not null,
  -- the server gave the page out for a route of the app: it counts when the page never reports
  given boolean not null default false,
  drawn_at timestamptz,
  failure_at timestamptz,
  error_at timestamptz,
  hang_at timestamptz,
  -- class of the value; null where the browser does not measure it
  lcp smallint,
  inp smallint,
  cls smallint,
  primary key (rollout, step, subject, known, kind)
);
create index observation_by_age on releases.observation (at);
alter table releases.observation enable row level security;

-- Sums no longer decide anything, so nobody's single reports are kept for them.
drop table releases.vote;
