-- The entry of the queue that a run was given. No foreign key: the queue is another service's.
alter table agents.run add column entry_id uuid;
