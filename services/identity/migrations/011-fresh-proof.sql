alter table identity.sessions
  -- when the person last gave their password, or a code mailed to them, in this session
  add column proved_at timestamptz,
  -- set while a session of lower assurance waits for an answer that may have been lost (sessions/elevation.ts)
  add column ends_at timestamptz;
