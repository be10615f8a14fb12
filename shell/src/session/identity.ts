import type { PageConfig } from "@tessera/federation/composition.ts";
import type { IdentityService } from "@tessera/shell-api";
import { createTransport } from "./http.ts";
import type { ShellSession } from "./session.ts";

/** The identity service for remotes, embedded or hosted; the person's token is added here. */
export function createIdentity(
  config: Pick<PageConfig, "identityUrl" | "anonKey">,
  { accessToken, renew }: Pick<ShellSession, "accessToken" | "renew">,
): IdentityService {
  const url = (config.identityUrl || location.origin).replace(/\/$/, "");
  const http = createTransport({
    accessToken,
    renew,
    fetch: (path, init) => {
      const headers = new Headers(init?.headers);
      headers.set("apikey", config.anonKey);
      return fetch(`${url}/auth/v1${path}`, { ...init, headers });
    },
  });
  return {
    url,
    publishableKey: config.anonKey,
    // All that it answers is JSON, which has to come in time.
    http: (path, init = {}) => {
      const headers = new Headers(init.headers);
      headers.set("accept", "application/json");
      return http(path, { ...init, headers });
    },
    async token() {
      const token = await accessToken();
      if (!token) return null;
      const [header = "", claims = ""] = token.split(".");
      return { header: readPart(header), claims: readPart(claims) };
    },
  };
}

/** One part of a JWT. @throws SyntaxError when it is none */
function readPart(part: string): Record<string, unknown> {
  const bytes = Uint8Array.from(atob(part.replace(/-/g, "+").replace(/_/g, "/")), (character) =>
    character.charCodeAt(0),
  );
  return JSON.parse(new TextDecoder().decode(bytes));
}
