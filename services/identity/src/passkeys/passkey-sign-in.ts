import { Injectable } from "@nestjs/common";
import { Clock, Database } from "@tessera/service-kit";
import { Audit, AuthError, type RequestContext, userBanned } from "../core/index.ts";
import { type OpenSession, SessionStore } from "../sessions/index.ts";
import { type CredentialRow, isBanned, PASSKEY, type UserRow, UserStore } from "../users/index.ts";
import type { Assertion } from "./credential-bodies.ts";
import { CredentialStore } from "./credential-store.ts";
import { PasskeyChallenges } from "./passkey-challenges.ts";
import { isNextCount, RelyingParty } from "./relying-party.ts";

/** Opens a session for the holder of a passkey, without a password. decisions/018. */
@Injectable()
export class PasskeySignIn {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly party: RelyingParty,
    private readonly challenges: PasskeyChallenges,
    private readonly store: CredentialStore,
    private readonly users: UserStore,
    private readonly sessions: SessionStore,
    private readonly audit: Audit,
  ) {}

  /** The same for everybody: no answer says who has a passkey. @throws AuthError 404 `passkey_disabled` */
  async begin() {
    const options = await this.party.requestOptions([], "passkey");
    return { ...(await this.challenges.open(options.challenge, null)), options };
  }

  /**
   * @throws AuthError 400 `webauthn_challenge_not_found`, `webauthn_challenge_expired`, `webauthn_verification_failed`,
   * `email_not_confirmed`; 403 `user_banned`
   */
  async signIn(challengeId: string, response: Assertion, from: RequestContext): Promise<OpenSession> {
    const challenge = await this.challenges.spend(challengeId, null);
    const passkey = await this.database.system((tx) => this.store.passkey(tx, Buffer.from(response.id, "base64url")));
    if (!passkey || !isHandleOf(passkey, response)) return this.refuse(null, "unknown_passkey", from);
    const asserted = await this.party.asserted(response, challenge, passkey, "passkey");
    if (!asserted) return this.refuse(passkey.userId, "wrong_signature", from);
    const outcome = await this.database.system(async (tx) => {
      const user = await this.users.locked(tx, passkey.userId);
      const current = await this.store.locked(tx, passkey.id);
      if (!user || !current) return "removed";
      if (!isNextCount(current.counter, asserted.counter)) return "copied_passkey";
      const reason = this.reasonAgainst(user);
      if (reason) return reason;
      await this.store.used(tx, passkey.id, asserted);
      await this.audit.record(tx, "signed_in", from, user.id, { method: PASSKEY });
      return this.sessions.open(tx, user, PASSKEY, from, { aal: "aal2", passkeyId: passkey.id });
    });
    if (typeof outcome === "string") return this.refuse(passkey.userId, outcome, from);
    return outcome;
  }

  private reasonAgainst(user: UserRow): "user_banned" | "email_not_confirmed" | null {
    if (isBanned(user, this.clock.now())) return "user_banned";
    return user.email && !user.emailConfirmedAt ? "email_not_confirmed" : null;
  }

  private async refuse(userId: string | null, reason: string, from: RequestContext): Promise<never> {
    const details = { method: PASSKEY, reason };
    await this.database.system((tx) => this.audit.record(tx, "sign_in_failed", from, userId, details));
    if (reason === "user_banned") throw userBanned(403);
    if (reason === "email_not_confirmed") throw new AuthError(400, "email_not_confirmed", "Email not confirmed");
    throw new AuthError(400, "webauthn_verification_failed", "Credential verification failed");
  }
}

/** A passkey that the browser found on its own names its account. */
const isHandleOf = ({ userId }: CredentialRow, { response: { userHandle } }: Assertion) =>
  Buffer.from(userHandle ?? "", "base64url").toString() === userId;
