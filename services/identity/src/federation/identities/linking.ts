import { Inject, Injectable } from "@nestjs/common";
import { Database } from "@tessera/service-kit";
import {
  Audit,
  AuthError,
  IDENTITY_CONFIG,
  type IdentityConfig,
  type RequestContext,
  userNotFound,
} from "../../core/index.ts";
import { MailSender, OneTimeTokens, tokenKinds } from "../../delivery/index.ts";
import { type Given, type OpenSession, Proof, SessionStore, type SignedIn } from "../../sessions/index.ts";
import { type ExternalAccount, UserStore } from "../../users/index.ts";
import { ExternalAccounts } from "../external/external-accounts.ts";

/** Adds accounts elsewhere to a person's ways to sign in, and removes them. */
@Injectable()
export class Linking {
  constructor(
    @Inject(IDENTITY_CONFIG) private readonly config: IdentityConfig,
    private readonly database: Database,
    private readonly users: UserStore,
    private readonly accounts: ExternalAccounts,
    private readonly sessions: SessionStore,
    private readonly proof: Proof,
    private readonly tokens: OneTimeTokens,
    private readonly sender: MailSender,
    private readonly audit: Audit,
  ) {}

  /**
   * A stolen session must not gain a lasting way in.
   * @throws AuthError 404 `manual_linking_disabled`; 422 `user_sso_managed`; 401 `insufficient_aal`; what `Proof`
   * throws
   */
  async mayLink(signedIn: SignedIn, given: Given, from: RequestContext): Promise<void> {
    if (!this.config.manualLinking) throw new AuthError(404, "manual_linking_disabled", "Manual linking is disabled");
    if (signedIn.user.isSsoUser)
      throw new AuthError(422, "user_sso_managed", "The ways to sign in of a SSO account are those of its company");
    await this.proof.assured(signedIn, "change the ways to sign in of");
    // An anonymous person has nothing to prove themselves with, and no other way to sign in.
    if (!signedIn.user.isAnonymous) await this.proof.fresh(signedIn, "Changing the ways to sign in", given, from);
  }

  /** Adds an account that is proved already. @returns a new session. @throws AuthError 422 `identity_already_exists` */
  async link({ user }: SignedIn, account: ExternalAccount, method: string, from: RequestContext): Promise<OpenSession> {
    const outcome = await this.database.system(async (tx) => {
      const current = await this.users.locked(tx, user.id);
      if (!current) return userNotFound();
      const linked = await this.accounts.link(tx, current, account, from);
      return linked instanceof AuthError ? linked : this.sessions.open(tx, linked, method, from);
    });
    if (outcome instanceof AuthError) throw outcome; // after the commit: the refusal stays recorded
    return outcome;
  }

  /**
   * Removes a way to sign in, with the sessions it opened on other devices.
   * @throws AuthError as `mayLink`; 422 `single_identity_not_deletable`, `identity_not_found`
   */
  async unlink(signedIn: SignedIn, identityId: string, given: Given, from: RequestContext): Promise<void> {
    await this.mayLink(signedIn, given, from);
    await this.database.system(async (tx) => {
      const user = await this.users.locked(tx, signedIn.user.id);
      if (!user) throw userNotFound();
      const own = await this.users.identities(tx, user.id);
      if (own.length <= 1)
        throw new AuthError(422, "single_identity_not_deletable", "User must have at least 1 identity after unlinking");
      const identity = own.find(({ id }) => id === identityId);
      if (!identity) throw new AuthError(422, "identity_not_found", "Identity doesn't exist");
      const left = await this.users.removeIdentity(tx, user, identity);
      // Mails and messages sent to a removed address or number prove nothing any more.
      if (left.email !== user.email || left.phone !== user.phone) await this.tokens.revoke(tx, user, tokenKinds);
      await this.sessions.endOthersBy(tx, signedIn.session, methodsOf(identity.provider));
      await this.audit.record(tx, "identity_unlinked", from, user.id, { provider: identity.provider });
      await this.sender.send(tx, { kind: "security_notice", userId: user.id, notice: "identity_unlinked" });
    });
  }
}

/** What a session's `amr` names when it was opened by a way to sign in. */
function methodsOf(provider: string): string[] {
  if (provider === "email") return ["password", "otp", "recovery"];
  if (provider === "phone") return ["password", "otp"];
  return [provider === "web3" ? "web3" : "oauth"];
}
