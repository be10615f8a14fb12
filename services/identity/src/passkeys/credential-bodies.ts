import { z } from "zod";

/** Characters of base64url; the body limit of auth/v1 is 64 KB. */
const Bytes = z
  .string()
  .max(48 * 1024)
  .regex(/^[A-Za-z0-9_-]+$/, "must be base64url");
const Id = Bytes.max(1400); // 1,023 bytes: WebAuthn 4, "Credential ID"
const Common = {
  id: Id,
  rawId: Id,
  type: z.literal("public-key"),
  authenticatorAttachment: z.string().max(32).nullish(),
  clientExtensionResults: z.looseObject({}).default({}),
};

/** What `navigator.credentials.create()` gives, as auth-js writes it. */
export const Attestation = z.object({
  ...Common,
  response: z.object({
    clientDataJSON: Bytes,
    attestationObject: Bytes,
    transports: z.array(z.string().max(32)).max(16).optional(),
  }),
});
export type Attestation = z.infer<typeof Attestation>;

/** What `navigator.credentials.get()` gives, as auth-js writes it. */
export const Assertion = z.object({
  ...Common,
  response: z.object({
    clientDataJSON: Bytes,
    authenticatorData: Bytes,
    signature: Bytes,
    userHandle: z.union([z.literal(""), Bytes.max(128)]).nullish(),
  }),
});
export type Assertion = z.infer<typeof Assertion>;
