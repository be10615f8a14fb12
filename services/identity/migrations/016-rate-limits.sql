-- Limits are counted in kit.rate_limit, together with those of the other services.
drop table identity.rate_limits;
