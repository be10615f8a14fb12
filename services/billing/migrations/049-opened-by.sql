-- The mail domain that opens everything to the person, as their address last said; null: they need a plan.
alter table billing.account add column opened_by text;
