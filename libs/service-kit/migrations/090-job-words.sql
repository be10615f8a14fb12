-- What a search of jobs reads. To fold the case of each row's title, error, input and output at each search takes
-- ten times as long; a row is written far less often than it is looked through.
alter table kit.job add column words text not null
  generated always as (lower(title || E'\n' || coalesce(error, '') || E'\n' || data::text || E'\n'
    || coalesce(output::text, ''))) stored;
