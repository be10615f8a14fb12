import type { ClientRow } from "../tables.ts";

/** A client as auth-js knows it. Its secret is shown where it was made, and never again. */
export const clientView = (client: ClientRow, secret?: string | null) => ({
  client_id: client.id,
  ...(secret ? { client_secret: secret, client_secret_expires_at: 0 } : {}),
  client_name: client.name,
  client_type: client.authMethod === "none" ? ("public" as const) : ("confidential" as const),
  token_endpoint_auth_method: client.authMethod,
  registration_type: client.registration,
  ...(client.clientUri ? { client_uri: client.clientUri } : {}),
  ...(client.logoUri ? { logo_uri: client.logoUri } : {}),
  redirect_uris: client.redirectUris,
  grant_types: client.grantTypes,
  response_types: ["code" as const],
  ...(client.scopes ? { scope: client.scopes.join(" ") } : {}),
  created_at: client.createdAt.toISOString(),
  updated_at: client.updatedAt.toISOString(),
});
export type ClientView = ReturnType<typeof clientView>;

/** A client as the people whom it asks see it. */
export const shownClient = ({ id, name, clientUri, logoUri }: ClientRow) => ({
  id,
  name,
  uri: clientUri ?? "",
  logo_uri: logoUri ?? "",
});
