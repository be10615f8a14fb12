-- What each service adds to others, as its newest process declared it. It stays while that process is away: a card type does not end
-- because the service that declared it is being restarted.
create table kit.contribution (
  service text not null,
  -- Which of the lists that some other service reads: "itemTypes".
  list text not null,
  entries jsonb not null,
  primary key (service, list)
);
alter table kit.contribution enable row level security;
