-- Signatures of events that were accepted: each counts once. Kept longer than one is valid, which is five minutes.
create table billing.webhook_signature (
  signature text primary key,
  received_at timestamptz not null
);
create index webhook_signature_age on billing.webhook_signature using brin (received_at);
alter table billing.webhook_signature enable row level security;
