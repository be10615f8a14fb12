import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { createClient } from "@supabase/supabase-js";
import { type IdentityWorld, newAddress, PASSWORD, startIdentity } from "../../testing/identity-world.ts";

const SECRET = "captcha-secret";
/** What the captcha's service was asked. */
let asked: URLSearchParams[] = [];
let answers = true;
let siteverify: Server;
let world: IdentityWorld;

beforeAll(async () => {
  siteverify = createServer(async (request, response) => {
    let body = "";
    for await (const chunk of request) body += chunk;
    const form = new URLSearchParams(body);
    asked.push(form);
    if (!answers) return void response.writeHead(502).end();
    const success = form.get("secret") === SECRET && form.get("response") === "solved";
    response.end(JSON.stringify(success ? { success } : { success, "error-codes": ["invalid-input-response"] }));
  });
  await new Promise<void>((listening) => siteverify.listen(0, "127.0.0.1", listening));
  world = await startIdentity({
    IDENTITY_CAPTCHA: "turnstile",
    IDENTITY_CAPTCHA_SECRET: SECRET,
    IDENTITY_CAPTCHA_URL: `http://127.0.0.1:${(siteverify.address() as AddressInfo).port}/siteverify`,
  });
});
afterAll(async () => {
  await world.stop();
  siteverify.close();
});
beforeEach(() => {
  asked = [];
  answers = true;
});

async function signedUp() {
  const email = newAddress();
  const { error } = await client().signUp({ email, password: PASSWORD, options: { captchaToken: "solved" } });
  if (error) throw error;
  return { email };
}

const client = () =>
  createClient(world.url, "sb_publishable_test", { auth: { persistSession: false, autoRefreshToken: false } }).auth;

describe("an installation with a captcha", () => {
  it("signs up and in who solved it, and refreshes without one [auth.signup]", async () => {
    const email = newAddress();
    const solved = { captchaToken: "solved" };
    const auth = client();
    const { data, error } = await auth.signUp({ email, password: PASSWORD, options: solved });
    expect(error).toBeNull();
    expect((await auth.signInWithPassword({ email, password: PASSWORD, options: solved })).error).toBeNull();
    expect(asked.map((form) => form.get("remoteip"))).toEqual(["127.0.0.1", "127.0.0.1"]);
    expect((await auth.refreshSession({ refresh_token: data.session!.refresh_token })).error).toBeNull();
    expect(asked).toHaveLength(2);
  });

  it.each([
    ["signup", { password: PASSWORD }],
    ["token?grant_type=password", { password: PASSWORD }],
    ["otp", {}],
    ["recover", {}],
    ["resend", { type: "signup" }],
    ["sso", { domain: "example.com" }],
  ])("refuses %s without one, and with a wrong one", async (path, body) => {
    const email = newAddress();
    for (const gotrue_meta_security of [undefined, {}, { captcha_token: "guessed" }]) {
      const answer = await world.call("POST", path, { email, ...body, gotrue_meta_security });
      expect([answer.status, await answer.json()]).toEqual([
        400,
        expect.objectContaining({ error_code: "captcha_failed" }),
      ]);
    }
    expect(await world.user(email)).toBeNull();
  });

  /** Every spelling that could be taken for a grant which needs no captcha. */
  const queries = [
    "password",
    "refresh_token",
    "pkce",
    "id_token",
    "web3",
    "REFRESH_TOKEN",
    "Refresh_Token",
    "refresh_token ",
  ]
    .map((grant) => `grant_type=${encodeURIComponent(grant)}`)
    .concat(
      "grant_type=refresh_token&grant_type=refresh_token",
      "grant_type=refresh_token&grant_type=password",
      "grant_type[]=refresh_token",
      "GRANT_TYPE=refresh_token",
      "grant%5Ftype=refresh_token",
      "grant_type=",
    );
  it.each(["signup", "otp", "recover", "resend", "sso"])(
    "asks for it on %s whatever grant the address names",
    async (path) => {
      const body = { email: newAddress(), password: PASSWORD, type: "signup", domain: "example.com" };
      for (const query of queries) {
        const answer = await world.call("POST", `${path}?${query}`, body);
        expect([query, answer.status, await answer.json()]).toEqual([
          query,
          400,
          expect.objectContaining({ error_code: "captcha_failed" }),
        ]);
      }
      expect(await world.user(body.email)).toBeNull();
      expect(asked).toEqual([]);
    },
  );

  it("goes by the grant that is executed: no spelling of the address opens an account by its password", async () => {
    const { email } = await signedUp();
    asked = [];
    for (const query of [
      ...queries,
      "grant_type=password&grant_type=refresh_token",
      "grant_type=password&x=grant_type=pkce",
    ]) {
      const answer = await world.call("POST", `token?${query}`, { email, password: PASSWORD });
      expect([query, answer.status]).toEqual([query, 400]);
    }
    expect(asked).toEqual([]);
  });

  it("lets nobody past while the captcha's service is down, and says so", async () => {
    answers = false;
    const email = newAddress();
    const answer = await world.call("POST", "signup", {
      email,
      password: PASSWORD,
      gotrue_meta_security: { captcha_token: "solved" },
    });
    expect([answer.status, await answer.json()]).toEqual([
      500,
      expect.objectContaining({ error_code: "captcha_unavailable" }),
    ]);
    expect(await world.user(email)).toBeNull();
  });
});
