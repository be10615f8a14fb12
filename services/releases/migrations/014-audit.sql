-- The person who acted, where a person did: the entry is in their export, and names nobody once their account is gone.
alter table releases.audit add column actor_id uuid;
alter table releases.audit alter column actor set default 'a former administrator';
-- From when an entry ages. Null for those that say what was stable: rollbacks and fallbacks are chosen by them.
alter table releases.audit add column ages_from timestamptz;
update releases.audit set ages_from = at where action not in ('made_stable', 'rollout_promoted', 'rolled_back');
create index audit_by_actor on releases.audit (actor_id) where actor_id is not null;
create index audit_by_app on releases.audit (app, id desc);
