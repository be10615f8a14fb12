import { Inject, Injectable } from "@nestjs/common";
import { accountSuspended, userDeleted } from "@tessera/contracts-identity/events.ts";
import { Clock, Erasure as ErasureEverywhere, Events, type Tx } from "@tessera/service-kit";
import { eq, inArray, sql } from "drizzle-orm";
import { apiTokens } from "../api-tokens/index.ts";
import { Secret } from "../core/index.ts";
import { Acts, oneTimeTokens, outboxMails, undos } from "../delivery/index.ts";
import { recoveryCodes } from "../factors/index.ts";
import { oauthAuthorizations, oauthGrants } from "../oauth-server/index.ts";
import { webauthnChallenges } from "../passkeys/index.ts";
import { flowStates, sessions } from "../sessions/index.ts";
import { factors, identities, signUps, type UserRow, users, webauthnCredentials } from "../users/index.ts";

/** Ends an account, for good or softly. */
@Injectable()
export class Erasure {
  constructor(
    @Inject(Clock) private readonly clock: Clock,
    @Inject(Events) private readonly events: Events,
    @Inject(ErasureEverywhere) private readonly everywhere: ErasureEverywhere,
    private readonly secret: Secret,
    private readonly acts: Acts,
  ) {}

  /**
   * Deletes what identity holds about the person. The kit erases the declared tables, and again when no token can be
   * valid.
   */
  async erase(tx: Tx, user: UserRow): Promise<void> {
    const { id, email, newEmail, phone, newPhone } = user;
    await this.acts.forget(tx, user);
    await tx.delete(users).where(eq(users.id, id));
    // The log keeps who did something to the account: administrators answer for their acts.
    await tx.execute(sql`update identity.audit_events
      set details = jsonb_strip_nulls(jsonb_build_object('by', details -> 'by', 'until', details -> 'until')) where user_id = ${id}`);
    // Mails know an address, not an account.
    const addresses = [email, newEmail, phone, newPhone].filter((address) => address !== null);
    await this.everywhere.forgetNamed(tx, addresses);
    await tx
      .delete(outboxMails)
      .where(inArray(outboxMails.recipient, [...addresses, ...addresses.map((number) => `+${number}`)]));
    await this.events.publish(tx, userDeleted, { userId: id });
  }

  /**
   * The row stays for its references; it says nothing about the person, and nobody can sign in with it. IDENTITY.md,
   * "Soft delete".
   */
  async hide(tx: Tx, user: UserRow): Promise<void> {
    await this.acts.forget(tx, user);
    const hidden = (text: string) => this.secret.mac("deleted account", user.id, text).toString("hex");
    const ownRows = [sessions, factors, webauthnCredentials, webauthnChallenges, recoveryCodes];
    for (const table of [
      ...ownRows,
      oneTimeTokens,
      signUps,
      undos,
      flowStates,
      apiTokens,
      oauthGrants,
      oauthAuthorizations,
    ])
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
    await this.events.publish(tx, accountSuspended, { userId: user.id, at: now.toISOString() });
  }
}
