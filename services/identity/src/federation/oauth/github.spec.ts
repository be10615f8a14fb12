import { exportJWK, generateKeyPair } from "jose";
import type { MutableResponse } from "oauth2-mock-server";
import { OAuth2Server } from "oauth2-mock-server";
import { browser } from "../../testing/browser.ts";
import { type IdentityWorld, startIdentity } from "../../testing/identity-world.ts";

describe("GitHub, which speaks OAuth without OpenID Connect", () => {
  let world: IdentityWorld;
  let server: OAuth2Server;
  let emails: unknown = [];
  const asked: (string | undefined)[] = [];
  beforeAll(async () => {
    server = new OAuth2Server(undefined, undefined, {
      endpoints: { authorize: "/login/oauth/authorize", token: "/login/oauth/access_token" },
    });
    const { privateKey } = await generateKeyPair("RS256", { extractable: true });
    await server.issuer.keys.add({ ...(await exportJWK(privateKey)), kid: "k", alg: "RS256" });
    const user = {
      id: 583231,
      login: "octocat",
      name: "The Octocat",
      avatar_url: "https://github.example/octocat.png",
      email: null,
    };
    const answer =
      (body: () => unknown) =>
      (request: { headers: { authorization?: string } }, response: import("node:http").ServerResponse) => {
        asked.push(request.headers.authorization);
        response.setHeader("content-type", "application/json").end(JSON.stringify(body()));
      };
    server.service.addRoute(
      "GET",
      "/api/v3/user",
      answer(() => user),
    );
    server.service.addRoute(
      "GET",
      "/api/v3/user/emails",
      answer(() => emails),
    );
    server.service.on("beforeResponse", (response: MutableResponse) => {
      response.body = { access_token: "gho_token", token_type: "bearer", scope: "read:user,user:email" };
    });
    await server.start(0, "127.0.0.1");
    world = await startIdentity({
      IDENTITY_PROVIDERS: "github",
      IDENTITY_GITHUB_ISSUER: `http://127.0.0.1:${server.address().port}`,
      IDENTITY_GITHUB_CLIENT_ID: "id",
      IDENTITY_GITHUB_CLIENT_SECRET: "secret",
    });
  });
  afterAll(async () => {
    await world.stop();
    await server.stop();
  });

  async function signIn() {
    const auth = world.client();
    const { data } = await auth.signInWithOAuth({ provider: "github", options: { skipBrowserRedirect: true } });
    const begun = await browser().open(data.url!);
    const answered = await browser().open(begun.location);
    const { location } = await browser().open(answered.location);
    const { data: session, error } = await auth.exchangeCodeForSession(location.searchParams.get("code") ?? "");
    return { begun: begun.location, user: session.user, token: session.session?.provider_token, error, location };
  }

  it("says by its own interface who is signed in, with the primary address when it is verified", async () => {
    emails = [
      { email: "old@people.example", primary: false, verified: true },
      { email: "octocat@people.example", primary: true, verified: true },
    ];
    const { begun, user, token } = await signIn();
    expect(begun.searchParams.get("scope")).toBe("read:user user:email");
    expect(begun.searchParams.has("nonce")).toBe(false);
    expect(token).toBe("gho_token");
    expect(asked).toEqual(["Bearer gho_token", "Bearer gho_token"]);
    expect(user).toMatchObject({
      email: "octocat@people.example",
      user_metadata: { user_name: "octocat", full_name: "The Octocat" },
    });
    expect(user!.identities).toEqual([expect.objectContaining({ provider: "github", id: "583231" })]);
  });

  it("and its unverified addresses prove nothing", async () => {
    const { user } = await signIn();
    emails = [{ email: "victim@people.example", primary: true, verified: false }];
    const again = await signIn();
    expect(again.user!.id).toBe(user!.id);
    expect(again.user!.email).toBe("octocat@people.example");
    expect(again.user!.identities![0]!.identity_data).toMatchObject({
      email: "victim@people.example",
      email_verified: false,
    });
  });
});
