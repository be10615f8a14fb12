import { Injectable } from "@nestjs/common";
import { Database } from "@tessera/service-kit";
import { Audit, AuthError, byAccount, RateLimits, type RequestContext } from "../../core/index.ts";
import { MailSender } from "../../delivery/index.ts";
import { Elevation, type OpenSession, Proof, type SignedIn } from "../../sessions/index.ts";
import { AccountFactors } from "../../users/index.ts";
import { FACTOR_LIMIT } from "../verify-factor.ts";
import { RecoveryCodes } from "./recovery-codes.ts";

/** Creates recovery codes and signs in with them. */
@Injectable()
export class Recovery {
  constructor(
    private readonly database: Database,
    private readonly factors: AccountFactors,
    private readonly codes: RecoveryCodes,
    private readonly proof: Proof,
    private readonly elevation: Elevation,
    private readonly limits: RateLimits,
    private readonly sender: MailSender,
    private readonly audit: Audit,
  ) {}

  /**
   * @throws AuthError 403 `insufficient_aal`; what `Proof.fresh` throws; 422 `mfa_factor_not_found` without a proven
   * factor
   */
  async make(signedIn: SignedIn, from: RequestContext): Promise<string[]> {
    const { user, session } = signedIn;
    const hasFactor = await this.database.system((tx) => this.factors.hasVerified(tx, user.id));
    if (hasFactor && session.aal === "aal2") await this.proof.fresh(signedIn, "Making recovery codes", {}, from);
    return this.database.system(async (tx) => {
      if (!(await this.factors.hasVerified(tx, user.id)))
        throw new AuthError(422, "mfa_factor_not_found", "Recovery codes stand in for a second factor: add one first");
      if (session.aal !== "aal2") throw new AuthError(403, "insufficient_aal", "AAL2 required to make recovery codes");
      await this.audit.record(tx, "recovery_codes_made", from, user.id);
      return this.codes.replace(tx, user.id);
    });
  }

  /** Raises the session with a code in place of a factor. @throws AuthError 422 `mfa_verification_failed`; 429 */
  async use({ user, session }: SignedIn, code: string, from: RequestContext): Promise<OpenSession> {
    const wait = await this.limits.take(FACTOR_LIMIT, user.id, byAccount.factor);
    if (wait > 0)
      throw new AuthError(429, "over_request_rate_limit", `Too many attempts. Try again in ${wait} seconds.`, {
        retryAfterSeconds: wait,
      });
    const outcome = await this.database.system(async (tx) => {
      if (!(await this.codes.use(tx, user.id, code))) {
        await this.audit.record(tx, "factor_refused", from, user.id, {
          type: "recovery_code",
          reason: "mfa_verification_failed",
        });
        return new AuthError(422, "mfa_verification_failed", "Invalid recovery code entered");
      }
      await this.limits.forget(tx, FACTOR_LIMIT, user.id);
      await this.audit.record(tx, "recovery_code_used", from, user.id);
      await this.sender.send(tx, { kind: "security_notice", userId: user.id, notice: "recovery_code_used" });
      return this.elevation.raise(tx, session.id, "recovery_code", null);
    });
    if (outcome instanceof AuthError) throw outcome; // after the commit: the refusal stays recorded
    return outcome;
  }
}
