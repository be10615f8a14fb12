import { Inject, Injectable } from "@nestjs/common";
import {
  type AuthenticationResponseJSON,
  generateAuthenticationOptions,
  generateRegistrationOptions,
  type RegistrationResponseJSON,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from "@simplewebauthn/server";
import { AuthError, IDENTITY_CONFIG, type IdentityConfig } from "../core/index.ts";
import type { CredentialRow, UserRow } from "../users/index.ts";
import type { Assertion, Attestation } from "./credential-bodies.ts";
import type { NewCredential } from "./credential-store.ts";

/** ES256, EdDSA and RS256 (COSE): what authenticators make. */
const ALGORITHMS = [-7, -8, -257];

/** A passkey is both factors, so the device checks its person; a security key stands beside a password. */
export type Use = "passkey" | "second factor";

/** The WebAuthn of this installation: options for the browser, and the checks of what comes back. */
@Injectable()
export class RelyingParty {
  constructor(@Inject(IDENTITY_CONFIG) private readonly config: IdentityConfig) {}

  /** @param present credentials of the account: an authenticator that holds one makes no second one */
  creationOptions(user: UserRow, present: CredentialRow[], use: Use) {
    const name = user.email ?? (user.phone ? `+${user.phone}` : "Tessera");
    const { name: given } = user.userMetadata;
    return generateRegistrationOptions({
      rpName: "Tessera",
      rpID: this.party.id,
      // As upstream writes it; the authenticator gives it back at sign-in.
      userID: new TextEncoder().encode(user.id),
      userName: name,
      userDisplayName: typeof given === "string" && given ? given.slice(0, 64) : name,
      timeout: this.config.challengeLifetimeMs,
      attestationType: "none",
      excludeCredentials: present.map(descriptorOf),
      authenticatorSelection:
        use === "passkey"
          ? { residentKey: "required", requireResidentKey: true, userVerification: "required" }
          : { residentKey: "discouraged", userVerification: "discouraged" },
      supportedAlgorithmIDs: ALGORITHMS,
    });
  }

  /** @param allowed the credentials that count; none for any passkey of this installation */
  requestOptions(allowed: CredentialRow[], use: Use) {
    return generateAuthenticationOptions({
      rpID: this.party.id,
      timeout: this.config.challengeLifetimeMs,
      allowCredentials: allowed.map(descriptorOf),
      userVerification: use === "passkey" ? "required" : "discouraged",
    });
  }

  /** Checks what `navigator.credentials.create()` gave. @returns null for anything that does not answer the challenge */
  async created(response: Attestation, challenge: string, use: Use): Promise<NewCredential | null> {
    const { id: expectedRPID, origins: expectedOrigin } = this.party;
    const checked = await verifyRegistrationResponse({
      response: response as RegistrationResponseJSON,
      expectedChallenge: challenge,
      expectedOrigin,
      expectedRPID,
      requireUserVerification: use === "passkey",
      supportedAlgorithmIDs: ALGORITHMS,
    }).catch(() => null);
    if (!checked?.verified) return null;
    const { credential, credentialBackedUp, aaguid } = checked.registrationInfo;
    return {
      credentialId: Buffer.from(credential.id, "base64url"),
      publicKey: Buffer.from(credential.publicKey),
      counter: credential.counter,
      transports: credential.transports ?? [],
      backedUp: credentialBackedUp,
      aaguid,
    };
  }

  /**
   * Checks what `navigator.credentials.get()` gave against the credential that it names; the caller compares the
   * counter, under a lock.
   */
  async asserted(
    response: Assertion,
    challenge: string,
    { credentialId, publicKey }: CredentialRow,
    use: Use,
  ): Promise<{ counter: number; backedUp: boolean } | null> {
    const { id: expectedRPID, origins: expectedOrigin } = this.party;
    const id = credentialId.toString("base64url");
    const checked = await verifyAuthenticationResponse({
      response: response as AuthenticationResponseJSON,
      expectedChallenge: challenge,
      expectedOrigin,
      expectedRPID,
      credential: { id, publicKey: new Uint8Array(publicKey), counter: 0 },
      requireUserVerification: use === "passkey",
    }).catch(() => null);
    if (!checked?.verified) return null;
    const { newCounter, credentialBackedUp } = checked.authenticationInfo;
    return { counter: newCounter, backedUp: credentialBackedUp };
  }

  /** @throws AuthError 404 `passkey_disabled` */
  private get party() {
    if (!this.config.relyingParty) throw new AuthError(404, "passkey_disabled", "Passkeys are disabled");
    return this.config.relyingParty;
  }
}

const descriptorOf = ({ credentialId, transports }: CredentialRow) => ({
  id: credentialId.toString("base64url"),
  transports,
});

/** Whether a signature's count shows that the key was not copied (WebAuthn 7.2, step 22). Synced passkeys count nothing. */
export const isNextCount = (stored: number, given: number) => (stored === 0 && given === 0) || given > stored;
