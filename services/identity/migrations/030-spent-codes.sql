-- A code that was redeemed stays until it would have expired: a second try with the right verifier means that somebody else holds both,
-- and ends the session of the first.
alter table identity.flow_states add column spent_at timestamptz, add column session_id uuid;
