import { randomBytes } from "node:crypto";
import { Inject, Injectable } from "@nestjs/common";
import { Clock, ConfigurationError, Database, Log, type Tx } from "@tessera/service-kit";
import { sql } from "drizzle-orm";
import { IDENTITY_CONFIG, type IdentityConfig } from "../config/identity-config.ts";
import { rootKey } from "../tables.ts";
import { keptIn, keptNext, makeNext, promoteNext } from "./kept-secret.ts";
import { sealAgain } from "./sealed-columns.ts";
import { Secret } from "./secret.ts";

const PURPOSE = "root key";

interface Opened {
  root: Buffer;
  /** What opened it. */
  master: Buffer;
}

/** The key that everything is sealed and hashed with, and the secret that seals it. decisions/019. */
@Injectable()
export class RootKey {
  constructor(
    @Inject(IDENTITY_CONFIG) private readonly config: IdentityConfig,
    @Inject(Database) private readonly database: Database,
    @Inject(Clock) private readonly clock: Clock,
    @Inject(Log) private readonly log: Log,
  ) {}

  /** Opens the root key, made at the first start of what the installation's secret is. */
  async load(): Promise<Secret> {
    const master = this.master();
    const opened = await this.database.system(async (tx) => {
      // What was sealed before there was a root key, the secret sealed itself.
      const first = { sealedRoot: sealed(master, master), sealedAt: this.clock.now() };
      await tx.insert(rootKey).values(first).onConflictDoNothing();
      return this.open(tx);
    });
    if (!opened) {
      this.log.warn({}, "The secret of this process does not open the root key: what another one sealed is lost to it");
      return new Secret(master);
    }
    // A rotation was cut off after its successor began to count.
    if (!this.config.secret && !opened.master.equals(master)) promoteNext(this.config.dataDir);
    return new Secret(opened.master, opened.root);
  }

  /**
   * Replaces the installation's secret. Whenever it is cut off, the old or the new one opens everything.
   * @param atOnce after a leak: makes another root key and seals everything with it; what was hashed with the old one
   * ends
   * @returns where the new secret is
   * @throws ConfigurationError where the secrets at hand do not fit
   */
  async rotate({ atOnce = false } = {}): Promise<"variable" | "file"> {
    const { secret, secretNext, dataDir } = this.config;
    if (secret && !secretNext)
      throw new ConfigurationError("IDENTITY_SECRET_NEXT: must be set to the secret that replaces IDENTITY_SECRET.");
    const before = await this.database.system((tx) => this.open(tx));
    if (!before)
      throw new ConfigurationError("IDENTITY_SECRET: is not the one of this database, whose root key it cannot open.");
    if (!secret && before.master.equals(keptNext(dataDir) ?? Buffer.alloc(0))) promoteNext(dataDir);
    const next = secret ? Buffer.from(secretNext!) : makeNext(dataDir);
    await this.database.system(async (tx) => {
      await tx.execute(sql`lock table identity.root_key in exclusive mode`);
      const { root: old } = (await this.open(tx)) ?? before;
      const root = atOnce ? randomBytes(32) : old;
      if (atOnce) await sealAgain(tx, new Secret(old), new Secret(root));
      await tx.update(rootKey).set({ sealedRoot: sealed(root, next), sealedAt: this.clock.now() });
    });
    if (!secret) promoteNext(dataDir);
    this.log.info({ atOnce }, "replaced the identity secret");
    return secret ? "variable" : "file";
  }

  private master(): Buffer {
    const { secret, dataDir } = this.config;
    return secret ? Buffer.from(secret) : keptIn(dataDir);
  }

  /** With the secret of the installation, or with its successor. */
  private async open(tx: Tx): Promise<Opened | null> {
    const { secret, secretNext, dataDir } = this.config;
    const [row] = await tx.select().from(rootKey);
    const next = secret ? secretNext && Buffer.from(secretNext) : keptNext(dataDir);
    for (const master of [this.master(), next]) {
      const text = row && master && new Secret(master).open(PURPOSE, row.sealedRoot);
      if (text) return { root: Buffer.from(text, "base64url"), master };
    }
    return null;
  }
}

const sealed = (root: Buffer, master: Buffer) => new Secret(master).seal(PURPOSE, root.toString("base64url"));
