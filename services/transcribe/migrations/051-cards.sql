-- The card of a recording: whether it has to be told what changed, and how often it was. Recordings of before have none.
alter table transcribe.recording add column card_stale boolean not null default true;
alter table transcribe.recording add column card_revision int not null default 0;
-- Since when its card is in the trash.
alter table transcribe.recording add column trashed_at timestamptz(3);
create index recording_card on transcribe.recording (done_at) where card_stale;
