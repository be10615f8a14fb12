-- Parts of recordings that are sent to a provider to become text. What was heard goes to who asked, and is not kept.
create table agents.speech_call (
  id uuid primary key,
  user_id uuid not null,
  -- No foreign key: the installation's endpoint is no row, and what was sent outlives a removed provider.
  provider_id uuid not null,
  provider text,
  model text,
  language text,
  sound_key text not null,
  sound_start int not null,
  sound_end int not null,
  state text not null default 'waiting' check (state in ('waiting', 'sent', 'done', 'failed')),
  failure text,
  times_sent int not null default 0,
  created_at timestamptz(3) not null
);
create index speech_call_of_person on agents.speech_call (user_id, created_at);

alter table agents.speech_call enable row level security;
create policy own on agents.speech_call using (user_id = kit.uid()) with check (user_id = kit.uid());
grant select, insert, update, delete on agents.speech_call to tessera_caller;
