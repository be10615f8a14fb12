-- The offline model is part of the product and has no row, so that what refers to a model refers to no row of another
-- table. What foreign keys did is done when a model is deleted; that a model is the person's is checked by the code.
alter table agents.agent drop constraint agent_model_id_fkey;
alter table agents.agent drop constraint agent_fallback_model_id_fkey;
alter table agents.model_default drop constraint model_default_user_id_model_id_fkey;
create index model_default_model on agents.model_default (model_id);

create function agents.forget_model() returns trigger language plpgsql set search_path = pg_catalog as $$
begin
  update agents.agent set model_id = null where user_id = old.user_id and model_id = old.id;
  update agents.agent set fallback_model_id = null where user_id = old.user_id and fallback_model_id = old.id;
  delete from agents.model_default where user_id = old.user_id and model_id = old.id;
  return null;
end $$;
create trigger forget_model after delete on agents.model for each row execute function agents.forget_model();

-- The clock of the person when the run began: what "today" and "tomorrow" are. Null: of runs before this.
alter table agents.run add column time_zone text;
