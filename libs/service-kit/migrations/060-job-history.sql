-- What the attempts of a job came to, what it made, what failures have in common, and which job it repeats.
alter table kit.job
  add column runs jsonb not null default '[]',
  add column output jsonb,
  add column signature text,
  add column rerun_of uuid;
create index job_alike on kit.job (user_id, signature) where state = 'failed';
create index job_child on kit.job (parent_id) where parent_id is not null;
create index job_rerun on kit.job (rerun_of) where rerun_of is not null;

-- What services declare of their kinds of jobs, whichever process runs them. `editable` is a JSON Schema.
create table kit.job_kind (
  queue text primary key,
  words text not null,
  editable jsonb
);
