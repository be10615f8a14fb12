-- SHA-256 of the secret with which a browser's worker gives its device the next subscription, while no page is open.
alter table settings.push_device add column renewal_hash text;
create unique index push_device_renewal on settings.push_device (renewal_hash);
