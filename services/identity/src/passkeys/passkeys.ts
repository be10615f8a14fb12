import { Inject, Injectable } from "@nestjs/common";
import { Database, type Tx } from "@tessera/service-kit";
import {
  Audit,
  AuthError,
  IDENTITY_CONFIG,
  type IdentityConfig,
  type RequestContext,
  userNotFound,
} from "../core/index.ts";
import { MailSender, Undos } from "../delivery/index.ts";
import { Proof, SessionStore, type SignedIn } from "../sessions/index.ts";
import { type CredentialRow, UserStore } from "../users/index.ts";
import type { Attestation } from "./credential-bodies.ts";
import { CredentialStore } from "./credential-store.ts";
import { PasskeyChallenges } from "./passkey-challenges.ts";
import { passkeyName } from "./passkey-names.ts";
import { RelyingParty } from "./relying-party.ts";

export const passkeyNotFound = () => new AuthError(404, "validation_failed", "Passkey not found");

/** Adds, names and removes a person's passkeys; passkey-sign-in.ts signs in with them. */
@Injectable()
export class Passkeys {
  constructor(
    private readonly database: Database,
    private readonly party: RelyingParty,
    private readonly challenges: PasskeyChallenges,
    private readonly store: CredentialStore,
    private readonly users: UserStore,
    private readonly sessions: SessionStore,
    private readonly proof: Proof,
    private readonly undos: Undos,
    private readonly sender: MailSender,
    private readonly audit: Audit,
    @Inject(IDENTITY_CONFIG) private readonly config: IdentityConfig,
  ) {}

  /**
   * @throws AuthError 403 `no_authorization` for somebody anonymous; 404 `passkey_disabled`; 422 `user_sso_managed`,
   * `too_many_passkeys`; what `Proof.fresh` throws
   */
  async begin(signedIn: SignedIn, from: RequestContext) {
    await this.mayAdd(signedIn, from);
    const present = await this.database.system((tx) => this.store.of(tx, signedIn.user.id));
    this.checkRoom(present);
    const options = await this.party.creationOptions(signedIn.user, present, "passkey");
    return { ...(await this.challenges.open(options.challenge, signedIn)), options };
  }

  /**
   * @throws AuthError as `begin`; 400 `webauthn_challenge_not_found`, `webauthn_challenge_expired`,
   * `webauthn_verification_failed`; 422 `webauthn_credential_exists`
   */
  async add(signedIn: SignedIn, challengeId: string, response: Attestation, from: RequestContext) {
    await this.mayAdd(signedIn, from);
    const challenge = await this.challenges.spend(challengeId, signedIn);
    const made = await this.party.created(response, challenge, "passkey");
    if (!made) throw new AuthError(400, "webauthn_verification_failed", "Credential verification failed");
    return this.database.system(async (tx) => {
      const owner = await this.users.locked(tx, signedIn.user.id);
      if (!owner) throw userNotFound();
      const present = await this.store.of(tx, owner.id);
      this.checkRoom(present);
      const undo = await this.undos.keep(tx, owner, "passkey_added");
      const names = present.map(({ friendlyName }) => friendlyName);
      const whose = { userId: owner.id, factorId: null, friendlyName: passkeyName(made.aaguid, names) };
      const added = await this.store.add(tx, made, whose);
      if (!added) throw new AuthError(422, "webauthn_credential_exists", "This credential is already registered");
      await this.audit.record(tx, "passkey_added", from, owner.id, { name: added.friendlyName });
      await this.sender.send(tx, { kind: "security_notice", userId: owner.id, notice: "passkey_added", undo });
      return viewOf(added);
    });
  }

  async list(userId: string) {
    return (await this.database.system((tx) => this.store.passkeysOf(tx, userId))).map(viewOf);
  }

  /** @throws AuthError 404 `validation_failed` */
  async rename({ user }: SignedIn, id: string, name: string, from: RequestContext) {
    return this.database.system(async (tx) => {
      await this.own(tx, user.id, id);
      await this.audit.record(tx, "passkey_renamed", from, user.id, { name });
      return viewOf(await this.store.rename(tx, id, name));
    });
  }

  /** @throws AuthError 404 `validation_failed`; what `Proof.fresh` throws */
  async remove(signedIn: SignedIn, id: string, from: RequestContext): Promise<void> {
    await this.proof.fresh(signedIn, "Removing a passkey", {}, from);
    await this.database.system((tx) => this.removeOf(tx, signedIn.user.id, id, from, signedIn.session.id));
  }

  /**
   * Removes a passkey and ends the sessions that it opened. @param butFor the session that removes it
   * @throws AuthError 404 `validation_failed`
   */
  async removeOf(
    tx: Tx,
    userId: string,
    id: string,
    from: RequestContext,
    butFor: string | null = null,
  ): Promise<void> {
    const owner = await this.users.locked(tx, userId);
    if (!owner) throw userNotFound();
    const passkey = await this.own(tx, userId, id);
    const undo = await this.undos.keep(tx, owner, "passkey_removed");
    await this.sessions.endOpenedBy(tx, id, butFor);
    await this.store.remove(tx, id);
    await this.audit.record(tx, "passkey_removed", from, userId, { name: passkey.friendlyName });
    await this.sender.send(tx, { kind: "security_notice", userId, notice: "passkey_removed", undo });
  }

  private async mayAdd(signedIn: SignedIn, from: RequestContext): Promise<void> {
    const { user } = signedIn;
    if (user.isAnonymous)
      throw new AuthError(403, "no_authorization", "Anonymous user not allowed to perform these actions");
    if (user.isSsoUser) throw new AuthError(422, "user_sso_managed", "SSO users cannot register passkeys");
    await this.proof.fresh(signedIn, "Adding a passkey", {}, from);
  }

  private checkRoom(present: CredentialRow[]): void {
    if (present.filter(({ factorId }) => factorId === null).length >= this.config.maxPasskeys)
      throw new AuthError(422, "too_many_passkeys", "Maximum number of passkeys reached");
  }

  private async own(tx: Tx, userId: string, id: string): Promise<CredentialRow> {
    const row = await this.store.locked(tx, id);
    if (!row || row.userId !== userId || row.factorId !== null) throw passkeyNotFound();
    return row;
  }
}

const viewOf = ({ id, friendlyName, createdAt, lastUsedAt }: CredentialRow) => ({
  id,
  friendly_name: friendlyName,
  created_at: createdAt.toISOString(),
  ...(lastUsedAt ? { last_used_at: lastUsedAt.toISOString() } : {}),
});
