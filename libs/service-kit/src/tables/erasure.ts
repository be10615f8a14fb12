import { erasePerson } from "@tessera/contracts-core/events.ts";
import { userDeleted } from "@tessera/contracts-identity/events.ts";
import { sql } from "drizzle-orm";
import type { Database, Tx } from "../database/database.ts";
import type { FileStore } from "../files/file-store.ts";
import type { Events } from "../jobs/events.ts";
import type { Jobs } from "../jobs/jobs.ts";
import { MAX_ACCESS_TOKEN_SECONDS } from "../sessions/ended-sessions.ts";
import { type DeclaredTable, kitTables, type SchemaParts } from "./table-declaration.ts";

const AGAIN = "kit.erase-again";
/** Rows deleted in one transaction: others wait no longer for the one embedded session. */
const BATCH = 500;
/** Seconds after which no access token of the person is alive, nor a request or job that began with one. */
const AGAIN_AFTER_SECONDS = MAX_ACCESS_TOKEN_SECONDS + 300;

/**
 * Erases a person whose account is gone: the rows of every declared table, their jobs, and the files of every declared
 * folder. Services add what is neither row nor file (a customer at the payment provider), in the process in which they
 * run; any process does the rest. Everything may run again, and does once later.
 */
export class Erasure {
  private readonly hooks: { schema: string; hook: (userId: string) => Promise<void> }[] = [];

  /** @param parts what the schemas of this process declare, the kit's own last */
  constructor(
    private readonly database: Database,
    private readonly events: Events,
    private readonly jobs: Jobs,
    private readonly files: FileStore,
    parts: SchemaParts[],
  ) {
    this.events.on(userDeleted, "kit.erase", async ({ userId }) => {
      await this.announce(userId);
      const startAfter = new Date(Date.now() + AGAIN_AFTER_SECONDS * 1000); // pg-boss counts by the system's clock
      await this.database.system((tx) => this.jobs.send(tx, AGAIN, { userId }, { hidden: true, startAfter }));
    });
    const options = { kind: "Second erasure of a deleted account", retryLimit: 20 };
    this.jobs.define<{ userId: string }>(AGAIN, options, ({ data }) => this.announce(data.userId));
    for (const part of parts) this.events.on(erasePerson, part.schema, ({ userId }) => this.erase(userId, part));
  }

  /**
   * Adds what a service has to do while its rows are still there; called in `onModuleInit`. The hook may run more than
   * once.
   */
  before(schema: string, hook: (userId: string) => Promise<void>): void {
    this.hooks.push({ schema, hook });
  }

  private async announce(userId: string): Promise<void> {
    await this.database.system((tx) => this.events.publish(tx, erasePerson, { userId }));
  }

  /** The kit's tables go with every schema's: triggers on its tables write there. */
  private async erase(userId: string, { schema, tables, folders }: SchemaParts): Promise<void> {
    for (const one of this.hooks) if (one.schema === schema) await one.hook(userId);
    await this.database.system((tx) =>
      forgetJobs(tx, sql`data ->> 'userId' = ${userId} or data -> 'payload' ->> 'userId' = ${userId}`),
    );
    for (const table of schema === "kit" ? tables : [...tables, ...kitTables])
      while ((await this.rows(table, userId)) === BATCH);
    for (const folder of folders) await this.files.deleteFolder(`${folder}/${userId}`);
  }

  /**
   * Deletes waiting and ended jobs whose data name one of these texts (an address, a number) as a value; for what knows
   * no id.
   */
  async forgetNamed(tx: Tx, texts: string[]): Promise<void> {
    for (const text of texts) await forgetJobs(tx, sql`strpos(data::text, ${JSON.stringify(text)}) > 0`);
  }

  private async rows({ schema, table, personal }: DeclaredTable, userId: string): Promise<number> {
    if (!personal || "with" in personal || personal.outlives) return 0;
    const target = sql`${sql.identifier(schema)}.${sql.identifier(table)}`;
    const own = sql`${sql.identifier(personal.owner)} = ${userId}`;
    return this.database.system(async (tx) => {
      if (personal.clear) {
        const cleared = personal.clear.map((column) => sql`${sql.identifier(column)} = default`);
        await tx.execute(sql`update ${target} set ${sql.join(cleared, sql`, `)} where ${own}`);
        return 0;
      }
      const { rowCount } = await tx.execute(
        sql`delete from ${target} where ctid = any(array(select ctid from ${target} where ${own} limit ${BATCH}))`,
      );
      return rowCount ?? 0;
    });
  }
}

/** One that runs ends first. News of the deletion itself is for all that have not had it yet. */
async function forgetJobs(tx: Tx, condition: ReturnType<typeof sql>): Promise<void> {
  await tx.execute(sql`delete from pgboss.job where (${condition}) and state <> 'active'
    and name <> ${AGAIN} and not starts_with(name, ${`event.${userDeleted.topic}.`}) and not starts_with(name, ${`event.${erasePerson.topic}.`})`);
}
