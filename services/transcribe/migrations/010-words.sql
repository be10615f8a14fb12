-- [start in ms, end in ms, confidence or null] of each word of the text; those of before have none, and get a share of
-- their segment.
alter table transcribe.segment add column words jsonb not null default '[]';
-- As the person calls them.
alter table transcribe.segment add column speaker text;

-- What a person notes at a moment of a recording.
create table transcribe.note (
  recording_id uuid not null references transcribe.recording on delete cascade,
  id uuid not null,
  user_id uuid not null,
  at_ms int not null,
  text text not null,
  created_at timestamptz(3) not null,
  primary key (recording_id, id)
);
create index note_of on transcribe.note (recording_id, at_ms);
alter table transcribe.note enable row level security;
create policy own on transcribe.note using (user_id = kit.uid()) with check (user_id = kit.uid());
grant select, insert, update, delete on transcribe.note to tessera_caller;
