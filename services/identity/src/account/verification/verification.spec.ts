import { oneTimeTokens } from "../../delivery/tables.ts";
import { follow, type IdentityWorld, newAddress, PASSWORD, startIdentity } from "../../testing/identity-world.ts";

describe("mailed links and codes", () => {
  let world: IdentityWorld;
  beforeAll(async () => {
    world = await startIdentity({ IDENTITY_MAILER_AUTOCONFIRM: "false" });
  });
  afterAll(() => world.stop());

  /** Somebody confirmed, some time ago. */
  async function person() {
    const email = newAddress();
    await world.client().signUp({ email, password: PASSWORD });
    await follow((await world.mail(email)).link);
    world.clock.advance(120_000);
    return email;
  }
  const verify = async (body: object) => {
    const answer = await world.call("POST", "verify", body);
    return {
      status: answer.status,
      ...((await answer.json()) as { error_code?: string; access_token?: string; msg?: string }),
    };
  };
  const wrong = (code: string) => (code === "123456" ? "654321" : "123456");

  it("sign a person up by code, whichever of both types is named [auth.verify]", async () => {
    for (const type of ["signup", "email"] as const) {
      const email = newAddress();
      await world.client().signUp({ email, password: PASSWORD });
      const { data, error } = await world.client().verifyOtp({ email, type, token: (await world.mail(email)).code });
      expect(error).toBeNull();
      expect(data.session?.user).toMatchObject({ email, email_confirmed_at: expect.any(String) });
    }
  });

  it("recover an account: the link's session may set a new password, for a quarter of an hour [auth.recover] [auth.verify]", async () => {
    const email = await person();
    const auth = world.client();
    const events: string[] = [];
    auth.onAuthStateChange((event) => void events.push(event));
    expect((await auth.resetPasswordForEmail(email, { redirectTo: `${world.url}/confirm` })).error).toBeNull();
    const landed = await follow((await world.mail(email)).link);
    await auth.exchangeCodeForSession(landed.searchParams.get("code")!);
    expect(events).toContain("PASSWORD_RECOVERY");
    world.clock.advance(16 * 60_000);
    expect((await auth.updateUser({ password: "a new long password" })).error).toMatchObject({
      code: "reauthentication_needed",
    });
    world.clock.advance(-16 * 60_000);
    expect((await auth.updateUser({ password: "a new long password" })).error).toBeNull();
    expect((await world.client().signInWithPassword({ email, password: "a new long password" })).error).toBeNull();
  });

  it("say when a link to sign in was sent: it confirms a new address, and lets a known one in", async () => {
    const email = newAddress();
    world.clock.set(world.clock.now());
    const sentAt = async () => {
      await world.client().signInWithOtp({ email });
      const { code: token } = await world.mail(email);
      const { data } = await world.client().verifyOtp({ email, type: "email", token });
      return [data.user!.confirmation_sent_at, data.user!.recovery_sent_at];
    };
    const first = world.clock.now().toISOString();
    expect(await sentAt()).toEqual([first, undefined]);
    world.clock.advance(61_000);
    expect(await sentAt()).toEqual([first, world.clock.now().toISOString()]);
  });

  it("lead the implicit flow to a session in the fragment [auth.verify]", async () => {
    const email = await person();
    await world.client("implicit").signInWithOtp({ email, options: { emailRedirectTo: `${world.url}/` } });
    const landed = await follow((await world.mail(email)).link);
    const fragment = new URLSearchParams(landed.hash.slice(1));
    expect(landed.search).toBe("");
    expect(Object.fromEntries(fragment)).toMatchObject({
      token_type: "bearer",
      type: "magiclink",
      expires_in: "3600",
      refresh_token: expect.any(String),
    });
    expect((await world.client().getUser(fragment.get("access_token")!)).data.user?.email).toBe(email);
  });

  it("work by the hash that a page posts [auth.verify]", async () => {
    const email = await person();
    await world.client().signInWithOtp({ email });
    const { token } = await world.mail(email);
    const { data } = await world.client().verifyOtp({ token_hash: token, type: "magiclink" });
    expect(data.session?.user.email).toBe(email);
  });

  it("work once [auth.verify]", async () => {
    const email = await person();
    await world.client().signInWithOtp({ email });
    const { link, code } = await world.mail(email);
    await follow(link);
    const landed = await follow(link);
    expect(Object.fromEntries(landed.searchParams)).toEqual({
      error: "access_denied",
      error_code: "otp_expired",
      error_description: "Email link is invalid or has expired",
    });
    expect(landed.hash).toContain("error_code=otp_expired");
    expect(await verify({ type: "email", email, token: code })).toMatchObject({
      status: 403,
      error_code: "otp_expired",
    });
  });

  it("end after ten minutes [auth.verify]", async () => {
    const email = await person();
    await world.client().signInWithOtp({ email });
    const { link, code } = await world.mail(email);
    world.clock.advance(600_001);
    expect(await verify({ type: "email", email, token: code })).toMatchObject({
      status: 403,
      error_code: "otp_expired",
    });
    expect((await follow(link)).searchParams.get("error_code")).toBe("otp_expired");
  });

  it("end when a newer one is sent [auth.resend]", async () => {
    const email = newAddress();
    await world.client().signUp({ email, password: PASSWORD });
    const first = await world.mail(email);
    world.clock.advance(61_000);
    const { error } = await world.client().resend({ type: "signup", email });
    expect(error).toBeNull();
    const second = await world.mail(email);
    expect(second.id).not.toBe(first.id);
    expect((await follow(first.link)).searchParams.get("error_code") ?? "").toBe("otp_expired");
    expect(await verify({ type: "signup", email, token: second.code })).toMatchObject({ status: 200 });
  });

  it("redeem nothing but what they are for [auth.verify]", async () => {
    const email = await person();
    await world.client().resetPasswordForEmail(email);
    const { token, code } = await world.mail(email);
    for (const type of ["signup", "magiclink", "email", "email_change", "invite", "sms", "phone_change"]) {
      expect(await verify({ type, token_hash: token })).toMatchObject({ status: 403, error_code: "otp_expired" });
    }
    expect(await verify({ type: "recovery", email: newAddress(), token: code })).toMatchObject({ status: 403 });
    expect(await verify({ type: "recovery", token_hash: token })).toMatchObject({ status: 200 });
  });

  it("a code ends after five wrong attempts, the right one then too; the link still works [auth.verify]", async () => {
    const email = await person();
    await world.client().signInWithOtp({ email });
    const { code, link } = await world.mail(email);
    for (let attempt = 0; attempt < 5; attempt++) {
      expect(await verify({ type: "email", email, token: wrong(code) })).toMatchObject({
        status: 403,
        msg: "Token has expired or is invalid",
      });
    }
    expect(await verify({ type: "email", email, token: code })).toMatchObject({
      status: 403,
      error_code: "otp_expired",
    });
    expect((await follow(link)).searchParams.get("code")).toEqual(expect.any(String));
  });

  it("five wrong attempts at once count as five", async () => {
    const email = await person();
    await world.client().signInWithOtp({ email });
    const { code } = await world.mail(email);
    await Promise.all(Array.from({ length: 5 }, () => verify({ type: "email", email, token: wrong(code) })));
    expect(await verify({ type: "email", email, token: code })).toMatchObject({ status: 403 });
  });

  it("are not readable in the database, and a link does not follow from its code", async () => {
    const email = await person();
    await world.client().signInWithOtp({ email });
    const { code, token } = await world.mail(email);
    const { createHash } = await import("node:crypto");
    const rows = await world.database.system((tx) => tx.select().from(oneTimeTokens));
    const row = rows.find((kept) => kept.address === email)!;
    const plain = ["", email, row.id, row.userId].flatMap((part) => [`${part}${code}`, `${code}${part}`]);
    for (const text of plain) {
      for (const algorithm of ["sha224", "sha256"]) {
        const digest = createHash(algorithm).update(text).digest();
        expect(row.codeHash.equals(digest)).toBe(false);
        expect(row.linkHash!.equals(digest)).toBe(false);
        expect(token).not.toContain(digest.toString("hex"));
      }
    }
    const queued = await world.database.system((tx) => tx.execute("select data::text as data from pgboss.job"));
    expect(JSON.stringify(queued.rows)).not.toContain(token);
    expect(JSON.stringify(queued.rows)).not.toContain(code);
  });

  it("are not spent by a program that only looks at a link's head", async () => {
    const email = await person();
    await world.client().signInWithOtp({ email });
    const { link } = await world.mail(email);
    expect((await fetch(link, { method: "HEAD", redirect: "manual" })).status).toBe(200);
    expect((await follow(link)).searchParams.get("code")).toEqual(expect.any(String));
  });

  it("lead only to addresses on the exact list", async () => {
    const refused = [
      "https://evil.example/",
      `${world.url}.evil.example/confirm`,
      `${world.url}/confirm/../evil`,
      `${world.url}/confirm?x=1`,
      "javascript:alert(1)",
      `//evil.example`,
      `${world.url}@evil.example/`,
    ];
    for (const redirectTo of refused) {
      const email = await person();
      await world.call("POST", `recover?redirect_to=${encodeURIComponent(redirectTo)}`, { email });
      const mailed = new URL((await world.mail(email)).link);
      expect(mailed.searchParams.get("redirect_to")).toBe(`${world.url}/confirm`);
      mailed.searchParams.set("redirect_to", redirectTo);
      const landed = await follow(mailed.href);
      expect(landed.origin + landed.pathname).toBe(`${world.url}/confirm`);
    }
  });

  it("are refused to a banned person", async () => {
    const email = await person();
    await world.client().signInWithOtp({ email });
    const { code } = await world.mail(email);
    await world.setUser((await world.user(email))!.id, { bannedUntil: new Date(world.clock.now().getTime() + 60_000) });
    expect(await verify({ type: "email", email, token: code })).toMatchObject({
      status: 403,
      error_code: "user_banned",
    });
  });

  it("need a type and a token with an address, or a hash alone", async () => {
    for (const body of [
      {},
      { type: "nonsense", token_hash: "x" },
      { type: "email" },
      { type: "email", token: "123456" },
      { type: "email", email: "a@example.com", token_hash: "x" },
    ]) {
      expect(await verify(body)).toMatchObject({ status: 400, error_code: "validation_failed" });
    }
  });
});
