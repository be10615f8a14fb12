import { Inject, Injectable, type OnModuleInit } from "@nestjs/common";
import { Clock, Database, Log, type Tx } from "@tessera/service-kit";
import { desc, lt, sql } from "drizzle-orm";
import {
  type CryptoKey,
  calculateJwkThumbprint,
  createLocalJWKSet,
  exportJWK,
  generateKeyPair,
  importJWK,
  type JWK,
  type JWTVerifyGetKey,
} from "jose";
import { Secret } from "../../core/index.ts";
import { signingKeys } from "../tables.ts";
import { ROTATE_AFTER_MS, scheduleOf } from "./key-schedule.ts";
import { TokenKeys } from "./token-keys.ts";

const ALGORITHM = "ES256";
/** TTL of the keys in a process; far below the hour for which a new key is published before it signs. */
const CACHE_TTL_MS = 60_000;
/** Advisory lock under which one process makes a key. */
const LOCK = 7_355_610;

interface Key {
  kid: string;
  publicJwk: JWK;
  /** Null when it was sealed with another secret: still published, never used. */
  privateKey: CryptoKey | null;
  createdAt: Date;
}

/** The keys that sign access tokens: created at the first start, stored in the database, rotated by age. */
@Injectable()
export class SigningKeys extends TokenKeys implements OnModuleInit {
  readonly algorithm = ALGORITHM;
  private keys: Key[] = [];
  private readAt = 0;

  constructor(
    @Inject(Database) private readonly database: Database,
    @Inject(Clock) private readonly clock: Clock,
    @Inject(Secret) private readonly secret: Secret,
    @Inject(Log) private readonly log: Log,
  ) {
    super();
  }

  async onModuleInit() {
    await this.rotateWhenDue();
  }

  /** @returns the key that signs now */
  async signing(): Promise<{ kid: string; privateKey: CryptoKey }> {
    const usable = (await this.current()).filter((key) => key.privateKey);
    const { signing } = scheduleOf(usable, this.clock.now());
    if (!signing?.privateKey) throw new Error("No signing key of this installation can be opened");
    return { kid: signing.kid, privateKey: signing.privateKey };
  }

  /** The public keys: of the signing key, its successor and those whose tokens may still be valid. */
  async published(): Promise<JWK[]> {
    return scheduleOf(await this.current(), this.clock.now()).published.map((key) => key.publicJwk);
  }

  /** Finds the key a token names; one that is not known here may have been made by another process meanwhile. */
  readonly find: JWTVerifyGetKey = async (header, token) => {
    if (!this.keys.some((key) => key.kid === header.kid)) await this.read();
    return createLocalJWKSet({ keys: await this.published() })(header, token);
  };

  /** Creates a successor when the newest key is old enough or cannot be opened; deletes keys long out of use. */
  async rotateWhenDue(): Promise<void> {
    await this.read();
    if (!this.isDue(this.keys)) return;
    const made = await this.make();
    const kept = await this.database.system(async (tx) => {
      await tx.execute(sql`select pg_advisory_xact_lock(${LOCK})`);
      const rows = await this.rows(tx);
      if (
        !this.isDue(rows.map((row) => ({ ...row, privateKey: this.secret.open("signing key", row.sealedPrivateJwk) })))
      )
        return false;
      await tx.insert(signingKeys).values(made);
      await tx
        .delete(signingKeys)
        .where(lt(signingKeys.createdAt, new Date(this.clock.now().getTime() - 2 * ROTATE_AFTER_MS)));
      return true;
    });
    if (kept) this.log.info({ kid: made.kid }, "made a signing key");
    await this.read();
  }

  /**
   * Makes a successor now; it signs once it was published for long enough, and what the key before it signed stays
   * valid.
   * @param atOnce after a leak: forgets every other key, so that tokens signed with them are refused and renewed
   * @returns the successor's kid
   */
  async rotate({ atOnce = false } = {}): Promise<string> {
    const made = await this.make();
    await this.database.system(async (tx) => {
      await tx.execute(sql`select pg_advisory_xact_lock(${LOCK})`);
      if (atOnce) await tx.delete(signingKeys);
      await tx.insert(signingKeys).values(made);
    });
    this.log.info({ kid: made.kid, atOnce }, "made a signing key");
    await this.read();
    return made.kid;
  }

  private isDue(keys: { createdAt: Date; privateKey: unknown }[]): boolean {
    return scheduleOf(
      keys.filter((key) => key.privateKey),
      this.clock.now(),
    ).due;
  }

  private async current(): Promise<Key[]> {
    if (Math.abs(this.clock.now().getTime() - this.readAt) > CACHE_TTL_MS) await this.read();
    return this.keys;
  }

  private async read(): Promise<void> {
    const rows = await this.database.system((tx) => this.rows(tx));
    this.keys = await Promise.all(
      rows.map(async ({ kid, publicJwk, sealedPrivateJwk, createdAt }) => {
        const opened = this.secret.open("signing key", sealedPrivateJwk);
        const privateKey = opened ? ((await importJWK(JSON.parse(opened) as JWK, ALGORITHM)) as CryptoKey) : null;
        return { kid, publicJwk: publicJwk as JWK, privateKey, createdAt };
      }),
    );
    this.readAt = this.clock.now().getTime();
  }

  private rows(tx: Tx) {
    return tx.select().from(signingKeys).orderBy(desc(signingKeys.createdAt));
  }

  private async make(): Promise<typeof signingKeys.$inferInsert> {
    const pair = await generateKeyPair(ALGORITHM, { extractable: true });
    const publicJwk = await exportJWK(pair.publicKey);
    const kid = await calculateJwkThumbprint(publicJwk);
    return {
      kid,
      publicJwk: { ...publicJwk, kid, alg: ALGORITHM, use: "sig", key_ops: ["verify"] },
      sealedPrivateJwk: this.secret.seal("signing key", JSON.stringify(await exportJWK(pair.privateKey))),
      createdAt: this.clock.now(),
    };
  }
}
