-- Who gets which value of an app's flag; decisions/016. Without a row everybody gets what the app declares.
create table releases.flag (
  app text not null references releases.app (name),
  key text not null,
  -- parts people into cohorts, and stays as long as the row does
  salt uuid not null,
  -- null: as the app declares
  value jsonb,
  percent numeric(5, 2) not null default 0,
  -- what it goes back to
  value_before jsonb,
  percent_before numeric(5, 2) not null default 0,
  changed_at timestamptz not null,
  primary key (app, key)
);
alter table releases.flag enable row level security;

create table releases.flag_person (
  app text not null,
  key text not null,
  -- a user's id, an e-mail address, or @domain; lower case
  who text not null,
  -- of the setting before
  is_before boolean not null default false,
  primary key (app, key, is_before, who),
  foreign key (app, key) references releases.flag (app, key) on delete cascade
);
create index flag_person_by_who on releases.flag_person (who);
alter table releases.flag_person enable row level security;
