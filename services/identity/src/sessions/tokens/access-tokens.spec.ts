/** What a token says and who takes it; other specs here run the statements. @databases one */
import { randomUUID } from "node:crypto";
import { createClient } from "@supabase/supabase-js";
import { exportJWK, generateKeyPair, importJWK, type JWK, jwtVerify, SignJWT } from "jose";
import { Secret } from "../../core/secret/secret.ts";
import { type IdentityWorld, startIdentity } from "../../testing/identity-world.ts";
import { signingKeys } from "../tables.ts";

describe("access tokens", () => {
  let world: IdentityWorld;
  let person: Awaited<ReturnType<IdentityWorld["person"]>>;
  beforeAll(async () => {
    world = await startIdentity({ IDENTITY_SECRET: SECRET });
    person = await world.person();
  });
  afterAll(() => world.stop());

  const SECRET = "a secret of a test, thirty-two characters or more";
  const seen = async (token: string) => {
    const answer = await world.call("GET", "user", undefined, { authorization: `Bearer ${token}` });
    return [answer.status, ((await answer.json()) as { error_code?: string }).error_code];
  };
  /** The installation's own key, to make tokens that are wrong in one respect only. */
  async function own() {
    const [row] = await world.database.system((tx) => tx.select().from(signingKeys));
    const jwk = JSON.parse(new Secret(Buffer.from(SECRET)).open("signing key", row!.sealedPrivateJwk)!) as JWK;
    return { kid: row!.kid, key: await importJWK(jwk, "ES256"), publicJwk: row!.publicJwk as JWK };
  }
  async function token(claims: Record<string, unknown> = {}, header: Record<string, unknown> = {}) {
    const { kid, key } = await own();
    const payload = JSON.parse(Buffer.from(person.session.access_token.split(".")[1]!, "base64url").toString());
    return new SignJWT({ ...payload, ...claims }).setProtectedHeader({ alg: "ES256", kid, ...header }).sign(key);
  }

  it("say so when the address is not confirmed, which services then do not believe", async () => {
    const { user, auth } = await world.person();
    await world.setUser(user.id, { emailConfirmedAt: null });
    const { data } = await auth.refreshSession();
    const claims = JSON.parse(Buffer.from(data.session!.access_token.split(".")[1]!, "base64url").toString());
    expect(claims).toMatchObject({ email: user.email, email_confirmed: false });
  });

  it("verify by the published keys and say who, by what and until when [auth.jwks]", async () => {
    const answer = await world.call("GET", ".well-known/jwks.json");
    expect(answer.headers.get("cache-control")).toBe("public, max-age=600");
    const { keys } = (await answer.json()) as { keys: JWK[] };
    expect(keys).toMatchObject([{ kty: "EC", crv: "P-256", alg: "ES256", use: "sig", kid: expect.any(String) }]);
    expect(keys.some((key) => "d" in key || key.kty === "oct")).toBe(false);
    const { payload, protectedHeader } = await jwtVerify(
      person.session.access_token,
      await importJWK(keys[0]!, "ES256"),
    );
    expect(protectedHeader).toMatchObject({ alg: "ES256", kid: keys[0]!.kid });
    expect(payload).toEqual({
      iss: `${world.url}/auth/v1`,
      sub: person.user.id,
      aud: "authenticated",
      iat: expect.any(Number),
      exp: payload.iat! + 3600,
      email: person.email,
      phone: "",
      app_metadata: expect.objectContaining({ provider: "email", providers: ["email"] }),
      user_metadata: {},
      role: "authenticated",
      aal: "aal1",
      amr: [{ method: "password", timestamp: expect.any(Number) }],
      session_id: expect.any(String),
      is_anonymous: false,
    });
    expect((await person.auth.getClaims()).data?.claims.sub).toBe(person.user.id);
  });

  it("with a bad signature are refused by the client and by the service [auth.jwt-signature]", async () => {
    const [head, body, signature] = person.session.access_token.split(".") as [string, string, string];
    const forged = [head, body, signature.startsWith("A") ? `B${signature.slice(1)}` : `A${signature.slice(1)}`].join(
      ".",
    );
    expect((await world.client().getClaims(forged)).error?.message).toBe("Invalid JWT signature");
    const answer = await world.call("GET", "user", undefined, { authorization: `Bearer ${forged}` });
    expect([answer.status, await answer.json()]).toEqual([
      403,
      { code: 403, error_code: "bad_jwt", msg: "Invalid JWT signature" },
    ]);
  });

  it("work when nothing about them is wrong", async () => {
    expect(await seen(await token())).toEqual([200, undefined]);
  });

  it("are refused for another audience, another issuer, without an end or after it", async () => {
    for (const claims of [
      { aud: "anon" },
      { iss: "https://elsewhere.example/auth/v1" },
      { exp: undefined },
      { exp: 1_000_000 },
      { sub: "me" },
    ]) {
      expect(await seen(await token(claims))).toEqual([403, "bad_jwt"]);
    }
  });

  it("are refused when unsigned, signed by a stranger or with the public key as a shared secret", async () => {
    const payload = person.session.access_token.split(".")[1]!;
    const unsigned = `${Buffer.from('{"alg":"none"}').toString("base64url")}.${payload}.`;
    const { kid, publicJwk } = await own();
    const stranger = await generateKeyPair("ES256");
    const claims = JSON.parse(Buffer.from(payload, "base64url").toString());
    const byStranger = await new SignJWT(claims).setProtectedHeader({ alg: "ES256", kid }).sign(stranger.privateKey);
    const named = await new SignJWT(claims)
      .setProtectedHeader({ alg: "ES256", jwk: (await exportJWK(stranger.publicKey)) as never })
      .sign(stranger.privateKey);
    const shared = await new SignJWT(claims)
      .setProtectedHeader({ alg: "HS256", kid })
      .sign(Buffer.from(JSON.stringify(publicJwk)));
    for (const made of [unsigned, byStranger, named, shared, "a.b.c", "sb_publishable_test"])
      expect(await seen(made)).toEqual([403, "bad_jwt"]);
  });

  it("are refused when their session or person is not there, or not theirs", async () => {
    const other = await world.person();
    const [, body] = other.session.access_token.split(".");
    const { session_id } = JSON.parse(Buffer.from(body!, "base64url").toString());
    expect(await seen(await token({ session_id: randomUUID() }))).toEqual([403, "session_not_found"]);
    expect(await seen(await token({ session_id: undefined }))).toEqual([403, "session_not_found"]);
    expect(await seen(await token({ session_id }))).toEqual([403, "session_not_found"]);
    expect(await seen(await token({ sub: randomUUID() }))).toEqual([403, "user_not_found"]);
  });

  it("need a client with an address and a key [auth.config]", () => {
    expect(() => createClient("", "key")).toThrow("supabaseUrl is required.");
    expect(() => createClient(world.url, "")).toThrow("supabaseKey is required.");
  });
});
