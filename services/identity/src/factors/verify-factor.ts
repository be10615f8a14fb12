import { Inject, Injectable } from "@nestjs/common";
import { Clock, Database, type Tx } from "@tessera/service-kit";
import {
  Audit,
  AuthError,
  byAccount,
  IDENTITY_CONFIG,
  type IdentityConfig,
  RateLimits,
  type RequestContext,
  Secret,
} from "../core/index.ts";
import { MailSender, Undos } from "../delivery/index.ts";
import { type Assertion, type Attestation, CredentialStore, isNextCount, RelyingParty } from "../passkeys/index.ts";
import { Elevation, type OpenSession, type SignedIn } from "../sessions/index.ts";
import { type FactorRow, UserStore } from "../users/index.ts";
import { ChallengeStore } from "./challenge-store.ts";
import { FactorStore } from "./factor-store.ts";
import { factorNotFound } from "./factors.ts";
import type { ChallengeRow } from "./tables.ts";
import { rightStep } from "./totp/totp.ts";

/** What answers a challenge: a code, the credential that a new security key made, or a signature of one. */
export type Given =
  | { code: string }
  | { type: "create"; credential_response: Attestation }
  | { type: "request"; credential_response: Assertion };

/** Methods of `amr`; upstream's. */
const methods = { totp: "totp", phone: "mfa/phone", webauthn: "mfa/webauthn" } as const;

/** Name of the limit on wrong codes of one account's factors, shared with its recovery codes. */
export const FACTOR_LIMIT = "account-factor";

/** Answers a challenge: verifies a new factor, or raises the session to aal2 with a verified one. */
@Injectable()
export class VerifyFactor {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly store: FactorStore,
    private readonly users: UserStore,
    private readonly undos: Undos,
    private readonly challenges: ChallengeStore,
    private readonly elevation: Elevation,
    private readonly secret: Secret,
    private readonly party: RelyingParty,
    private readonly credentials: CredentialStore,
    private readonly limits: RateLimits,
    private readonly sender: MailSender,
    private readonly audit: Audit,
    @Inject(IDENTITY_CONFIG) private readonly config: IdentityConfig,
  ) {}

  /**
   * @throws AuthError 404 `mfa_factor_not_found`; 422 the same for an unknown challenge, `mfa_verification_failed`,
   * `mfa_challenge_expired`, `mfa_ip_address_mismatch`; 429
   */
  async verify(
    signedIn: SignedIn,
    factorId: string,
    challengeId: string,
    given: Given,
    from: RequestContext,
  ): Promise<OpenSession> {
    const { user } = signedIn;
    const wait = await this.limits.take(FACTOR_LIMIT, user.id, byAccount.factor);
    if (wait > 0)
      throw new AuthError(429, "over_request_rate_limit", `Too many attempts. Try again in ${wait} seconds.`, {
        retryAfterSeconds: wait,
      });
    const outcome = await this.database.system(async (tx) => {
      await this.users.locked(tx, user.id);
      const factor = await this.store.locked(tx, user.id, factorId);
      if (!factor) return factorNotFound();
      const challenge = await this.challenges.locked(tx, factorId, challengeId);
      const refusal = challenge ? await this.check(tx, factor, challenge, given, from) : challengeNotFound();
      if (refusal) {
        await this.audit.record(tx, "factor_refused", from, user.id, { type: factor.factorType, reason: refusal.code });
        return refusal;
      }
      return this.accept(tx, signedIn, factor, from);
    });
    if (outcome instanceof AuthError) throw outcome; // after the commit: the attempt stays counted
    return outcome;
  }

  private async check(
    tx: Tx,
    factor: FactorRow,
    challenge: ChallengeRow,
    given: Given,
    from: RequestContext,
  ): Promise<AuthError | null> {
    if (challenge.verifiedAt || challenge.ip !== from.ip)
      return new AuthError(422, "mfa_ip_address_mismatch", "Challenge and verify IP addresses mismatch.");
    if (this.challenges.isOver(challenge)) {
      const message = `MFA challenge ${challenge.id} has expired, verify against another challenge or create a new challenge.`;
      return new AuthError(422, "mfa_challenge_expired", message);
    }
    await this.challenges.count(tx, challenge);
    if (factor.factorType === "webauthn") {
      // A key signs a challenge once, whatever becomes of it.
      await this.challenges.spend(tx, challenge);
      return (await this.isSigned(tx, factor, challenge, given)) ? null : refused("The security key was not accepted");
    }
    const code = "code" in given ? given.code : "";
    if (factor.factorType === "phone") {
      if (!this.challenges.isSentCode(challenge, code)) return refused("Invalid MFA Phone code entered");
    } else {
      const secret = this.secret.open("totp", factor.sealedSecret!);
      if (!secret) throw new Error("The secret of a factor was sealed with another IDENTITY_SECRET");
      const step = rightStep(secret, code, this.clock.now(), factor.lastStep, this.config.totpSkew);
      if (step === null) return refused("Invalid TOTP code entered");
      await this.store.change(tx, factor.id, { lastStep: step });
    }
    await this.challenges.spend(tx, challenge);
    return null;
  }

  private async isSigned(tx: Tx, factor: FactorRow, challenge: ChallengeRow, given: Given): Promise<boolean> {
    if ("code" in given || challenge.webauthnChallenge === null) return false;
    if ((given.type === "create") !== (factor.status === "unverified")) return false;
    if (given.type === "create") {
      const made = await this.party.created(given.credential_response, challenge.webauthnChallenge, "second factor");
      const whose = { userId: factor.userId, factorId: factor.id, friendlyName: factor.friendlyName };
      return made !== null && (await this.credentials.add(tx, made, whose)) !== null;
    }
    const { credential_response: response } = given;
    const key = await this.credentials.ofFactor(tx, factor.id);
    if (!key || key.credentialId.toString("base64url") !== response.id) return false;
    const asserted = await this.party.asserted(response, challenge.webauthnChallenge, key, "second factor");
    if (!asserted || !isNextCount(key.counter, asserted.counter)) return false;
    await this.credentials.used(tx, key.id, asserted);
    return true;
  }

  private async accept(
    tx: Tx,
    { user, session }: SignedIn,
    factor: FactorRow,
    from: RequestContext,
  ): Promise<OpenSession | AuthError> {
    await this.limits.forget(tx, FACTOR_LIMIT, user.id);
    if (factor.status === "unverified") {
      const owner = await this.users.locked(tx, user.id);
      const isFirst = !(await this.store.hasVerified(tx, user.id));
      const undo = owner && isFirst ? await this.undos.keep(tx, owner, "factor_added") : undefined;
      await this.store.change(tx, factor.id, { status: "verified" });
      await this.store.removeUnverified(tx, user.id, factor.factorType);
      await this.sender.send(tx, { kind: "security_notice", userId: user.id, notice: "factor_added", undo });
    }
    await this.audit.record(tx, "factor_verified", from, user.id, { type: factor.factorType });
    return this.elevation.raise(tx, session.id, methods[factor.factorType], factor.id);
  }
}

const refused = (message: string) => new AuthError(422, "mfa_verification_failed", message);
const challengeNotFound = () =>
  new AuthError(422, "mfa_factor_not_found", "MFA factor with the provided challenge ID not found");
