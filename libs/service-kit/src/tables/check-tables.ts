import type pg from "pg";
import type { DeclaredTable } from "./table-declaration.ts";

interface FoundTable {
  schema: string;
  table: string;
  columns: string[];
  /** Whether row-level security is on. */
  secured: boolean;
  /** Whether a role other than the owner may read or write it. */
  granted: boolean;
  /** What each policy that lets rows through compares, as PostgreSQL writes it; others only narrow that. */
  policies: string[];
  /** Tables that it refers to, as "schema.table", and whether its rows go with theirs. */
  references: { to: string; cascades: boolean }[];
}

/**
 * Checks the declarations against the database.
 * @throws Error that names every table with people's rows that is not declared, or that others could read
 */
export async function checkTables(
  client: Pick<pg.PoolClient, "query">,
  schemas: string[],
  declared: DeclaredTable[],
): Promise<void> {
  const found = await readTables(client, ["kit", ...schemas]);
  const personal = new Set(declared.filter((table) => table.personal).map(nameOf));
  const faults = [
    ...found.flatMap((table) =>
      faultsOf(
        table,
        declared.find((one) => nameOf(one) === nameOf(table)),
        personal,
      ),
    ),
    ...declared
      .filter((table) => !found.some((one) => nameOf(one) === nameOf(table)))
      .map((table) => `${nameOf(table)} does not exist`),
  ];
  if (!faults.length) return;
  throw new Error(
    `Tables are not as they are declared (tables in the service's definition):\n${faults.map((fault) => `  ${fault}`).join("\n")}`,
  );
}

const nameOf = ({ schema, table }: { schema: string; table: string }) => `${schema}.${table}`;

function faultsOf(table: FoundTable, declared: DeclaredTable | undefined, personal: ReadonlySet<string>): string[] {
  const name = nameOf(table);
  const rows = declared?.personal;
  if (!rows) {
    const person = table.references.find(({ to }) => personal.has(to));
    if (table.columns.includes("user_id"))
      return [`${name} has a column user_id: declare whose its rows are and how they are erased`];
    if (person)
      return [`${name} refers to ${person.to}, which is people's: declare whose its rows are and how they are erased`];
    const live = declared?.live;
    const missing = live ? [live.key, ...live.columns].filter((column) => !table.columns.includes(column)) : [];
    if (missing.length) return missing.map((column) => `${name} has no column ${column}`);
    if (live && !live.to) return [`${name} is live and nobody's: say to whom`];
    return table.granted
      ? [`${name} may be read by callers and is nobody's: declare its owner, or take the rights away`]
      : [];
  }
  const faults: string[] = [];
  if ("with" in rows) {
    const cascades = table.references.some(
      ({ to, cascades }) => cascades && to === `${table.schema}.${rows.with}` && personal.has(to),
    );
    if (!cascades)
      faults.push(`${name} is declared to go with ${rows.with}, but no foreign key deletes its rows with those`);
  }
  const named = [
    ...("owner" in rows ? [rows.owner, ...(rows.clear ?? [])] : []),
    ...(declared.live ? [declared.live.key, ...declared.live.columns] : []),
    ...(declared.keep ? [declared.keep.since] : []),
    ...(declared.withheld ?? []),
    ...(declared.files ? [declared.files.key, declared.files.name] : []),
  ];
  for (const column of named) if (!table.columns.includes(column)) faults.push(`${name} has no column ${column}`);
  if (declared.live && !("owner" in rows && declared.live.columns.includes(rows.owner)))
    faults.push(`${name} is live without its owner among its columns`);
  if (declared.live?.to) faults.push(`${name} has people's rows: it is live to their owners alone`);
  if (!table.secured) faults.push(`${name} has people's rows and no row-level security`);
  if (table.granted) {
    const owner = "owner" in rows ? rows.owner : "user_id";
    const compares = (policy: string) => policy.replaceAll(/[()\s]/g, "") === `${owner}=kit.uid`;
    if (!table.policies.length || !table.policies.every(compares))
      faults.push(`${name} may be read by callers and has a policy that does not compare ${owner} with the caller`);
  }
  return faults;
}

async function readTables(client: Pick<pg.PoolClient, "query">, schemas: string[]): Promise<FoundTable[]> {
  const { rows } = await client.query(
    `select n.nspname as schema, c.relname as table, c.relrowsecurity as secured,
       (select coalesce(json_agg(a.attname), '[]') from pg_attribute a where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped) as columns,
       exists (select from aclexplode(c.relacl) g where g.grantee <> c.relowner) as granted,
       (select coalesce(json_agg(pg_get_expr(coalesce(p.polqual, p.polwithcheck), p.polrelid)), '[]') from pg_policy p where p.polrelid = c.oid and p.polpermissive) as policies,
       (select coalesce(json_agg(json_build_object('to', tn.nspname || '.' || t.relname, 'cascades', f.confdeltype = 'c')), '[]')
          from pg_constraint f join pg_class t on t.oid = f.confrelid join pg_namespace tn on tn.oid = t.relnamespace
          where f.conrelid = c.oid and f.contype = 'f') as references
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where n.nspname = any($1) and c.relkind in ('r', 'p') order by 1, 2`,
    [schemas],
  );
  return rows as FoundTable[];
}
