-- What a recording is about in a few points, each with its moment.
create table transcribe.summary (
  recording_id uuid primary key references transcribe.recording on delete cascade,
  user_id uuid not null,
  -- As the contract has them (SummaryPoint).
  points jsonb not null,
  -- The agent that wrote them; null: they are sentences of the transcript.
  agent text,
  edited boolean not null,
  -- Grows with each change.
  revision int not null,
  made_at timestamptz(3) not null
);
alter table transcribe.summary enable row level security;
create policy own on transcribe.summary using (user_id = kit.uid()) with check (user_id = kit.uid());
grant select, insert, update, delete on transcribe.summary to tessera_caller;
