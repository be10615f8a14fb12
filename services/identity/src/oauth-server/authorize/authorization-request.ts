import { z } from "zod";
import type { IdentityConfig } from "../../core/index.ts";
import { challengeOf } from "../../sessions/index.ts";
import { type Scope, scopesOf } from "../scopes.ts";
import type { ClientRow } from "../tables.ts";

/** Where the refusal of a request goes: back to the client, whose address is known to be its own. */
export interface Refusal {
  error: string;
  description: string;
}

const Text = (max: number) => z.string().max(max).optional();
const Request = z.object({
  response_type: Text(50),
  response_mode: Text(50),
  scope: Text(500),
  state: Text(2000),
  nonce: Text(500),
  resource: Text(2000),
  prompt: Text(100),
  code_challenge: Text(200),
  code_challenge_method: Text(20),
});

export interface AuthorizationRequest {
  scopes: Scope[];
  state: string | null;
  nonce: string | null;
  resource: string | null;
  codeChallenge: string;
  /** The client wants the person to be asked although they have agreed before. */
  alwaysAsk: boolean;
}

const refused = (error: string, description: string): Refusal => ({ error, description });

/** What a known client asks for. @param query as it was sent: a parameter given twice is no text, and refused */
export function requestOf(query: unknown, client: ClientRow, config: IdentityConfig): AuthorizationRequest | Refusal {
  const parsed = Request.safeParse(query);
  if (!parsed.success)
    return refused("invalid_request", `${parsed.error.issues[0]?.path.join(".")} is too long, or given more than once`);
  const { response_type, response_mode, scope, state, nonce, resource, prompt = "", ...challenge } = parsed.data;
  if (response_type !== "code") return refused("unsupported_response_type", "response_type must be code");
  if (response_mode && response_mode !== "query") return refused("invalid_request", "response_mode must be query");
  const prompts = prompt.split(" ");
  if (prompts.includes("none")) return refused("interaction_required", "The person is always asked in a page");
  const codeChallenge = pkceOf(challenge);
  if (!codeChallenge)
    return refused("invalid_request", "PKCE is needed: code_challenge with code_challenge_method S256");
  const scopes = scope ? scopesOf(scope) : (client.scopes ?? ["openid" as const]);
  if (!scopes?.length || !scopes.every((one) => !client.scopes || client.scopes.includes(one)))
    return refused("invalid_scope", "scope names what this server does not know, or this client may not ask for");
  if (resource && !isOurs(resource, config.origin))
    return refused("invalid_target", `resource must be an address below ${config.origin}`);
  return {
    scopes,
    state: state ?? null,
    nonce: nonce ?? null,
    resource: resource || null,
    codeChallenge,
    alwaysAsk: prompts.includes("consent") || prompts.includes("login") || prompts.includes("select_account"),
  };
}

function pkceOf(challenge: Parameters<typeof challengeOf>[0]): string | null {
  try {
    return challengeOf(challenge);
  } catch {
    return null;
  }
}

/** RFC 8707 §2: absolute and without a fragment; tokens of this server are good for its own services alone. */
export function isOurs(resource: string, origin: string): boolean {
  return URL.canParse(resource) && !resource.includes("#") && new URL(resource).origin === new URL(origin).origin;
}
