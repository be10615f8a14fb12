import { jest } from "@jest/globals";
import { answerWith, config, sessionOf } from "../testing/start-shell.tsx";
import { createIdentity } from "./identity.ts";

const session = (token: string | null) => ({ accessToken: async () => token, renew: async () => null });
afterEach(() => jest.restoreAllMocks());

describe("identity for remotes", () => {
  it("asks the page's own origin, or the hosted one, with the public key and the person's token", async () => {
    const asked = answerWith({ "/auth/v1/settings": () => Response.json({ disable_signup: false }) });
    const { access_token: token } = sessionOf();
    const own = createIdentity(config, session(token));
    expect(await (await own.http("/settings")).json()).toEqual({ disable_signup: false });
    const hosted = createIdentity({ identityUrl: "https://hosted.example/", anonKey: "public" }, session(null));
    await hosted.http("/health");
    const sent = asked.mock.calls.map(([url, init]) => [String(url), Object.fromEntries(new Headers(init?.headers))]);
    const accept = "application/json";
    expect(sent).toEqual([
      [`${location.origin}/auth/v1/settings`, { accept, apikey: "anon", authorization: `Bearer ${token}` }],
      ["https://hosted.example/auth/v1/health", { accept, apikey: "public" }],
    ]);
  });

  it("gives the token to no other address", async () => {
    const asked = answerWith({});
    await expect(createIdentity(config, session("secret")).http("//evil.example/settings")).rejects.toThrow(
      "not an address",
    );
    expect(asked).not.toHaveBeenCalled();
  });

  it("reads what the token says, and keeps the token", async () => {
    const { access_token: token } = sessionOf();
    const read = await createIdentity(config, session(token)).token();
    expect(read).toMatchObject({ header: { alg: "ES256" }, claims: { aal: "aal1", role: "authenticated" } });
    expect(JSON.stringify(read)).not.toContain(token.split(".")[2]);
    expect(await createIdentity(config, session(null)).token()).toBeNull();
  });
});
