-- Mailed and texted proofs are bound to the one request they were made for (decisions/009).

-- The newest request for each proof: asking again replaces the row, which ends every earlier mail, sent or still queued.
-- The subject is an account's id, a sign-up's id, or a keyed hash of the address that a stranger named.
create table identity.proof_acts (
  kind text not null,
  subject text not null,
  act uuid not null,
  begun_at timestamptz not null,
  primary key (kind, subject)
);
create index proof_act_age on identity.proof_acts (begun_at);

-- Sign-ups whose mail or message is not answered yet. The row of the account holds what the first one said; what a later one
-- said while the first may still be answered stays here.
create table identity.sign_ups (
  id uuid primary key,
  user_id uuid not null references identity.users on delete cascade,
  is_contested boolean not null,
  password_hash text not null,
  user_metadata jsonb not null,
  asked_at timestamptz not null
);
create index sign_ups_of_user on identity.sign_ups (user_id);

-- They live for minutes: people who wait for one ask again after the upgrade.
delete from identity.one_time_tokens;
alter table identity.one_time_tokens
  add column act uuid not null,
  add column subject text not null,
  -- the old address of a change for the new one's token, the new for the old's
  add column other_address text,
  add column sign_up_id uuid references identity.sign_ups on delete cascade,
  -- what the request said about a person who has no confirmed account yet
  add column metadata jsonb,
  drop constraint one_time_tokens_user_id_kind_key,
  add constraint one_time_tokens_of_act unique (user_id, kind, subject);

-- Which mailbox of a change of address has agreed: it does not count for the other.
alter table identity.users
  add column email_change_half text check (email_change_half in ('email_change_current', 'email_change_new'));
update identity.users set new_email = null;
alter table identity.users drop column email_change_half_confirmed;

alter table identity.proof_acts enable row level security;
alter table identity.sign_ups enable row level security;
