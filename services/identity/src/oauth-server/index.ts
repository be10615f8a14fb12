export { ClientChange, NewClient } from "./clients/client-metadata.ts";
export { Clients } from "./clients/clients.ts";
export { OAuthServerModule } from "./oauth-server.module.ts";
export { oauthAuthorizations, oauthGrants } from "./tables.ts";
