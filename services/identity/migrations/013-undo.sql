-- What an account was before a change that a mail tells of, so that its person can take the change back from the mailbox.
create table identity.undos (
  id uuid primary key,
  user_id uuid not null references identity.users on delete cascade,
  kind text not null check (kind in ('factor_added', 'factor_removed', 'email_changed', 'password_changed')),
  -- the mailbox that has the link
  sent_to text not null,
  -- encrypted with a key that the database does not hold
  sealed_before bytea not null,
  link_hash bytea unique,
  code_hash bytea,
  code_attempts integer not null default 0,
  code_made_at timestamptz,
  created_at timestamptz not null
);
create index undos_of_user on identity.undos (user_id, created_at);
create index undo_age on identity.undos (created_at);

alter table identity.undos enable row level security;
