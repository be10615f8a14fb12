import { randomUUID } from "node:crypto";
import { Inject, Injectable } from "@nestjs/common";
import { Clock, Database, type Tx } from "@tessera/service-kit";
import { and, eq, isNull, lt } from "drizzle-orm";
import { AuthError, IDENTITY_CONFIG, type IdentityConfig } from "../core/index.ts";
import type { SignedIn } from "../sessions/index.ts";
import { type WebauthnChallengeRow, webauthnChallenges } from "./tables.ts";

/** Challenges that passkeys sign: each for one act, of one session where somebody is signed in, and once. */
@Injectable()
export class PasskeyChallenges {
  constructor(
    @Inject(Clock) private readonly clock: Clock,
    @Inject(Database) private readonly database: Database,
    @Inject(IDENTITY_CONFIG) private readonly config: IdentityConfig,
  ) {}

  /** @param signedIn who adds a passkey; null to sign in. @returns what clients of auth/v1 get beside the options */
  async open(challenge: string, signedIn: SignedIn | null) {
    const createdAt = this.clock.now();
    const [userId, sessionId] = [signedIn?.user.id ?? null, signedIn?.session.id ?? null];
    const row = { id: randomUUID(), userId, sessionId, challenge, createdAt };
    await this.database.system((tx) => tx.insert(webauthnChallenges).values(row));
    return { challenge_id: row.id, expires_at: Math.floor(this.expiresAt(row).getTime() / 1000) };
  }

  /**
   * Spends a challenge, whatever becomes of the answer to it.
   * @throws AuthError 400 `webauthn_challenge_not_found`, `webauthn_challenge_expired`
   */
  async spend(id: string, signedIn: SignedIn | null): Promise<string> {
    const whose = signedIn
      ? and(eq(webauthnChallenges.userId, signedIn.user.id), eq(webauthnChallenges.sessionId, signedIn.session.id))
      : isNull(webauthnChallenges.userId);
    const [row] = await this.database.system((tx) =>
      tx
        .delete(webauthnChallenges)
        .where(and(eq(webauthnChallenges.id, id), whose))
        .returning(),
    );
    if (!row) throw new AuthError(400, "webauthn_challenge_not_found", "Challenge not found or already used");
    if (this.expiresAt(row) <= this.clock.now())
      throw new AuthError(400, "webauthn_challenge_expired", "Challenge has expired");
    return row.challenge;
  }

  async purgeExpired(tx: Tx): Promise<void> {
    const oldest = new Date(this.clock.now().getTime() - this.config.challengeLifetimeMs);
    await tx.delete(webauthnChallenges).where(lt(webauthnChallenges.createdAt, oldest));
  }

  private expiresAt({ createdAt }: Pick<WebauthnChallengeRow, "createdAt">): Date {
    return new Date(createdAt.getTime() + this.config.challengeLifetimeMs);
  }
}
