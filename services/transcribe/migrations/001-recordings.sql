-- Recordings, newest first. Times keep milliseconds, as JSON does.
create table transcribe.recording (
  id uuid primary key,
  user_id uuid not null,
  title text not null,
  file_name text not null,
  file_key text not null,
  bytes bigint not null,
  state text not null default 'waiting' check (state in ('waiting', 'running', 'done', 'failed', 'cancelled')),
  failure text,
  -- Milliseconds of audio: all of it (null until it is decoded), and what is transcribed.
  length_ms int,
  done_ms int not null default 0,
  job_id uuid,
  created_at timestamptz(3) not null
);
create index recording_list on transcribe.recording (user_id, created_at desc, id desc);

-- What is said between two pauses, in ms from the beginning; heard: the words of the recogniser, whatever was edited.
create table transcribe.segment (
  recording_id uuid not null references transcribe.recording on delete cascade,
  user_id uuid not null,
  start_ms int not null,
  end_ms int not null,
  text text not null,
  heard text not null,
  confidence real not null,
  primary key (recording_id, start_ms)
);

alter table transcribe.recording enable row level security;
create policy own on transcribe.recording using (user_id = kit.uid()) with check (user_id = kit.uid());
alter table transcribe.segment enable row level security;
create policy own on transcribe.segment using (user_id = kit.uid()) with check (user_id = kit.uid());
grant usage on schema transcribe to tessera_caller;
grant select, insert, update, delete on transcribe.recording, transcribe.segment to tessera_caller;
