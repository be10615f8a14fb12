import { Inject, Injectable, type OnModuleInit } from "@nestjs/common";
import { USER_DELETED } from "@tessera/contracts/identity.ts";
import { Clock, Database, Events, Jobs, MAX_ACCESS_TOKEN_SECONDS, type Tx } from "@tessera/service-kit";
import { eq } from "drizzle-orm";
import { Secret } from "../keys/secret.ts";
import { factors, flowStates, identities, oneTimeTokens, recoveryCodes, sessions, type UserRow, users } from "../tables.ts";

const QUEUE = "identity.erase-again";
/** When no access token of the person can be alive, and no request that came with one, in ms. */
const AGAIN_AFTER_MS = (MAX_ACCESS_TOKEN_SECONDS + 300) * 1000;

/** Ends an account, for good or softly. */
@Injectable()
export class Erasure implements OnModuleInit {
  constructor(
    @Inject(Database) private readonly database: Database,
    @Inject(Jobs) private readonly jobs: Jobs,
    @Inject(Clock) private readonly clock: Clock,
    @Inject(Events) private readonly events: Events,
    private readonly secret: Secret,
  ) {}

  onModuleInit() {
    this.jobs.define<{ userId: string }>(QUEUE, { retryLimit: 20 }, ({ data: { userId } }) =>
      this.database.system((tx) => this.events.publish(tx, USER_DELETED, { userId })),
    );
  }

  /**
   * All that identity holds of the person goes; the other services are told to do the same, and told again later: a request that was
   * let in just before may have written after they were.
   */
  async erase(tx: Tx, { id }: UserRow): Promise<void> {
    await tx.delete(users).where(eq(users.id, id));
    await this.events.publish(tx, USER_DELETED, { userId: id });
    // pg-boss counts by the database's clock.
    await this.jobs.send(tx, QUEUE, { userId: id }, { startAfter: new Date(Date.now() + AGAIN_AFTER_MS), hidden: true });
  }

  /** The row stays for what refers to it; it says nothing of the person, and nobody signs in with it. IDENTITY.md, "Soft delete". */
  async hide(tx: Tx, user: UserRow): Promise<void> {
    const hidden = (text: string) => this.secret.mac("deleted account", user.id, text).toString("hex");
    for (const table of [sessions, factors, recoveryCodes, oneTimeTokens, flowStates])
      await tx.delete(table).where(eq(table.userId, user.id));
    const own = await tx.select().from(identities).where(eq(identities.userId, user.id));
    for (const row of own)
      await tx
        .update(identities)
        .set({ providerId: hidden(row.providerId), identityData: {} })
        .where(eq(identities.id, row.id));
    const now = this.clock.now();
    await tx
      .update(users)
      .set({
        email: user.email && hidden(user.email),
        phone: user.phone && hidden(user.phone),
        newEmail: null,
        newPhone: null,
        passwordHash: null,
        appMetadata: {},
        userMetadata: {},
        deletedAt: now,
        updatedAt: now,
      })
      .where(eq(users.id, user.id));
  }
}
