import { SetMetadata } from "@nestjs/common";
import type { ApiScope } from "@tessera/contracts-core/api-scopes.ts";

export const FOR_API_TOKENS = "tessera:for-api-tokens";
/**
 * Opens a handler to API tokens that have any of these scopes. Without it a handler takes none: what pays, administers,
 * exports or protects an account stays with people who signed in. With none named, any token opens it, and the handler
 * looks at `Caller.apiToken`.
 */
export const ForApiTokens = (...scopes: ApiScope[]) =>
  SetMetadata(
    FOR_API_TOKENS,
    scopes.map(({ name }) => name),
  );
