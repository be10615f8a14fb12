-- Records, newest first. Times keep milliseconds, as JSON does.
create table sample_area.record (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null,
  title text not null,
  reviewed boolean not null default false,
  -- Time of the newest decision in the queue: an older one that arrives late changes nothing.
  decided_at timestamptz(3),
  created_at timestamptz(3) not null,
  unique (user_id, title)
);

create index record_list on sample_area.record (user_id, created_at desc, id desc);

alter table sample_area.record enable row level security;
create policy own on sample_area.record using (user_id = kit.uid()) with check (user_id = kit.uid());
grant usage on schema sample_area to tessera_caller;
grant select, insert, update on sample_area.record to tessera_caller;
