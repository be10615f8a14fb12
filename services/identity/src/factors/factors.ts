import { Inject, Injectable } from "@nestjs/common";
import { Clock, Database, type Tx } from "@tessera/service-kit";
import {
  Audit,
  AuthError,
  asOwner,
  IDENTITY_CONFIG,
  type IdentityConfig,
  type RequestContext,
  Secret,
} from "../core/index.ts";
import { MailSender, SmsSender, Undos } from "../delivery/index.ts";
import { CredentialStore, RelyingParty } from "../passkeys/index.ts";
import { Proof, type SignedIn } from "../sessions/index.ts";
import { type FactorRow, type FactorType, type UserRow, UserStore } from "../users/index.ts";
import { ChallengeStore } from "./challenge-store.ts";
import { FactorStore } from "./factor-store.ts";
import { RecoveryCodes } from "./recovery-codes/recovery-codes.ts";
import { qrSvg } from "./totp/qr-code.ts";
import { keyUri, newSecret } from "./totp/totp.ts";

/** Characters of an account's name in an authenticator app, so that its QR code stays readable. */
const MAX_LABEL_LENGTH = 100;

export interface Enrolment {
  factorType: FactorType;
  friendlyName: string;
  /** Shown by authenticator apps next to the account. */
  issuer: string;
  phone: string | null;
}

