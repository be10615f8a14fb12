import { randomBytes } from "node:crypto";
import { createServer } from "node:http";
import { exportJWK, generateKeyPair } from "jose";
import Provider from "oidc-provider";
import { freePort } from "./free-port.ts";

/** What the provider tells of somebody besides the login name, which is their `sub`. */
export interface Person {
  email?: string;
  email_verified?: boolean;
  name?: string;
  [claim: string]: unknown;
}

export interface OpenIdProvider {
  /** `http://127.0.0.1:…` */
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** Lets one more address be led back to. */
  allow(redirectUri: string): void;
  /** Says something else of the person with a login name from now on. */
  describe(login: string, person: Person): void;
  stop(): Promise<void>;
}

/**
 * A real OpenID Connect provider on the loopback. Its pages let anybody in: type a login name and any password, press
 * "Sign-in", then "Continue". An account that is not described is `<login>@people.example` (the login itself where it
 * is an address), with an address that is verified.
 */
export async function startOpenIdProvider({
  redirectUris = [],
  people = {},
  port,
}: {
  redirectUris?: string[];
  people?: Record<string, Person>;
  port?: number;
} = {}): Promise<OpenIdProvider> {
  const at = port ?? (await freePort());
  const issuer = `http://127.0.0.1:${at}`;
  const clientId = "tessera";
  const clientSecret = randomBytes(24).toString("base64url");
  const allowed = new Set(redirectUris);
  const known = new Map(Object.entries(people));
  const { privateKey } = await generateKeyPair("ES256", { extractable: true });
  const provider = quietly(issuer, {
    clients: [
      {
        client_id: clientId,
        client_secret: clientSecret,
        // A client must have one; what counts is `allowed`.
        redirect_uris: [`${issuer}/nowhere`],
        grant_types: ["authorization_code", "refresh_token"],
        id_token_signed_response_alg: "ES256",
      },
    ],
    jwks: { keys: [{ ...(await exportJWK(privateKey)), kid: "test", alg: "ES256", use: "sig" }] },
    cookies: { keys: [randomBytes(24).toString("base64url")] },
    claims: { openid: ["sub"], email: ["email", "email_verified"], profile: ["name", "picture", "preferred_username"] },
    ttl: { AccessToken: 3600, AuthorizationCode: 60, Grant: 3600, IdToken: 3600, Interaction: 3600, Session: 3600 },
    findAccount: (_: unknown, login: string) => ({
      accountId: login,
      claims: () => ({ sub: login, ...descriptionOf(login, known) }),
    }),
  });
  provider.Client.prototype.redirectUriAllowed = (uri) => allowed.has(uri);
  const server = createServer(provider.callback());
  await new Promise<void>((ready) => server.listen(at, "127.0.0.1", ready));
  return {
    issuer,
    clientId,
    clientSecret,
    allow: (redirectUri) => void allowed.add(redirectUri),
    describe: (login, person) => void known.set(login, person),
    stop: () =>
      new Promise<void>((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
}

/** It warns of what is meant here: accounts and pages for development. */
function quietly(issuer: string, configuration: Record<string, unknown>): Provider {
  const { warn } = console;
  console.warn = () => {};
  try {
    return new Provider(issuer, configuration);
  } finally {
    console.warn = warn;
  }
}

function descriptionOf(login: string, known: Map<string, Person>): Person {
  const email = login.includes("@") ? login : `${login}@people.example`;
  return { email, email_verified: true, name: login.split("@")[0], ...known.get(login) };
}

/**
 * Goes through the provider's pages as a browser would, for tests without one: from an authorization address to the
 * address it leads back to, which is not opened.
 */
export async function passProvider(authorizeUrl: string, login: string): Promise<URL> {
  const issuer = new URL(authorizeUrl).origin;
  const cookies = new Map<string, string>();
  const open = async (url: URL, form?: Record<string, string>): Promise<Response> => {
    const answer = await fetch(url, {
      method: form ? "POST" : "GET",
      redirect: "manual",
      headers: { cookie: [...cookies].map((pair) => pair.join("=")).join("; ") },
      ...(form ? { body: new URLSearchParams(form) } : {}),
    });
    for (const line of answer.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(line)!;
      cookies.set(name!, value!);
    }
    return answer;
  };
  let at = new URL(authorizeUrl);
  for (let steps = 0; steps < 12; steps++) {
    let answer = await open(at);
    if (answer.status === 200) {
      const page = await answer.text();
      const action = /<form[^>]* action="([^"]+)"/.exec(page)?.[1];
      const prompt = /name="prompt" value="(\w+)"/.exec(page)?.[1];
      if (!action || !prompt) throw new Error(`The provider shows a page without a form at ${at.href}`);
      answer = await open(new URL(action, at), { prompt, ...(prompt === "login" ? { login, password: "any" } : {}) });
    }
    const location = answer.headers.get("location");
    if (!location) throw new Error(`The provider answers ${answer.status} at ${at.href}: ${await answer.text()}`);
    at = new URL(location, at);
    if (at.origin !== issuer) return at;
  }
  throw new Error("The provider leads round and round");
}
