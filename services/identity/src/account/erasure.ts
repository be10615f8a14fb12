import { Inject, Injectable } from "@nestjs/common";
import { Clock, Events, type Tx } from "@tessera/service-kit";
import { eq } from "drizzle-orm";
import { Secret } from "../keys/secret.ts";
import { factors, flowStates, identities, oneTimeTokens, recoveryCodes, sessions, signUps, type UserRow, undos, users } from "../tables.ts";
import { Acts } from "../verification/acts.ts";

/** Ends an account, for good or softly. */
@Injectable()
export class Erasure {
  constructor(
    @Inject(Clock) private readonly clock: Clock,
    @Inject(Events) private readonly events: Events,
    private readonly secret: Secret,
    private readonly acts: Acts,
  ) {}

  /** All that identity holds of the person goes; the other services are told to do the same. */
  async erase(tx: Tx, user: UserRow): Promise<void> {
    const { id } = user;
    await this.acts.forget(tx, user);
    await tx.delete(users).where(eq(users.id, id));
    await this.events.publish(tx, "identity.user-deleted", { userId: id });
  }

  /** The row stays for what refers to it; it says nothing of the person, and nobody signs in with it. IDENTITY.md, "Soft delete". */
  async hide(tx: Tx, user: UserRow): Promise<void> {
    await this.acts.forget(tx, user);
    const hidden = (text: string) => this.secret.mac("deleted account", user.id, text).toString("hex");
    for (const table of [sessions, factors, recoveryCodes, oneTimeTokens, signUps, undos, flowStates])
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
