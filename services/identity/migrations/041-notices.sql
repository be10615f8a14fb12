-- Mails that other services asked for. The row keeps a person from getting one twice when the event comes twice.
create table identity.notices (
  user_id uuid not null references identity.users on delete cascade,
  key text not null,
  asked_at timestamptz not null,
  primary key (user_id, key)
);
create index notices_age on identity.notices using brin (asked_at);

alter table identity.notices enable row level security;
