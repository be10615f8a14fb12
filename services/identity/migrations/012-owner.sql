-- The one account that owns the installation because it signed in first. The primary key decides between two at one instant.
create table identity.owner (
  id integer primary key default 1 check (id = 1),
  user_id uuid not null references identity.users on delete cascade
);
insert into identity.owner (user_id)
  select id from identity.users where app_metadata -> 'roles' ? 'owner' order by created_at limit 1;

alter table identity.owner enable row level security;
