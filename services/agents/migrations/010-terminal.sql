-- What opens a socket of the terminal once. The access token is sealed with the ticket, which nobody keeps.
create table agents.terminal_ticket (
  -- SHA-256 of the ticket.
  hash bytea primary key,
  user_id uuid not null,
  sealed bytea not null,
  created_at timestamptz(3) not null,
  expires_at timestamptz(3) not null
);
create index terminal_ticket_of_person on agents.terminal_ticket (user_id);

alter table agents.terminal_ticket enable row level security;
create policy own on agents.terminal_ticket using (user_id = kit.uid()) with check (user_id = kit.uid());
grant select, insert, delete on agents.terminal_ticket to tessera_caller;
