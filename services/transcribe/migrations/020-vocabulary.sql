-- Names and words that recognition is to find again; what a person refused stays, so that it is not learned again.
create table transcribe.term (
  id uuid not null,
  user_id uuid not null,
  term text not null,
  -- The term in small letters, as vocabulary.store.ts writes it.
  key text not null,
  sounds_like text[] not null default '{}',
  source text not null check (source in ('own', 'person', 'tag', 'title', 'payee', 'correction')),
  refused boolean not null default false,
  created_at timestamptz(3) not null,
  primary key (user_id, id),
  unique (user_id, key)
);
create table transcribe.vocabulary (
  user_id uuid primary key,
  learns boolean not null default true,
  -- When the areas were last asked for what they know of.
  asked_at timestamptz(3)
);

-- A word that the vocabulary put has a fourth member in segment.words: what was heard.
alter table transcribe.term enable row level security;
create policy own on transcribe.term using (user_id = kit.uid()) with check (user_id = kit.uid());
alter table transcribe.vocabulary enable row level security;
create policy own on transcribe.vocabulary using (user_id = kit.uid()) with check (user_id = kit.uid());
grant select, insert, update, delete on transcribe.term, transcribe.vocabulary to tessera_caller;
