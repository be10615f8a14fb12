import { USER_DELETED, UserDeleted } from "@tessera/contracts-identity/identity.ts";
import { sql } from "drizzle-orm";
import type { Database, Tx } from "../database/database.ts";
import type { FileStore } from "../files/file-store.ts";
import type { Events } from "../jobs/events.ts";
import type { Jobs } from "../jobs/jobs.ts";
import { MAX_ACCESS_TOKEN_SECONDS } from "../sessions/ended-sessions.ts";
import type { DeclaredTable } from "./table-declaration.ts";

const AGAIN = "kit.erase-again";
/** Rows deleted in one transaction: others wait no longer for the one embedded session. */
const BATCH = 500;
/** Seconds after which no access token of the person is alive, nor a request or job that began with one. */
const AGAIN_AFTER_SECONDS = MAX_ACCESS_TOKEN_SECONDS + 300;

/** A service that erases its own rows, as it has to act while they are there. */
interface Actor {
  name: string;
  schema: string;
}

/**
 * Erases a person whose account is gone: the rows of every declared table, their jobs, and the files of every declared folder.
 * Services add what is neither row nor file (a customer at the payment provider), in the process in which they run; any process does
 * the rest. Everything may run again, and does once later.
 */
export class Erasure {
  private readonly acting = new Set<string>();

  /**
   * @param tables of the whole product, wherever its services run
   * @param folders folders of the file store with one folder a person in each
   * @param actors services that declare that they act before their rows go
   */
  constructor(
    private readonly database: Database,
    private readonly events: Events,
    private readonly jobs: Jobs,
    private readonly files: FileStore,
    private readonly tables: DeclaredTable[],
    private readonly folders: string[],
    private readonly actors: Actor[],
  ) {
    const own = new Set(actors.map(({ schema }) => schema));
    this.consume("", (userId) => this.erase(userId, ({ schema }) => !own.has(schema)));
  }

  /** What a service that declares `actsBeforeErasure` does while its rows are there, again and again; called in `onModuleInit`. */
  before(service: string, act: (userId: string) => Promise<void>): void {
    const actor = this.actors.find(({ name }) => name === service);
    if (!actor) throw new Error(`The service ${service} must declare actsBeforeErasure: another process would erase its rows first`);
    this.acting.add(service);
    this.consume(`.${service}`, async (userId) => {
      await act(userId);
      await this.eraseRows(userId, ({ schema }) => schema === actor.schema);
    });
  }

  /** @throws Error when one of these services declares that it acts before its rows go, and does not */
  checkActors(services: { name: string }[]): void {
    const idle = this.actors.find(({ name }) => services.some((one) => one.name === name) && !this.acting.has(name));
    if (idle) throw new Error(`The service ${idle.name} declares actsBeforeErasure and never calls Erasure.before: its rows would stay`);
  }

  private consume(suffix: string, erase: (userId: string) => Promise<void>): void {
    const again = `${AGAIN}${suffix}`;
    this.events.on(USER_DELETED, `kit.erase${suffix}`, async (data) => {
      const { userId } = UserDeleted.parse(data);
      await erase(userId);
      const startAfter = new Date(Date.now() + AGAIN_AFTER_SECONDS * 1000); // pg-boss counts by the system's clock
      await this.database.system((tx) => this.jobs.send(tx, again, { userId }, { hidden: true, startAfter }));
    });
    this.jobs.define<{ userId: string }>(again, { retryLimit: 20 }, ({ data }) => erase(data.userId));
  }

  private async erase(userId: string, within: (table: DeclaredTable) => boolean): Promise<void> {
    await this.database.system((tx) => forgetJobs(tx, sql`data ->> 'userId' = ${userId} or data -> 'payload' ->> 'userId' = ${userId}`));
    await this.eraseRows(userId, within);
    for (const folder of this.folders) await this.files.deleteFolder(`${folder}/${userId}`);
  }

  private async eraseRows(userId: string, within: (table: DeclaredTable) => boolean): Promise<void> {
    for (const table of this.tables) if (within(table)) while ((await this.rows(table, userId)) === BATCH);
  }

  /** Deletes waiting and ended jobs whose data name one of these texts (an address, a number) as a value; for what knows no id. */
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
    and not starts_with(name, ${AGAIN}) and not starts_with(name, ${`event.${USER_DELETED}.`})`);
}
