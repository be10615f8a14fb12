-- A file is asked for by its hash, whichever releases of the app have it.
create index release_by_content on releases.release using gin ((document -> 'files') jsonb_path_ops) where removed_at is null;
