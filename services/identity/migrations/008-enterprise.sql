-- Enterprise single sign-on: identity providers of companies and the domains they answer for.

create table identity.sso_providers (
  id uuid primary key,
  entity_id text not null unique,
  metadata_xml text not null,
  -- where the metadata is read anew from, and when it was
  metadata_url text,
  metadata_read_at timestamptz not null,
  attribute_mapping jsonb not null default '{}',
  name_id_format text,
  allow_idp_initiated boolean not null default false,
  disabled boolean not null default false,
  created_at timestamptz not null,
  updated_at timestamptz not null
);

create table identity.sso_domains (
  domain text primary key check (domain = lower(domain)),
  provider_id uuid not null references identity.sso_providers on delete cascade,
  created_at timestamptz not null
);
create index sso_domains_of_provider on identity.sso_domains (provider_id);

alter table identity.sso_providers enable row level security;
alter table identity.sso_domains enable row level security;
