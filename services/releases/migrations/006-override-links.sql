-- When a browser took the override; its link is worth nothing from then on. Those of before were open for as long as they last.
alter table releases.override add column opened_at timestamptz;
