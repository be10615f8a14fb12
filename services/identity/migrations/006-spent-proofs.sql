-- Signed messages of wallets and assertions of companies' providers that were taken, by hash, until they would be too old anyway.
create table identity.spent_proofs (
  hash bytea primary key,
  good_until timestamptz not null
);
create index spent_proof_age on identity.spent_proofs (good_until);

alter table identity.spent_proofs enable row level security;
