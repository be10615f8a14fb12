-- Where a session was last used from, and where something was done from, as the proxy in front says (IDENTITY_PLACE_HEADERS).
alter table identity.sessions add column place text;
alter table identity.audit_events add column place text;
