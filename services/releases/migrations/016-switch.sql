-- Since when and why an app is switched off for everybody; null while it is not.
alter table releases.app add column off_at timestamptz;
alter table releases.app add column off_reason text not null default '';
