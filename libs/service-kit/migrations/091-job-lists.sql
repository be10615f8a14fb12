-- What counts and groups of very many jobs read: no row of a job. Equal keys are kept once, so that an index of a few
-- values takes a page for some thousand jobs.
create index job_of_kind on kit.job (user_id, queue);
create index job_failed_alike on kit.job (user_id, signature, finished_at desc, id desc) where state = 'failed';
drop index kit.job_alike;
-- Which failed job a step of a card is, once it is asked for elsewhere.
create index job_failed_item on kit.job (item_id) where state = 'failed' and item_id is not null;

-- The list has one line for what is done elsewhere: a run of many jobs, or a job whose data is for nobody to read. It is
-- followed and ended by the service that tells of it, not run again from the list.
alter table kit.job add column withheld boolean not null default false;
