-- Whether cards are embedded at all, as the configuration says: one that waits for it says so only then. A process sets
-- it when it starts; callers ask by the function alone.
create table items.embedder (works boolean not null);
create unique index embedder_once on items.embedder ((true));
create function items.is_embedding() returns boolean language sql stable security definer set search_path = pg_catalog
  as 'select exists (select from items.embedder where works)';

-- Address books are imported, too.
alter table items.import_session drop constraint import_session_kind_check;
alter table items.import_session add constraint import_session_kind_check
  check (kind in ('bookmarks', 'mail', 'notes', 'tasks', 'contacts'));
