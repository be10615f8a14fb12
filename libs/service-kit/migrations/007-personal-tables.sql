-- Every table with people's rows is under row-level security, though nobody but the owner has rights on these.
alter table kit.change enable row level security;
alter table kit.change_listener enable row level security;
create index job_ended on kit.job (finished_at) where finished_at is not null;

-- One consumer of identity.user-deleted erases for all services; those of before have no worker any more.
do $$ begin
  if to_regclass('pgboss.subscription') is not null then
    delete from pgboss.subscription where event = 'identity.user-deleted'
      and name in ('event.identity.user-deleted.items.erase', 'event.identity.user-deleted.queue.erase',
        'event.identity.user-deleted.billing.erase', 'event.identity.user-deleted.settings.erase');
  end if;
end $$;
