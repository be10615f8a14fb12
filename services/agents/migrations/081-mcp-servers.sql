-- MCP servers whose tools a person's agents may use, and those tools.
create table agents.mcp_server (
  id uuid primary key,
  user_id uuid not null,
  name text not null,
  url text not null,
  -- A header or what was signed in with: AES-256-GCM, bound to this row. Null: requests carry nothing.
  sealed bytea,
  -- Which of the installation's secrets sealed it.
  key_id text,
  header text,
  sign_in text not null default 'none' check (sign_in in ('none', 'needed', 'done')),
  -- Until then one process has an access token renewed, and others wait for it.
  renewing_until timestamptz(3),
  -- Whether a list of tools was ever read from this address: the first is what the person adds, later ones are news.
  listed boolean not null default false,
  skipped integer not null default 0,
  checked_at timestamptz(3),
  failure text,
  created_at timestamptz(3) not null,
  unique (user_id, id),
  check ((sealed is null) = (key_id is null))
);
create unique index mcp_server_name on agents.mcp_server (user_id, lower(name));
create index mcp_server_key on agents.mcp_server (key_id) where key_id is not null;
create index mcp_server_checked on agents.mcp_server (checked_at);

create table agents.mcp_tool (
  server_id uuid not null,
  user_id uuid not null,
  -- As models and policies call it, and as its server does.
  name text not null,
  remote_name text not null,
  title text not null,
  description text not null,
  input_schema jsonb not null,
  -- Of all that models are told of it.
  fingerprint text not null,
  -- Whether the person has read it as it is; until then no agent is offered it.
  reviewed boolean not null,
  primary key (server_id, name),
  foreign key (user_id, server_id) references agents.mcp_server (user_id, id) on delete cascade
);
create index mcp_tool_of_person on agents.mcp_tool (user_id, name);

-- What a person reads of a tool that is not in the catalogue.
alter table agents.step add column title text;
-- When a call was sent to an MCP server: it is never sent a second time.
alter table agents.step add column sent_at timestamptz(3);

alter table agents.mcp_server enable row level security;
alter table agents.mcp_tool enable row level security;
create policy own on agents.mcp_server using (user_id = kit.uid()) with check (user_id = kit.uid());
create policy own on agents.mcp_tool using (user_id = kit.uid()) with check (user_id = kit.uid());
grant select, insert, update, delete on agents.mcp_server, agents.mcp_tool to tessera_caller;
