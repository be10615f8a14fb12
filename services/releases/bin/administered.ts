import type { Transport } from "@tessera/contracts-core/client.ts";
import { releasesClient } from "@tessera/contracts-releases/client.ts";
import { administratorToken } from "./administrator.ts";
import { reach, urlOf } from "./running-product.ts";

/** Options of every command for administrators. */
export const ADMINISTRATOR_OPTIONS = {
  url: { type: "string" },
  token: { type: "string" },
  json: { type: "boolean" },
} as const;
export const ADMINISTRATOR_HELP = `  --url URL        the product (default: http://localhost:PORT, PORT 4000)
  --token TOKEN    an administrator's access token (default: ADMIN_TOKEN; else you sign in here, and no session is kept)
  --json           print the result as JSON
Exit code: 0 done, 1 refused or failed, 2 wrong usage.`;

/** The registry of a running product, as an administrator sees it. @throws UsageError */
export async function registryOf(values: { url?: string; token?: string }) {
  const url = urlOf(values.url);
  const token = await administratorToken(url, values.token);
  return releasesClient(((path, init = {}) =>
    reach(
      { url, token },
      init.method ?? "GET",
      path,
      init.body ?? undefined,
      init.headers as Record<string, string>,
    )) as Transport);
}
