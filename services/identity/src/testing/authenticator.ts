import { createHash, generateKeyPairSync, randomBytes, sign } from "node:crypto";
import { isoCBOR } from "@simplewebauthn/server/helpers";

const sha256 = (bytes: string | Buffer) => createHash("sha256").update(bytes).digest();
const base64url = (bytes: Uint8Array) => Buffer.from(bytes).toString("base64url");

const PRESENT = 0x01;
const VERIFIED = 0x04;
const HAS_CREDENTIAL = 0x40;

interface Creation {
  challenge: string;
  user: { id: unknown };
}

/** What a test may have the authenticator, or a page in between, do otherwise. */
export interface Otherwise {
  origin?: string;
  rpId?: string;
  challenge?: string;
  type?: string;
  verified?: boolean;
  counter?: number;
  userHandle?: string | null;
}

/** A security key in software: real ES256 keys, real signatures. @param origin of the page that asks it */
export function authenticator(origin: string, rpId = "localhost") {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const { x, y } = publicKey.export({ format: "jwk" });
  const id = randomBytes(32);
  let handle = "";
  let counter = 0;

  const clientData = (type: string, challenge: string, other: Otherwise) =>
    Buffer.from(
      JSON.stringify({
        type: other.type ?? type,
        challenge: other.challenge ?? challenge,
        origin: other.origin ?? origin,
        crossOrigin: false,
      }),
    );
  const authData = (other: Otherwise, flags = 0, rest = Buffer.alloc(0)) => {
    const count = Buffer.alloc(4);
    count.writeUInt32BE(other.counter ?? counter);
    const known = other.verified === false ? PRESENT : PRESENT | VERIFIED;
    return Buffer.concat([sha256(other.rpId ?? rpId), Buffer.from([known | flags]), count, rest]);
  };
  const common = { id: base64url(id), rawId: base64url(id), type: "public-key", clientExtensionResults: {} };

  return {
    /** `navigator.credentials.create()`; `aaguid` names its make. */
    create(options: object, other: Otherwise = {}, aaguid = Buffer.alloc(16)): never {
      const { challenge, user } = options as Creation;
      handle = String(user.id);
      const key = isoCBOR.encode(
        new Map<number, number | Uint8Array>([
          [1, 2],
          [3, -7],
          [-1, 1],
          [-2, new Uint8Array(Buffer.from(x!, "base64url"))],
          [-3, new Uint8Array(Buffer.from(y!, "base64url"))],
        ]),
      );
      const length = Buffer.from([0, id.length]);
      const attested = Buffer.concat([aaguid, length, id, key]);
      const attestation = new Map<string, unknown>([
        ["fmt", "none"],
        ["attStmt", new Map()],
        ["authData", new Uint8Array(authData(other, HAS_CREDENTIAL, attested))],
      ]);
      return {
        ...common,
        response: {
          clientDataJSON: base64url(clientData("webauthn.create", challenge, other)),
          attestationObject: base64url(isoCBOR.encode(attestation as Parameters<typeof isoCBOR.encode>[0])),
          transports: ["usb"],
        },
      } as never;
    },
    /** `navigator.credentials.get()`, with the next count. */
    get(options: object, other: Otherwise = {}): never {
      counter += 1;
      const { challenge } = options as { challenge: string };
      const data = authData(other);
      const client = clientData("webauthn.get", challenge, other);
      const userHandle = other.userHandle === undefined ? handle : other.userHandle;
      return {
        ...common,
        response: {
          clientDataJSON: base64url(client),
          authenticatorData: base64url(data),
          signature: base64url(sign("sha256", Buffer.concat([data, sha256(client)]), privateKey)),
          ...(userHandle === null ? {} : { userHandle }),
        },
      } as never;
    },
  };
}
export type Authenticator = ReturnType<typeof authenticator>;
