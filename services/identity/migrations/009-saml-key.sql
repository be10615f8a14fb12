-- The key that signs our requests to companies' identity providers. The private half is encrypted with a key that the database does not hold.
create table identity.saml_keys (
  id integer primary key check (id = 1),
  certificate text not null,
  sealed_private_key bytea not null,
  created_at timestamptz not null
);

alter table identity.saml_keys enable row level security;
