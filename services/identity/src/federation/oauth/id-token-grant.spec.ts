import { createHash, randomUUID } from "node:crypto";
import { withTotp } from "../../testing/codes.ts";
import { type IdentityWorld, newAddress, startIdentity } from "../../testing/identity-world.ts";
import { type LooseProvider, startLooseProvider } from "../../testing/loose-provider.ts";

const CLIENT = "tessera-web";
const SECRET = "a secret between the provider and tessera";

describe("bringing an ID token", () => {
  let world: IdentityWorld;
  let provider: LooseProvider;
  beforeAll(async () => {
    provider = await startLooseProvider(CLIENT);
    world = await startIdentity({
      IDENTITY_PROVIDERS: "acme,github",
      IDENTITY_ACME_ISSUER: provider.issuer,
      IDENTITY_ACME_CLIENT_ID: `${CLIENT},tessera-phone`,
      IDENTITY_ACME_CLIENT_SECRET: SECRET,
      IDENTITY_GITHUB_CLIENT_ID: "id",
      IDENTITY_GITHUB_CLIENT_SECRET: "secret",
    });
  });
  afterAll(async () => {
    await world.stop();
    await provider.stop();
  });

  const ask = async (body: Record<string, unknown>) => {
    const answer = await world.call("POST", "token?grant_type=id_token", { provider: "acme", ...body });
    return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
  };
  const now = () => Math.floor(Date.now() / 1000);
  const hashOf = (nonce: string) => createHash("sha256").update(nonce).digest("hex");
  const fresh = () => ({ sub: randomUUID(), email: newAddress() });

  it("signs in through supabase-js, with the nonce that the provider saw the hash of [auth.token-id-token]", async () => {
    const person = fresh();
    const nonce = randomUUID();
    const access = "an access token of the provider";
    const at_hash = createHash("sha256").update(access).digest().subarray(0, 16).toString("base64url");
    const token = await provider.token({ ...person, nonce: hashOf(nonce), at_hash });
    const auth = world.client();
    const { data, error } = await auth.signInWithIdToken({
      provider: "acme" as "google",
      token,
      nonce,
      access_token: access,
    });
    expect(error).toBeNull();
    expect(data.session).toMatchObject({ provider_token: access, refresh_token: expect.any(String) });
    expect(data.user).toMatchObject({ email: person.email, app_metadata: { provider: "acme", providers: ["acme"] } });
    const again = await world
      .client()
      .signInWithIdToken({ provider: "acme" as "google", token: await provider.token(person) });
    expect(again.data.user!.id).toBe(data.user!.id);
  });

  it("takes tokens made for any of the configured clients, found by the issuer too [auth.token-id-token]", async () => {
    expect((await ask({ id_token: await provider.token({ ...fresh(), aud: "tessera-phone" }) })).status).toBe(200);
    expect(
      (await ask({ provider: undefined, issuer: provider.issuer, id_token: await provider.token(fresh()) })).status,
    ).toBe(200);
    expect(
      (await ask({ id_token: await provider.token({ ...fresh(), aud: [CLIENT, "other"], azp: CLIENT }) })).status,
    ).toBe(200);
  });

  const hostile: [string, () => Promise<string> | string, string][] = [
    ["without a signature", () => provider.unsigned(), "could not be verified"],
    ["signed with the public key as a secret", () => provider.confused(null), "could not be verified"],
    ["signed with the client's secret", () => provider.confused(SECRET), "could not be verified"],
    ["signed with another key", () => provider.forged(), "could not be verified"],
    ["for another client", () => provider.token({ aud: "somebody-else" }), "unacceptable audience"],
    ["for nobody", () => provider.token({ aud: undefined }), "unacceptable audience"],
    [
      "for several, made for another",
      () => provider.token({ aud: [CLIENT, "other"], azp: "other" }),
      "made for another party",
    ],
    ["of another issuer", () => provider.token({ iss: "https://evil.example" }), "unacceptable issuer"],
    ["of no issuer", () => provider.token({ iss: undefined }), "could not be verified"],
    ["that has expired", () => provider.token({ iat: now() - 7200, exp: now() - 60 }), "expired"],
    ["that never expires", () => provider.token({ exp: undefined }), "could not be verified"],
    ["of nobody", () => provider.token({ sub: "" }), "sub"],
    ["with a nonce that is not told", () => provider.token({ nonce: hashOf("n") }), "should either both exist or not"],
    ["that is none", () => "not.a.token", "could not be verified"],
  ];
  it.each(hostile)("refuses one %s [auth.token-id-token]", async (_, token, words) => {
    const before = (await world.audit()).length;
    const { status, body } = await ask({ id_token: await token() });
    expect(status).toBe(400);
    expect(body).toEqual({
      error: expect.stringMatching(/^invalid_(grant|request)$/),
      error_description: expect.stringContaining(words),
    });
    expect((await world.audit()).slice(before)).toEqual([expect.objectContaining({ action: "sign_in_failed" })]);
  });

  it("refuses another nonce, one too many, and an access token of another sign-in [auth.token-id-token]", async () => {
    const with_ = async (claims: object, body: object) =>
      (await ask({ id_token: await provider.token({ ...fresh(), ...claims }), ...body })).body;
    expect(await with_({ nonce: hashOf("right") }, { nonce: "wrong" })).toEqual({
      error: "invalid_grant",
      error_description: "Nonces mismatch",
    });
    // What an eavesdropper on the provider's side has seen.
    expect(await with_({ nonce: hashOf("right") }, { nonce: hashOf("right") })).toMatchObject({
      error_description: "Nonces mismatch",
    });
    expect(await with_({}, { nonce: "unasked" })).toMatchObject({ error: "invalid_request" });
    expect(await with_({ at_hash: "x".repeat(22) }, { access_token: "another" })).toMatchObject({
      error_description: expect.stringContaining("at_hash"),
    });
  });

  it("says which provider is not there, and what is missing", async () => {
    expect((await ask({ id_token: "x", provider: "google" })).body).toMatchObject({ error_code: "provider_disabled" });
    expect((await ask({ id_token: "x", provider: "github" })).body).toMatchObject({ error_code: "provider_disabled" });
    expect((await ask({})).body).toEqual({ error: "invalid_request", error_description: "id_token required" });
    expect((await ask({ id_token: "x", provider: undefined })).body).toMatchObject({ error: "invalid_request" });
  });

  it("adds the account to the person signed in [auth.identity-link]", async () => {
    const { auth, user } = await world.person();
    const token = await provider.token(fresh());
    const { data, error } = await auth.linkIdentity({ provider: "acme" as "google", token });
    expect(error).toBeNull();
    expect(data.user!.id).toBe(user.id);
    expect(data.user!.identities!.map(({ provider: name }) => name)).toEqual(["email", "acme"]);
    const other = await world.person();
    expect((await other.auth.linkIdentity({ provider: "acme" as "google", token })).error?.code).toBe(
      "identity_already_exists",
    );
    const stranger = await world.person();
    await withTotp(world, stranger.auth);
    const weak = await world.call(
      "POST",
      "token?grant_type=id_token",
      { provider: "acme", id_token: await provider.token(fresh()), link_identity: true },
      { authorization: `Bearer ${stranger.session.access_token}` },
    );
    expect(((await weak.json()) as { error_code: string }).error_code).toMatch(/insufficient_aal|session_not_found/);
  });
});
