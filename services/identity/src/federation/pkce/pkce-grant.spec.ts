import { createHash, randomBytes } from "node:crypto";
import { follow, type IdentityWorld, newAddress, startIdentity } from "../../testing/identity-world.ts";

describe("exchanging a code (PKCE)", () => {
  let world: IdentityWorld;
  beforeAll(async () => {
    world = await startIdentity({ IDENTITY_MAILER_AUTOCONFIRM: "false" });
  });
  afterAll(() => world.stop());

  /** A code as a mailed link leads to it, and its verifier. */
  async function code() {
    const email = newAddress();
    const verifier = randomBytes(32).toString("base64url");
    const code_challenge = createHash("sha256").update(verifier).digest("base64url");
    await world.call("POST", `otp?redirect_to=${world.url}/confirm`, {
      email,
      code_challenge,
      code_challenge_method: "s256",
    });
    const landed = await follow((await world.mail(email)).link);
    return { email, verifier, auth_code: landed.searchParams.get("code")!, landed };
  }
  const exchange = async (auth_code: string, code_verifier: string) => {
    const answer = await world.call("POST", "token?grant_type=pkce", { auth_code, code_verifier });
    return {
      status: answer.status,
      ...((await answer.json()) as { error_code?: string; access_token?: string; user?: { email: string } }),
    };
  };

  it("gives the browser that asked a session, and the link itself gives none away [auth.token-pkce]", async () => {
    const { email, auth_code, verifier, landed } = await code();
    expect(landed.href).not.toContain("access_token");
    expect(await exchange(auth_code, verifier)).toMatchObject({
      status: 200,
      user: { email },
      access_token: expect.any(String),
    });
  });

  it("works through supabase-js, which keeps the verifier [auth.token-pkce]", async () => {
    const email = newAddress();
    const auth = world.client("pkce");
    await auth.signInWithOtp({ email });
    const { link, token } = await world.mail(email);
    expect(token).toMatch(/^pkce_/);
    const landed = await follow(link);
    const { data, error } = await auth.exchangeCodeForSession(landed.searchParams.get("code")!);
    expect(error).toBeNull();
    expect(data.session?.user.email).toBe(email);
  });

  it("takes a code once [auth.token-pkce]", async () => {
    const { auth_code, verifier } = await code();
    const { access_token } = await exchange(auth_code, verifier);
    const person = async () =>
      (await world.call("GET", "user", undefined, { authorization: `Bearer ${access_token}` })).status;
    const gone = { status: 404, error_code: "flow_state_not_found" };
    // Somebody who has only seen the code ends nothing.
    expect(await exchange(auth_code, "x".repeat(43))).toMatchObject(gone);
    expect(await person()).toBe(200);
    expect(await exchange(auth_code, verifier)).toMatchObject(gone);
    expect(await person()).toBe(403);
  });

  it("refuses a wrong verifier, the challenge as one too, and the code is spent [auth.token-pkce]", async () => {
    const first = await code();
    expect(await exchange(first.auth_code, "x".repeat(43))).toMatchObject({
      status: 400,
      error_code: "bad_code_verifier",
    });
    expect(await exchange(first.auth_code, first.verifier)).toMatchObject({
      status: 404,
      error_code: "flow_state_not_found",
    });
    const second = await code();
    const challenge = createHash("sha256").update(second.verifier).digest("base64url");
    expect(await exchange(second.auth_code, challenge)).toMatchObject({ status: 400, error_code: "bad_code_verifier" });
  });

  it("refuses a code after five minutes [auth.token-pkce]", async () => {
    const { auth_code, verifier } = await code();
    world.clock.advance(301_000);
    expect(await exchange(auth_code, verifier)).toMatchObject({ status: 422, error_code: "flow_state_expired" });
  });

  it("refuses a code it never made, and no code", async () => {
    expect(await exchange("made-up", "x".repeat(43))).toMatchObject({
      status: 404,
      error_code: "flow_state_not_found",
    });
    expect(await exchange("", "")).toMatchObject({ status: 400, error_code: "validation_failed" });
  });

  it("refuses a grant it does not know", async () => {
    for (const query of ["?grant_type=client_credentials", ""]) {
      expect((await world.call("POST", `token${query}`, {})).status).toBe(400);
    }
  });
});
