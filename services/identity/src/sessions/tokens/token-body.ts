import { z } from "zod";
import { Password } from "../../core/index.ts";

export const GrantType = z.enum(["password", "refresh_token", "pkce", "id_token", "web3"], "unsupported_grant_type");
export type GrantType = z.infer<typeof GrantType>;

const Text = z.string().max(4096).nullish();

/** Members of all grants together; each grant says which of them it needs. */
export const TokenBody = z.object({
  email: z.string().max(254).nullish(),
  phone: Text,
  password: Password.nullish(),
  refresh_token: Text,
  auth_code: Text,
  code_verifier: Text,
  provider: Text,
  issuer: Text,
  id_token: z.string().max(16_384).nullish(),
  access_token: z.string().max(16_384).nullish(),
  nonce: Text,
  link_identity: z.boolean().nullish(),
  // Parsed by their grant, which first checks whether it is on.
  chain: z.unknown().optional(),
  message: z.unknown().optional(),
  signature: z.unknown().optional(),
});
export type TokenBody = z.infer<typeof TokenBody>;
