-- Filters of jobs that people keep by a name.
create table queue.job_filter (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null,
  name text not null,
  state text,
  q text not null,
  queue text,
  hours integer,
  created_at timestamptz(3) not null
);
create unique index job_filter_name on queue.job_filter (user_id, lower(name));

alter table queue.job_filter enable row level security;
create policy own on queue.job_filter using (user_id = kit.uid()) with check (user_id = kit.uid());
grant select, insert, delete on queue.job_filter to tessera_caller;
