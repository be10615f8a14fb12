-- What signs the cursors that lists give out: the same in every process, and for as long as the installation lasts.
create table kit.cursor_key (
  is_only boolean primary key default true check (is_only),
  key bytea not null
);
insert into kit.cursor_key (key)
  select decode(replace(gen_random_uuid()::text || gen_random_uuid()::text || gen_random_uuid()::text, '-', ''), 'hex');
