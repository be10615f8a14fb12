import { randomInt, randomUUID } from "node:crypto";
import { Inject, Injectable } from "@nestjs/common";
import { Clock, type Tx } from "@tessera/service-kit";
import { and, eq, lt } from "drizzle-orm";
import { IDENTITY_CONFIG, type IdentityConfig, Secret, sameBytes } from "../core/index.ts";
import { type ChallengeRow, challenges } from "./tables.ts";

/** Challenges of second factors; a phone's holds the keyed hash of the code that was sent. */
@Injectable()
export class ChallengeStore {
  constructor(
    @Inject(Clock) private readonly clock: Clock,
    @Inject(Secret) private readonly secret: Secret,
    @Inject(IDENTITY_CONFIG) private readonly config: IdentityConfig,
  ) {}

  /** @param webauthnChallenge what a security key has to sign */
  async open(tx: Tx, factorId: string, ip: string, webauthnChallenge: string | null = null): Promise<ChallengeRow> {
    const [row] = await tx
      .insert(challenges)
      .values({ id: randomUUID(), factorId, ip, webauthnChallenge, createdAt: this.clock.now() })
      .returning();
    return row!;
  }

  async locked(tx: Tx, factorId: string, id: string): Promise<ChallengeRow | null> {
    const [row] = await tx
      .select()
      .from(challenges)
      .where(and(eq(challenges.id, id), eq(challenges.factorId, factorId)))
      .for("update");
    return row ?? null;
  }

  /** Generates the code that is sent for a challenge. @returns null when it was answered or is gone */
  async giveCode(tx: Tx, id: string): Promise<string | null> {
    const code = String(randomInt(1_000_000)).padStart(6, "0");
    const open = await tx
      .update(challenges)
      .set({ codeHash: this.codeHash(id, code) })
      .where(eq(challenges.id, id))
      .returning();
    return open.length && !open[0]!.verifiedAt ? code : null;
  }

  /** Spends an attempt, so the transaction must be committed. */
  async count(tx: Tx, { id, attempts }: ChallengeRow): Promise<void> {
    await tx
      .update(challenges)
      .set({ attempts: attempts + 1 })
      .where(eq(challenges.id, id));
  }

  async spend(tx: Tx, { id }: ChallengeRow): Promise<void> {
    await tx.update(challenges).set({ verifiedAt: this.clock.now() }).where(eq(challenges.id, id));
  }

  isSentCode(challenge: ChallengeRow, code: string): boolean {
    return challenge.codeHash !== null && sameBytes(this.codeHash(challenge.id, code), challenge.codeHash);
  }

  expiresAt(challenge: ChallengeRow): Date {
    return new Date(challenge.createdAt.getTime() + this.config.challengeLifetimeMs);
  }

  isOver(challenge: ChallengeRow): boolean {
    return this.expiresAt(challenge) <= this.clock.now() || challenge.attempts >= this.config.codeAttempts;
  }

  async purgeExpired(tx: Tx): Promise<void> {
    await tx
      .delete(challenges)
      .where(lt(challenges.createdAt, new Date(this.clock.now().getTime() - this.config.challengeLifetimeMs)));
  }

  private codeHash(id: string, code: string): Buffer {
    return this.secret.mac("challenge code", id, code);
  }
}
