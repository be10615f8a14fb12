-- A file that is being uploaded, part by part; after UPLOAD_HOURS (limits.ts) it is deleted.
create table transcribe.upload (
  id uuid primary key,
  user_id uuid not null,
  file_name text not null,
  -- Of the whole file, and of what arrived.
  bytes int not null,
  received int not null default 0,
  -- Names of the files that hold what arrived, in its order.
  parts text[] not null default '{}',
  created_at timestamptz(3) not null
);
create index upload_of on transcribe.upload (user_id);
create index upload_age on transcribe.upload (created_at);
alter table transcribe.upload enable row level security;
create policy own on transcribe.upload using (user_id = kit.uid()) with check (user_id = kit.uid());
grant select, insert, update, delete on transcribe.upload to tessera_caller;
