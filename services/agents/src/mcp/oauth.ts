import {
  discoverOAuthServerInfo,
  exchangeAuthorization,
  extractWWWAuthenticateParams,
  refreshAuthorization,
  registerClient,
  startAuthorization,
} from "@modelcontextprotocol/sdk/client/auth.js";
import type { AuthorizationServerMetadata, OAuthTokens } from "@modelcontextprotocol/sdk/shared/auth.js";
import { checkResourceAllowed, resourceUrlFromServerUrl } from "@modelcontextprotocol/sdk/shared/auth-utils.js";
import { LATEST_PROTOCOL_VERSION } from "@modelcontextprotocol/sdk/types.js";
import { McpFailure } from "./mcp-failure.ts";

/** A registration with an authorization server, and what it gave. */
export interface Renewable {
  /** Address and description of the authorization server (RFC 8414). */
  server: string;
  metadata: AuthorizationServerMetadata;
  client: { client_id: string; client_secret?: string };
  /** What the tokens are for (RFC 8707). */
  resource: string | null;
  tokens?: { access: string; refresh: string | null; expiresAt: string | null };
}

/** Ms before the end of an access token at which another is asked for. */
const EARLY_MS = 60_000;

const hello = {
  ...{ jsonrpc: "2.0", id: 0, method: "initialize" },
  params: { protocolVersion: LATEST_PROTOCOL_VERSION, capabilities: {}, clientInfo: { name: "tessera", version: "1" } },
};

/**
 * Where a person signs in at a server: its authorization server is found (RFC 9728, RFC 8414), Tessera registers there
 * (RFC 7591), and the address carries a PKCE challenge (RFC 7636). @throws McpFailure
 */
export async function beginSignIn(
  server: { name: string; url: string },
  { redirectUrl, state, fetch }: { redirectUrl: string; state: string; fetch: typeof globalThis.fetch },
): Promise<{ url: string; verifier: string; with: Renewable }> {
  const refusal = await fetch(server.url, {
    method: "POST",
    headers: { "content-type": "application/json", accept: "application/json, text/event-stream" },
    body: JSON.stringify(hello),
  });
  await refusal.body?.cancel();
  const { resourceMetadataUrl, scope: wanted } = extractWWWAuthenticateParams(refusal);
  const info = await discoverOAuthServerInfo(server.url, { resourceMetadataUrl, fetchFn: fetch });
  const { authorizationServerUrl, authorizationServerMetadata: metadata, resourceMetadata } = info;
  if (!metadata) throw new McpFailure(`${server.name} does not say where to sign in. Give it a header with a token.`);
  if (!metadata.registration_endpoint)
    throw new McpFailure(
      `${server.name} lets no program register itself. Make a token there, and enter it as a header.`,
    );
  const resource = resourceOf(server, resourceMetadata?.resource);
  const scope = wanted ?? resourceMetadata?.scopes_supported?.join(" ");
  const client = await registerClient(authorizationServerUrl, {
    metadata,
    clientMetadata: {
      ...{ client_name: "Tessera", redirect_uris: [redirectUrl], response_types: ["code"], scope },
      ...{ grant_types: ["authorization_code", "refresh_token"], token_endpoint_auth_method: "none" },
    },
    fetchFn: fetch,
  });
  const { authorizationUrl, codeVerifier } = await startAuthorization(authorizationServerUrl, {
    ...{ metadata, clientInformation: client, redirectUrl, scope, state, resource: resource ?? undefined },
  });
  const { client_id, client_secret } = client;
  return {
    url: authorizationUrl.href,
    verifier: codeVerifier,
    with: { server: authorizationServerUrl, metadata: kept(metadata), client: { client_id, client_secret }, resource },
  };
}

/** The tokens for a code that a person came back with. @throws an error of the protocol's library */
export async function exchange(
  { server, metadata, client, resource, verifier }: Renewable & { verifier: string },
  { code, redirectUrl, fetch }: { code: string; redirectUrl: string; fetch: typeof globalThis.fetch },
  now: Date,
): Promise<Renewable> {
  const tokens = await exchangeAuthorization(server, {
    ...{ metadata, clientInformation: client, authorizationCode: code, codeVerifier: verifier, fetchFn: fetch },
    ...{ redirectUri: redirectUrl, resource: resource ?? undefined },
  });
  return { server, metadata, client, resource, tokens: tokensOf(tokens, now) };
}

/** Another access token. @throws an error of the protocol's library */
export async function renew(
  { server, metadata, client, resource, tokens }: Renewable,
  fetch: typeof globalThis.fetch,
  now: Date,
): Promise<Renewable> {
  const renewed = await refreshAuthorization(server, {
    ...{ metadata, clientInformation: client, refreshToken: tokens?.refresh ?? "", fetchFn: fetch },
    resource: resource ?? undefined,
  });
  return { server, metadata, client, resource, tokens: tokensOf(renewed, now) };
}

export const isDue = ({ tokens }: Renewable, now: Date): boolean =>
  !tokens || (tokens.expiresAt !== null && Date.parse(tokens.expiresAt) - EARLY_MS <= now.getTime());

const tokensOf = ({ access_token, refresh_token, expires_in }: OAuthTokens, now: Date) => ({
  access: access_token,
  refresh: refresh_token ?? null,
  expiresAt: expires_in === undefined ? null : new Date(now.getTime() + expires_in * 1000).toISOString(),
});

/** Tokens are asked for this server alone, whatever another one claims. @throws McpFailure */
function resourceOf({ name, url }: { name: string; url: string }, configured: string | undefined): string | null {
  if (configured === undefined) return null;
  if (!checkResourceAllowed({ requestedResource: resourceUrlFromServerUrl(url), configuredResource: configured }))
    throw new McpFailure(`${name} asks to sign in for another server (${configured.slice(0, 200)}), which is refused.`);
  return configured;
}

/** What later requests need of the description. */
const kept = ({
  issuer,
  authorization_endpoint,
  token_endpoint,
  response_types_supported,
  token_endpoint_auth_methods_supported,
  code_challenge_methods_supported,
}: AuthorizationServerMetadata): AuthorizationServerMetadata => ({
  ...{ issuer, authorization_endpoint, token_endpoint, response_types_supported },
  ...{ token_endpoint_auth_methods_supported, code_challenge_methods_supported },
});
