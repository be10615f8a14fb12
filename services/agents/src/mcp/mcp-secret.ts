import type { McpHeader } from "@tessera/contracts-agents/mcp-servers.ts";
import type { Renewable } from "./oauth.ts";

/** What a server's requests carry, sealed as one. */
export interface McpSecret {
  header?: McpHeader;
  signedIn?: Renewable;
  /** A person is on their way to sign in. */
  pending?: Renewable & { state: string; verifier: string; until: string };
}

/** What a server's sealed secret is bound to: in another row, or another person's, it does not open. */
export const mcpPlaceOf = (userId: string, serverId: string) => `mcp server ${userId} ${serverId}`;
