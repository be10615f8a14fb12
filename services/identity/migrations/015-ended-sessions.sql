-- Whatever ends a session, or takes a right from a person, tells every service of it in the same transaction (kit.ended_session).
-- Triggers, so that no statement can forget to: cascades, jobs and an administrator's own SQL included.

-- Tokens carry the generation that their account had; below the one that counts, services refuse them.
alter table identity.users add column token_generation integer not null default 0;

create function identity.tell_ended_sessions() returns trigger language plpgsql as $$
begin
  insert into kit.ended_session (user_id, session_id) select user_id, id from gone;
  return null;
end $$;
create trigger tell_ended_sessions after delete on identity.sessions
  referencing old table as gone for each statement execute function identity.tell_ended_sessions();

-- What services read of a token beside its session: roles, the address (TESSERA_ADMINS) and whether the account may be used at all.
-- Before the first sign-in there is no token.
create function identity.outdate_tokens() returns trigger language plpgsql as $$
begin
  new.token_generation := case when new.deleted_at is null then old.token_generation + 1 else 2147483647 end;
  return new;
end $$;
create trigger outdate_tokens before update on identity.users for each row
  when (
    new.deleted_at is not null and old.deleted_at is null
    or old.token_generation < 2147483647 and old.last_sign_in_at is not null and (
      new.app_metadata - '{provider,providers}'::text[] is distinct from old.app_metadata - '{provider,providers}'::text[]
      or new.email is distinct from old.email
      or new.banned_until is distinct from old.banned_until and new.banned_until is not null
    )
  )
  execute function identity.outdate_tokens();

create function identity.tell_outdated_tokens() returns trigger language plpgsql as $$
begin
  insert into kit.ended_session (user_id, generation)
  values (old.id, case tg_op when 'DELETE' then 2147483647 else new.token_generation end);
  return null;
end $$;
create trigger tell_outdated_tokens after update on identity.users for each row
  when (new.token_generation > old.token_generation) execute function identity.tell_outdated_tokens();
create trigger tell_erased after delete on identity.users for each row execute function identity.tell_outdated_tokens();

-- A factor that was proved or is gone changes what the tokens of before it say of the person's assurance.
create function identity.outdate_tokens_of_factor() returns trigger language plpgsql as $$
begin
  update identity.users set token_generation = token_generation + 1 where id = old.user_id and token_generation < 2147483647;
  return null;
end $$;
create trigger outdate_tokens_proved after update on identity.factors for each row
  when (old.status is distinct from new.status) execute function identity.outdate_tokens_of_factor();
create trigger outdate_tokens_removed after delete on identity.factors for each row
  when (old.status = 'verified') execute function identity.outdate_tokens_of_factor();
