-- What each person's plan opens, and until when, for background work, which has no token to ask billing with. Billing
-- writes it in the transaction that changes the plan; no row means no plan.
create table kit.plan_standing (
  user_id uuid primary key,
  -- The payment provider that it comes from.
  source text not null,
  -- "infinity" while nothing planned ends it; null: nothing is open.
  open_until timestamptz,
  plan_id text,
  -- What the plan holds; null: any number.
  card_limit integer,
  storage_limit bigint
);

alter table kit.plan_standing enable row level security;
create policy own on kit.plan_standing for select using (user_id = kit.uid());
