import { shell } from "@tessera/shell-api";

/** As auth/v1 lists it. */
export interface Passkey {
  id: string;
  friendly_name: string;
  created_at: string;
  last_used_at?: string;
}

interface Begun<Options> {
  challenge_id: string;
  options: Options;
}

type Creation = PublicKeyCredentialCreationOptionsJSON;
type Request = PublicKeyCredentialRequestOptionsJSON;
interface KeyChallenge {
  id: string;
  webauthn:
    | { type: "create"; credential_options: { publicKey: Creation } }
    | { type: "request"; credential_options: { publicKey: Request } };
}

/** Whether this browser makes passkeys and writes them as JSON. */
export const makesPasskeys = () =>
  typeof PublicKeyCredential === "function" && typeof PublicKeyCredential.parseCreationOptionsFromJSON === "function";

/** @throws Error with the code `passkey_refused` when the browser gave none */
const asked = (credential: Promise<Credential | null>) =>
  credential
    .catch((refused: Error) => {
      // The authenticator holds a credential of the account already.
      const code = refused.name === "InvalidStateError" ? "webauthn_credential_exists" : "passkey_refused";
      throw Object.assign(new Error(refused.message), { code });
    })
    .then((given) => {
      if (!given) throw Object.assign(new Error("The browser gave no passkey"), { code: "passkey_refused" });
      return (given as PublicKeyCredential).toJSON();
    });
const create = (options: Creation) =>
  asked(navigator.credentials.create({ publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(options) }));
const sign = (options: Request) =>
  asked(navigator.credentials.get({ publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(options) }));

/** The passkeys and security keys of who is signed in. All throw what the identity service refused. */
export const ownPasskeys = {
  list: () => shell().auth.account.call<Passkey[]>("GET", "passkeys"),
  /** What the browser is to sign; the service may ask for a proof of the person first. */
  begin: () => shell().auth.account.call<Begun<Creation>>("POST", "passkeys/registration/options", {}),
  async add({ challenge_id, options }: Begun<Creation>): Promise<Passkey> {
    const credential = await create(options);
    return shell().auth.account.call("POST", "passkeys/registration/verify", { challenge_id, credential });
  },
  rename: (id: string, name: string) => shell().auth.account.call("PATCH", `passkeys/${id}`, { friendly_name: name }),
  remove: (id: string) => shell().auth.account.call("DELETE", `passkeys/${id}`),
  enrollKey: (name: string) =>
    shell().auth.account.call<{ id: string }>("POST", "factors", { factor_type: "webauthn", friendly_name: name }),
  /** Has the browser make the credential of a new key, or sign with the one it has; the session is raised by it. */
  async proveKey(factorId: string): Promise<void> {
    const { account } = shell().auth;
    const { id, webauthn } = await account.call<KeyChallenge>("POST", `factors/${factorId}/challenge`, {});
    const credential_response =
      webauthn.type === "create" ? await create(webauthn.credential_options.publicKey) : await sign(webauthn.credential_options.publicKey);
    const given = { type: webauthn.type, credential_response };
    await account.call("POST", `factors/${factorId}/verify`, { challenge_id: id, webauthn: given });
  },
};
