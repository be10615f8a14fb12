import { createHash, randomBytes } from "node:crypto";
import type { IdentityWorld } from "./identity-world.ts";

export const CALLBACK = "https://reader.example/callback";

/** A client as its own server or program would behave, and the person's part in the page between. */
export async function oauthClient(world: IdentityWorld, metadata: Record<string, unknown> = {}) {
  const admin = await world.admin();
  const answer = await world.call(
    "POST",
    "admin/oauth/clients",
    { client_name: "Reader", redirect_uris: [CALLBACK], ...metadata },
    { authorization: `Bearer ${admin.key}` },
  );
  const registered = (await answer.json()) as { client_id: string; client_secret?: string; redirect_uris: string[] };
  if (!answer.ok) throw new Error(JSON.stringify(registered));
  return clientOf(world, registered);
}
export type OAuthClient = Awaited<ReturnType<typeof oauthClient>>;

export type Tokens = {
  access_token: string;
  refresh_token: string;
  id_token?: string;
  scope: string;
  error?: string;
};

export function clientOf(
  world: IdentityWorld,
  registered: { client_id: string; client_secret?: string; redirect_uris: string[] },
) {
  const { client_id: id, client_secret: secret } = registered;
  const redirectUri = registered.redirect_uris[0]!;
  const basic = (as = { id, secret }) => `Basic ${Buffer.from(`${as.id}:${as.secret ?? ""}`).toString("base64")}`;
  const call = async (path: string, form: Record<string, string>, headers: Record<string, string> = {}) => {
    const own: Record<string, string> = secret ? { authorization: basic() } : {};
    const answer = await fetch(`${world.url}/auth/v1/oauth/${path}`, {
      method: "POST",
      headers: { ...own, ...headers },
      body: new URLSearchParams(secret ? form : { client_id: id, ...form }),
    });
    return { status: answer.status, headers: answer.headers, body: (await answer.json()) as Tokens };
  };
  /** Where authorize leads. */
  const authorize = async (query: Record<string, string | undefined> = {}) => {
    const verifier = randomBytes(32).toString("base64url");
    const sent = {
      client_id: id,
      redirect_uri: redirectUri,
      response_type: "code",
      scope: "openid email tessera:read",
      state: "state of the client",
      code_challenge: createHash("sha256").update(verifier).digest("base64url"),
      code_challenge_method: "S256",
      ...query,
    };
    const given = Object.entries(sent).filter((entry): entry is [string, string] => entry[1] !== undefined);
    const answer = await fetch(`${world.url}/auth/v1/oauth/authorize?${new URLSearchParams(given)}`, {
      redirect: "manual",
    });
    const location = new URL(answer.headers.get("location") ?? "about:blank");
    return { verifier, status: answer.status, location, id: location.searchParams.get("authorization_id")! };
  };
  /** Up to the code that the person's yes brings. */
  const code = async (auth: ReturnType<IdentityWorld["client"]>, query: Record<string, string | undefined> = {}) => {
    const asked = await authorize(query);
    const { data: details, error } = await auth.oauth.getAuthorizationDetails(asked.id);
    if (error) throw error;
    const { data } = "redirect_url" in details ? { data: details } : await auth.oauth.approveAuthorization(asked.id);
    const answered = new URL(data!.redirect_url);
    return { ...asked, answered, code: answered.searchParams.get("code")! };
  };
  const redeem = (
    { code: given, verifier }: { code: string; verifier: string },
    form: Record<string, string> = {},
    headers: Record<string, string> = {},
  ) =>
    call(
      "token",
      { grant_type: "authorization_code", code: given, code_verifier: verifier, redirect_uri: redirectUri, ...form },
      headers,
    );
  return {
    id,
    secret,
    basic,
    call,
    authorize,
    code,
    redeem,
    refresh: (token: string, form: Record<string, string> = {}) =>
      call("token", { grant_type: "refresh_token", refresh_token: token, ...form }),
    /** All of it. */
    connect: async (auth: ReturnType<IdentityWorld["client"]>, query: Record<string, string | undefined> = {}) => {
      const { status, body } = await redeem(await code(auth, query));
      if (status !== 200) throw new Error(JSON.stringify(body));
      return body;
    },
  };
}
