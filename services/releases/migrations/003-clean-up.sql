-- When the files of a release were removed because nobody can get it any more; its description stays for the log.
alter table releases.release add column removed_at timestamptz;

-- When a page last got this composition: its files are kept for a while after.
alter table releases.build add column used_at timestamptz;
update releases.build set used_at = now();
alter table releases.build alter column used_at set not null;

create or replace function releases.refuse_change() returns trigger language plpgsql as $$
begin
  -- What is removed, or published again, is still the same release.
  if tg_op = 'UPDATE' and (old.app, old.id, old.document, old.published_at, old.published_by)
    is not distinct from (new.app, new.id, new.document, new.published_at, new.published_by) then
    return new;
  end if;
  raise exception 'a release is immutable' using errcode = 'restrict_violation';
end $$;
