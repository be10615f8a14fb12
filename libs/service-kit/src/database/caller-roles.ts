import pg from "pg";
import type { Lease } from "./lease.ts";
import { StartError } from "./start-error.ts";

/** Role of callers' transactions of the service that owns `schema`. It reaches that service's tables and no others. */
export const callerRole = (schema: string) => `tessera_caller_${schema}`;

/** Name that migrations grant to: the caller's role of their own schema. It holds nothing itself. */
const PLACEHOLDER = "tessera_caller";

/**
 * Right to `set role`: since PostgreSQL 16 a membership may come without it, as that of the user who created the role
 * does.
 */
const MAY_ACT = "case when current_setting('server_version_num')::int >= 160000 then 'SET' else 'MEMBER' end";

/**
 * Makes a role unless it is there, and lets this user act as it. Roles belong to the server: another database may have
 * made it.
 */
const roleSql = (role: string) => `do $$ begin
  if not exists (select from pg_roles where rolname = ${pg.escapeLiteral(role)}) then
    create role ${pg.escapeIdentifier(role)} nologin;
  end if;
exception when duplicate_object or unique_violation then null; -- another process made it meanwhile
end $$;
do $$ begin
  if not pg_has_role(current_user, ${pg.escapeLiteral(role)}, ${MAY_ACT}) then
    execute format('grant %I to %I', ${pg.escapeLiteral(role)}, current_user);
  end if;
exception when others then null; -- another process did, or it is refused in a sentence
end $$;`;

/**
 * What every service's callers need of the kit: policies call kit.uid(), a service may ask how far a person's own job
 * is, and writes what that person used.
 */
const kitSql = (role: string) =>
  `grant usage on schema kit to ${role}; grant select (id, user_id, state, error, finished_at) on kit.job to ${role};
   grant select, insert on kit.usage to ${role}; grant select on kit.usage_standing, kit.plan_standing to ${role}`;

/** What schemas grant to the placeholder, as statements that hand it on to the callers' role of each. */
const GRANTED = `
with placeholder as (select oid from pg_roles where rolname = '${PLACEHOLDER}'),
schema as (select oid, nspname, nspacl from pg_namespace where nspname = any($1)),
held (schema, privilege, target) as (
  select s.nspname, a.privilege_type, format('schema %I', s.nspname)
  from schema s, aclexplode(s.nspacl) a, placeholder p where a.grantee = p.oid
  union all
  select s.nspname, a.privilege_type,
    format('%s %I.%I', case c.relkind when 'S' then 'sequence' else 'table' end, s.nspname, c.relname)
  from schema s join pg_class c on c.relnamespace = s.oid, aclexplode(c.relacl) a, placeholder p where a.grantee = p.oid
  union all
  select s.nspname, format('%s (%I)', x.privilege_type, a.attname), format('table %I.%I', s.nspname, c.relname)
  from schema s join pg_class c on c.relnamespace = s.oid join pg_attribute a on a.attrelid = c.oid,
    aclexplode(a.attacl) x, placeholder p where x.grantee = p.oid
  union all
  select s.nspname, a.privilege_type, format('function %s', f.oid::regprocedure)
  from schema s join pg_proc f on f.pronamespace = s.oid, aclexplode(f.proacl) a, placeholder p where a.grantee = p.oid
)
select format('grant %1$s on %2$s to %3$I; revoke %1$s on %2$s from ${PLACEHOLDER}',
  privilege, target, '${callerRole("")}' || schema) as statement from held`;

/** Callers' roles that lack something of `kitSql`. */
const WITHOUT_KIT = `select role from unnest($1::text[]) as role
  where not (has_schema_privilege(role, 'kit', 'USAGE') and has_column_privilege(role, 'kit.job', 'state', 'SELECT')
    and has_table_privilege(role, 'kit.plan_standing', 'SELECT'))`;

/**
 * Gives each schema a caller's role of its own: what migrations granted to `tessera_caller` goes over to it. Runs at
 * every start and finds nothing to do but after a new migration: it asks of all schemas at once. A migration that takes
 * a right away names `tessera_caller_<schema>`.
 * @throws StartError with what to do when the database's user may not act as a role
 */
export async function grantToCallers(client: Lease, schemas: string[]): Promise<void> {
  const roles = schemas.map(callerRole);
  const { rows } = await client.query(
    `select rolname from pg_roles where rolname = any($1) and pg_has_role(current_user, oid, ${MAY_ACT})`,
    [roles],
  );
  const ours = new Set(rows.map(({ rolname }) => rolname as string));
  for (const role of roles) if (!ours.has(role)) await makeRole(client, role);
  const granted = await client.query(GRANTED, [schemas]);
  for (const { statement } of granted.rows) await client.query(statement as string);
  const lacking = await client.query(WITHOUT_KIT, [roles]);
  for (const { role } of lacking.rows) await client.query(kitSql(pg.escapeIdentifier(role as string)));
  await protectPersonalTables(client, schemas);
}

/**
 * Processes of several databases on one server may make the same role at once; the server lets one of them through at a
 * time.
 */
const ATTEMPTS = 5;

async function makeRole(client: Lease, role: string): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    await client.query(roleSql(role));
    const { rows } = await client.query(
      `select pg_has_role(current_user, $1, ${MAY_ACT}) as ours, current_user as name`,
      [role],
    );
    if (rows[0].ours) return;
    if (attempt < ATTEMPTS) continue;
    throw new StartError(
      `The database's user ${rows[0].name} may not act as the role ${role}, which another user of the server made. ` +
        `As an administrator of the server run: grant "${role}" to "${rows[0].name}"`,
    );
  }
}

/**
 * A table with people's rows is closed to callers until it has a policy, also one that nobody may read by its grants.
 */
async function protectPersonalTables(client: Lease, schemas: string[]): Promise<void> {
  const { rows } = await client.query(
    `select format('alter table %I.%I enable row level security', n.nspname, c.relname) as statement
     from pg_class c join pg_namespace n on n.oid = c.relnamespace join pg_attribute a on a.attrelid = c.oid
     where n.nspname = any($1) and c.relkind in ('r', 'p') and not c.relrowsecurity and a.attname = 'user_id' and not a.attisdropped`,
    [schemas],
  );
  for (const { statement } of rows) await client.query(statement as string);
}