/** Adds, challenges and removes second factors; verify-factor.ts verifies them. */
@Injectable()
export class Factors {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly store: FactorStore,
    private readonly users: UserStore,
    private readonly proof: Proof,
    private readonly undos: Undos,
    private readonly challenges: ChallengeStore,
    private readonly codes: RecoveryCodes,
    private readonly secret: Secret,
    private readonly texts: SmsSender,
    private readonly party: RelyingParty,
    private readonly credentials: CredentialStore,
    private readonly sender: MailSender,
    private readonly audit: Audit,
    @Inject(IDENTITY_CONFIG) private readonly config: IdentityConfig,
  ) {}

  /** @throws AuthError 403 `insufficient_aal`, `no_authorization` for somebody anonymous; what `Proof.fresh` throws;
   * 422 `too_many_enrolled_mfa_factors`, `mfa_factor_name_conflict`, `mfa_verified_factor_exists` */
  async enroll(signedIn: SignedIn, enrolment: Enrolment, from: RequestContext) {
    const { user, session } = signedIn;
    if (user.isAnonymous)
      throw new AuthError(403, "no_authorization", "Anonymous user not allowed to perform these actions");
    await this.proof.fresh(signedIn, "Adding a second factor", {}, from);
    const secret = newSecret();
    const factor = await this.database.system(async (tx) => {
      await this.store.purgeUnverified(tx, user.id);
      const present = await this.store.of(tx, user.id);
      if (session.aal !== "aal2" && present.some(({ status }) => status === "verified"))
        throw new AuthError(403, "insufficient_aal", "AAL2 required to enroll a new factor");
      await this.makeRoom(tx, present, enrolment);
      const made = await this.store.add(tx, {
        userId: user.id,
        factorType: enrolment.factorType,
        friendlyName: enrolment.friendlyName,
        sealedSecret: enrolment.factorType === "totp" ? this.secret.seal("totp", secret) : null,
        phone: enrolment.phone,
      });
      await this.audit.record(tx, "factor_enrolled", from, user.id, { type: made.factorType });
      return made;
    });
    const common = { id: factor.id, type: factor.factorType, friendly_name: factor.friendlyName };
    if (factor.factorType === "phone") return { ...common, phone: factor.phone! };
    if (factor.factorType === "webauthn") return common;
    const uri = keyUri(secret, enrolment.issuer, (user.email ?? user.phone ?? user.id).slice(0, MAX_LABEL_LENGTH));
    return { ...common, totp: { qr_code: qrSvg(uri), secret, uri } };
  }

  private async makeRoom(tx: Tx, present: FactorRow[], { factorType, friendlyName, phone }: Enrolment): Promise<void> {
    if (factorType === "phone") {
      const same = present.filter((factor) => factor.phone === phone);
      if (same.some(({ status }) => status === "verified"))
        throw new AuthError(
          422,
          "mfa_verified_factor_exists",
          "A verified phone factor already exists, unenroll the existing factor to continue",
        );
      for (const factor of same) await this.store.remove(tx, factor);
    }
    if (present.length >= this.config.maxFactors)
      throw new AuthError(
        422,
        "too_many_enrolled_mfa_factors",
        "Maximum number of enrolled factors reached, unenroll to continue",
      );
    if (friendlyName && present.some((factor) => factor.friendlyName === friendlyName && factor.phone !== phone))
      throw nameConflict(friendlyName);
    if (friendlyName && factorType !== "phone" && present.some((factor) => factor.friendlyName === friendlyName))
      throw nameConflict(friendlyName);
  }

  /** @throws AuthError 404 `mfa_factor_not_found`, `passkey_disabled`; 400 `phone_provider_disabled`; 429 */
  async challenge({ user }: SignedIn, factorId: string, from: RequestContext) {
    const known = await this.database.system((tx) => this.store.of(tx, user.id));
    const asked = known.find(({ id }) => id === factorId);
    if (asked?.phone) await this.texts.mayText(asked.phone, asOwner(from, user.id), user.id);
    const webauthn = asked?.factorType === "webauthn" ? await this.webauthn(user, asked) : null;
    return this.database.system(async (tx) => {
      const factor = await this.store.locked(tx, user.id, factorId);
      if (!factor) throw factorNotFound();
      const signs = webauthn?.credential_options.publicKey.challenge;
      const challenge = await this.challenges.open(tx, factor.id, from.ip, signs);
      await this.store.change(tx, factor.id, { lastChallengedAt: this.clock.now() });
      if (factor.phone) await this.texts.sendFactorCode(tx, challenge.id, factor.phone);
      return {
        id: challenge.id,
        type: factor.factorType,
        expires_at: Math.floor(this.challenges.expiresAt(challenge).getTime() / 1000),
        ...(webauthn ? { webauthn } : {}),
      };
    });
  }

  /** What the browser gives to the security key: to make its credential, or to sign with the one it made. */
  private async webauthn(user: UserRow, factor: FactorRow) {
    const keys = await this.database.system((tx) => this.credentials.of(tx, user.id));
    if (factor.status === "unverified") {
      const publicKey = await this.party.creationOptions(user, keys, "second factor");
      return { type: "create" as const, credential_options: { publicKey } };
    }
    const own = keys.filter(({ factorId }) => factorId === factor.id);
    return {
      type: "request" as const,
      credential_options: { publicKey: await this.party.requestOptions(own, "second factor") },
    };
  }

  /** @throws AuthError 404 `mfa_factor_not_found`; 422 `insufficient_aal` */
  async unenroll(signedIn: SignedIn, factorId: string, from: RequestContext): Promise<void> {
    const { user, session } = signedIn;
    const present = await this.database.system((tx) => this.store.of(tx, user.id));
    const isVerified = present.some(({ id, status }) => id === factorId && status === "verified");
    // An unverified factor protects nothing: a dialog that is cancelled removes it.
    if (isVerified && session.aal === "aal2") await this.proof.fresh(signedIn, "Removing a second factor", {}, from);
    await this.database.system(async (tx) => {
      await this.users.locked(tx, user.id);
      const factor = await this.store.locked(tx, user.id, factorId);
      if (!factor) throw factorNotFound();
      if (factor.status === "verified" && session.aal !== "aal2")
        throw new AuthError(422, "insufficient_aal", "AAL2 required to unenroll verified factor");
      await this.remove(tx, factor, from);
    });
  }

  /** Without a factor the recovery codes recover nothing, so they go with the last one. */
  async remove(tx: Tx, factor: FactorRow, from: RequestContext | null): Promise<void> {
    const isVerified = factor.status === "verified";
    const user = isVerified ? await this.users.locked(tx, factor.userId) : null;
    const undo = user ? await this.undos.keep(tx, user, "factor_removed") : undefined;
    await this.store.remove(tx, factor);
    await this.audit.record(tx, "factor_removed", from, factor.userId, { type: factor.factorType });
    if (!isVerified) return;
    await this.sender.send(tx, { kind: "security_notice", userId: factor.userId, notice: "factor_removed", undo });
    if (!(await this.store.hasVerified(tx, factor.userId))) await this.codes.clear(tx, factor.userId);
  }
}

const nameConflict = (name: string) =>
  new AuthError(
    422,
    "mfa_factor_name_conflict",
    `A factor with the friendly name "${name}" for this user already exists`,
  );
export const factorNotFound = () => new AuthError(404, "mfa_factor_not_found", "Factor not found");
