-- Counts an app's releases in the order they were published: versions repeat, numbers do not.
alter table releases.release add column number int;
update releases.release set number = counted.number
from (select app, id, row_number() over (partition by app order by published_at, id) as number from releases.release) as counted
where counted.app = release.app and counted.id = release.id;
alter table releases.release alter column number set not null;
alter table releases.release add constraint release_number unique (app, number);

create or replace function releases.refuse_change() returns trigger language plpgsql as $$
begin
  -- What is removed, or published again, is still the same release.
  if tg_op = 'UPDATE' and (old.app, old.id, old.document, old.published_at, old.published_by, old.number)
    is not distinct from (new.app, new.id, new.document, new.published_at, new.published_by, new.number) then
    return new;
  end if;
  raise exception 'a release is immutable' using errcode = 'restrict_violation';
end $$;

-- Releases that were aborted or rolled back: none comes back unless somebody says so.
create table releases.withdrawal (
  app text not null,
  release text not null,
  at timestamptz not null,
  by text not null,
  reason text not null,
  primary key (app, release),
  foreign key (app, release) references releases.release (app, id)
);
alter table releases.withdrawal enable row level security;

insert into releases.withdrawal (app, release, at, by, reason)
select distinct on (app, candidate) app, candidate, ended_at, 'rollout', coalesce(reason, state)
from releases.rollout
where state in ('aborted', 'rolled_back')
  and not exists (select from releases.app where name = rollout.app and stable = rollout.candidate)
  and not exists (
    select from releases.audit where audit.app = rollout.app and audit.release = rollout.candidate and audit.at > rollout.ended_at
      and action in ('made_stable', 'rollout_promoted', 'rolled_back'))
order by app, candidate, ended_at desc;
