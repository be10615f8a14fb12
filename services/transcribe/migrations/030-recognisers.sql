-- Who recognises a person's speech, and how long its sound is kept; without a row, as the installation says.
create table transcribe.settings (
  user_id uuid primary key,
  -- As the contract has it (RecogniserChoice).
  recogniser jsonb not null,
  keep_sound_days int
);

-- As it was chosen when the text began; {} is the model on this machine.
alter table transcribe.recording add column recogniser jsonb not null default '{}';
alter table transcribe.recording add column provider_name text;
alter table transcribe.recording add column language text;
-- Times that it was transcribed again.
alter table transcribe.recording add column run int not null default 0;
alter table transcribe.recording add column resent_ms int not null default 0;
alter table transcribe.recording add column done_at timestamptz(3);
alter table transcribe.recording add column sound_deleted_at timestamptz(3);
update transcribe.recording set done_at = now() where state = 'done';
-- The model on this machine is for English alone.
update transcribe.recording set language = 'en';
create index recording_done on transcribe.recording (user_id, done_at) where sound_deleted_at is null;

-- The part of a recording that a provider was asked for last: one that is killed waits for its answer, and asks for no
-- other one.
create table transcribe.sent_part (
  recording_id uuid primary key references transcribe.recording on delete cascade,
  user_id uuid not null,
  call_id uuid not null unique,
  -- Samples: where the window begins and the next one does, and the sound that was sent.
  window_start int not null,
  window_next int not null,
  sound_start int not null,
  sound_end int not null,
  asked_at timestamptz(3) not null,
  -- As the agents' service tells it (SpeechAnswered); null: it has not answered.
  answer jsonb
);

-- The texts that a recording had before it was transcribed again.
create table transcribe.earlier_text (
  id uuid primary key,
  recording_id uuid not null references transcribe.recording on delete cascade,
  user_id uuid not null,
  replaced_at timestamptz(3) not null,
  recogniser jsonb not null,
  provider_name text,
  language text,
  state text not null,
  done_ms int not null,
  -- The rows of transcribe.segment.
  segments jsonb not null
);
create index earlier_text_of on transcribe.earlier_text (recording_id, replaced_at desc);

alter table transcribe.settings enable row level security;
create policy own on transcribe.settings using (user_id = kit.uid()) with check (user_id = kit.uid());
alter table transcribe.sent_part enable row level security;
create policy own on transcribe.sent_part using (user_id = kit.uid()) with check (user_id = kit.uid());
alter table transcribe.earlier_text enable row level security;
create policy own on transcribe.earlier_text using (user_id = kit.uid()) with check (user_id = kit.uid());
grant select, insert, update, delete on transcribe.settings, transcribe.sent_part, transcribe.earlier_text
  to tessera_caller;
