-- The first run of the thread that a run follows. No foreign key: questions outlive those before them.
alter table agents.run add column thread uuid;
create index run_of_thread on agents.run (thread, created_at) where thread is not null;
