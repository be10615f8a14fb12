import { createHash, randomBytes } from "node:crypto";
import type { MutableResponse, MutableToken } from "oauth2-mock-server";
import { browser } from "../../testing/browser.ts";
import { type IdentityWorld, startIdentity } from "../../testing/identity-world.ts";
import { type LooseProvider, startLooseProvider } from "../../testing/loose-provider.ts";

const CLIENT = "tessera";
const SECRET = "a secret between the provider and tessera";

describe("a provider's hostile answers", () => {
  let world: IdentityWorld;
  let provider: LooseProvider;
  let other: LooseProvider;
  beforeAll(async () => {
    provider = await startLooseProvider(CLIENT);
    other = await startLooseProvider(CLIENT);
    world = await startIdentity({
      IDENTITY_PROVIDERS: "acme,other",
      IDENTITY_ACME_ISSUER: provider.issuer,
      IDENTITY_ACME_CLIENT_ID: CLIENT,
      IDENTITY_ACME_CLIENT_SECRET: SECRET,
      IDENTITY_OTHER_ISSUER: other.issuer,
      IDENTITY_OTHER_CLIENT_ID: CLIENT,
      IDENTITY_OTHER_CLIENT_SECRET: SECRET,
    });
  });
  afterAll(async () => {
    await world.stop();
    await provider.stop();
    await other.stop();
  });
  afterEach(() => provider.server.service.removeAllListeners());

  /** One flow with an honest client. @returns what the browser lands on */
  async function land(back: (location: URL) => URL | Promise<URL> = (location) => location) {
    const verifier = randomBytes(32).toString("base64url");
    const challenge = createHash("sha256").update(verifier).digest("base64url");
    const tab = browser();
    const begun = await tab.open(
      `${world.url}/auth/v1/authorize?provider=acme&code_challenge=${challenge}&code_challenge_method=s256`,
    );
    const answered = await browser().open(begun.location);
    const { location } = await tab.open(await back(answered.location));
    return {
      code: location.searchParams.get("code"),
      error: location.searchParams.get("error_code"),
      verifier,
      begun: begun.location,
    };
  }
  const claims = (change: Record<string, unknown>) =>
    provider.server.service.on("beforeTokenSigning", (token: MutableToken) => {
      // The access token is made the same way, and means nothing here.
      Object.assign(
        token.payload,
        { aud: CLIENT, sub: "ada", email: "ada@people.example", email_verified: true },
        change,
      );
      for (const [name, value] of Object.entries(change)) if (value === undefined) delete token.payload[name];
    });
  it("honest ones sign in", async () => {
    claims({});
    const { code, verifier } = await land();
    const answer = await world.call("POST", "token?grant_type=pkce", { auth_code: code, code_verifier: verifier });
    expect(((await answer.json()) as { user: { email: string } }).user.email).toBe("ada@people.example");
  });

  it.each([
    ["for another client", { aud: "somebody-else" }],
    ["of another issuer", { iss: "https://evil.example" }],
    ["with another nonce", { nonce: "another" }],
    ["without the nonce", { nonce: undefined }],
    ["that has expired", { iat: 1000, exp: 2000 }],
    ["of nobody", { sub: undefined }],
  ])("an ID token %s does not", async (_, change) => {
    claims(change);
    expect(await land()).toMatchObject({ code: null, error: "bad_oauth_callback" });
  });

  it.each([
    ["unsigned", (nonce: string) => provider.unsigned({ nonce })],
    ["signed with another key", (nonce: string) => provider.forged({ nonce })],
    ["signed with the client's secret", (nonce: string) => provider.confused(SECRET, { nonce })],
    ["signed with the public key as a secret", (nonce: string) => provider.confused(null, { nonce })],
  ])("an ID token that is %s does not", async (_, make) => {
    const landed = await land(async (location) => {
      const { nonce } = await seen();
      const token = await make(nonce);
      provider.server.service.on("beforeResponse", (response: MutableResponse) => {
        (response.body as Record<string, unknown>).id_token = token;
      });
      return location;
    });
    expect(landed).toMatchObject({ code: null, error: "bad_oauth_callback" });
  });

  it("a code of another provider's, sent to us under this one's state, does not (mix-up)", async () => {
    claims({});
    const landed = await land((location) => {
      location.searchParams.set("iss", other.issuer);
      return location;
    });
    expect(landed).toMatchObject({ code: null, error: "bad_oauth_callback" });
  });

  it("a code that somebody else was given does not: it belongs to another challenge", async () => {
    claims({});
    const mallory = await browser().open(`${world.url}/auth/v1/authorize?provider=acme`);
    const stolen = (await browser().open(mallory.location)).location.searchParams.get("code")!;
    const landed = await land((location) => {
      location.searchParams.set("code", stolen);
      return location;
    });
    expect(landed).toMatchObject({ code: null, error: "bad_oauth_callback" });
  });

  /** The nonce of the flow that was begun last, as the service keeps it. */
  async function seen(): Promise<{ nonce: string }> {
    const { rows } = await world.database.system((tx) =>
      tx.execute("select nonce from identity.flow_states order by created_at desc limit 1"),
    );
    return rows[0] as { nonce: string };
  }
});
