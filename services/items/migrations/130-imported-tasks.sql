-- Projects of Todoist are imported as tasks.
alter table items.import_session drop constraint import_session_kind_check;
alter table items.import_session add constraint import_session_kind_check
  check (kind in ('bookmarks', 'mail', 'notes', 'tasks'));
