import { createHash, randomBytes } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

interface Tokens {
  access_token: string;
  refresh_token: string;
  error?: string;
}

/**
 * Another program, on a server of its own on the loopback, that signs people in with the product and calls its API for
 * them.
 */
export async function startClientApp(product: string) {
  const credentials = { id: "", secret: "" };
  const begun = new Map<string, string>();
  const connected: { tokens: Tokens | null; answered: URLSearchParams | null } = { tokens: null, answered: null };

  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? "/", address());
    const page = (text: string) =>
      response.setHeader("content-type", "text/html").end(`<!doctype html><title>Reader</title><h1>${text}</h1>`);
    if (url.pathname === "/connect") {
      const [state, verifier] = [randomBytes(16).toString("hex"), randomBytes(32).toString("base64url")];
      begun.set(state, verifier);
      const query = new URLSearchParams({
        client_id: credentials.id,
        redirect_uri: redirectUri(),
        response_type: "code",
        scope: "openid email tessera:read",
        state,
        code_challenge: createHash("sha256").update(verifier).digest("base64url"),
        code_challenge_method: "S256",
      });
      return void response.writeHead(302, { location: `${product}/auth/v1/oauth/authorize?${query}` }).end();
    }
    if (url.pathname !== "/callback") return void response.writeHead(404).end();
    connected.answered = url.searchParams;
    const verifier = begun.get(url.searchParams.get("state") ?? "");
    const code = url.searchParams.get("code");
    if (!verifier || !code) return void page("Not connected");
    const form = { grant_type: "authorization_code", code, code_verifier: verifier, redirect_uri: redirectUri() };
    const answer = await token(form);
    connected.tokens = answer.ok ? ((await answer.json()) as Tokens) : null;
    return void page(answer.ok ? "Connected" : "Refused");
  });
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  const address = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const redirectUri = () => `${address()}/callback`;
  const token = (form: Record<string, string>) =>
    fetch(`${product}/auth/v1/oauth/token`, {
      method: "POST",
      headers: { authorization: `Basic ${Buffer.from(`${credentials.id}:${credentials.secret}`).toString("base64")}` },
      body: new URLSearchParams(form),
    });
  return {
    connectUrl: `${address()}/connect`,
    redirectUri: redirectUri(),
    credentials,
    connected,
    /** Status of a call with the access token. */
    call: async (method: string, path: string, body?: object) => {
      const headers = { authorization: `Bearer ${connected.tokens?.access_token}`, "content-type": "application/json" };
      return (await fetch(product + path, { method, headers, body: body && JSON.stringify(body) })).status;
    },
    renew: async () =>
      (await token({ grant_type: "refresh_token", refresh_token: connected.tokens?.refresh_token ?? "" })).status,
    stop: () => new Promise<void>((done) => server.close(() => done())),
  };
}
export type ClientApp = Awaited<ReturnType<typeof startClientApp>>;
