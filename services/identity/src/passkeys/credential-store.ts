import { randomUUID } from "node:crypto";
import { Inject, Injectable } from "@nestjs/common";
import { Clock, type Tx } from "@tessera/service-kit";
import { and, asc, eq, isNull } from "drizzle-orm";
import { type CredentialRow, webauthnCredentials } from "../users/index.ts";

export type NewCredential = Pick<
  CredentialRow,
  "credentialId" | "publicKey" | "counter" | "transports" | "backedUp"
> & {
  /** The make of the authenticator; zeros where it does not say. */
  aaguid: string;
};

/** Passkeys and security keys of people. */
@Injectable()
export class CredentialStore {
  constructor(@Inject(Clock) private readonly clock: Clock) {}

  /** All credentials of a person, oldest first. */
  of(tx: Tx, userId: string): Promise<CredentialRow[]> {
    const own = eq(webauthnCredentials.userId, userId);
    return tx.select().from(webauthnCredentials).where(own).orderBy(asc(webauthnCredentials.createdAt));
  }

  async passkeysOf(tx: Tx, userId: string): Promise<CredentialRow[]> {
    return (await this.of(tx, userId)).filter(({ factorId }) => factorId === null);
  }

  async ofFactor(tx: Tx, factorId: string): Promise<CredentialRow | null> {
    const [row] = await tx.select().from(webauthnCredentials).where(eq(webauthnCredentials.factorId, factorId));
    return row ?? null;
  }

  /** The passkey that an authenticator names. */
  async passkey(tx: Tx, credentialId: Buffer): Promise<CredentialRow | null> {
    const [row] = await tx
      .select()
      .from(webauthnCredentials)
      .where(and(eq(webauthnCredentials.credentialId, credentialId), isNull(webauthnCredentials.factorId)));
    return row ?? null;
  }

  async locked(tx: Tx, id: string): Promise<CredentialRow | null> {
    const [row] = await tx.select().from(webauthnCredentials).where(eq(webauthnCredentials.id, id)).for("update");
    return row ?? null;
  }

  /** @returns null when the authenticator's credential is registered already, here or with another account */
  async add(
    tx: Tx,
    { aaguid: _, ...credential }: NewCredential,
    whose: Pick<CredentialRow, "userId" | "factorId" | "friendlyName">,
  ): Promise<CredentialRow | null> {
    const now = this.clock.now();
    const [row] = await tx
      .insert(webauthnCredentials)
      .values({ id: randomUUID(), ...credential, ...whose, createdAt: now, updatedAt: now })
      .onConflictDoNothing()
      .returning();
    return row ?? null;
  }

  async rename(tx: Tx, id: string, friendlyName: string): Promise<CredentialRow> {
    return this.change(tx, id, { friendlyName, updatedAt: this.clock.now() });
  }

  async used(tx: Tx, id: string, { counter, backedUp }: { counter: number; backedUp: boolean }): Promise<void> {
    await this.change(tx, id, { counter, backedUp, lastUsedAt: this.clock.now() });
  }

  async remove(tx: Tx, id: string): Promise<void> {
    await tx.delete(webauthnCredentials).where(eq(webauthnCredentials.id, id));
  }

  private async change(tx: Tx, id: string, change: Partial<CredentialRow>): Promise<CredentialRow> {
    const [row] = await tx.update(webauthnCredentials).set(change).where(eq(webauthnCredentials.id, id)).returning();
    return row!;
  }
}
