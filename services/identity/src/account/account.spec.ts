import { Injectable, Module, type OnModuleInit } from "@nestjs/common";
import { userDeleted } from "@tessera/contracts-identity/events.ts";
import { deviceNameOf, Events } from "@tessera/service-kit";
import { aalOf, totp, withTotp } from "../testing/codes.ts";
import { type IdentityWorld, newPhone, PASSWORD, startIdentity } from "../testing/identity-world.ts";

const recorded: { userId: string }[] = [];
@Injectable()
class Listener implements OnModuleInit {
  constructor(private readonly events: Events) {}
  onModuleInit() {
    this.events.on(userDeleted, "listener", async (event) => void recorded.push(event));
  }
}
@Module({ providers: [Listener] })
class ListenerModule {}
const listener = { name: "listener", title: "Listener", module: ListenerModule, schema: "listener", migrations: [] };

const FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";

describe("a person's account", () => {
  let world: IdentityWorld;
  beforeAll(async () => {
    world = await startIdentity({}, { beside: [listener] });
  });
  afterAll(() => world.stop());

  const as = async (token: string, method: string, path: string, body?: unknown) => {
    const answer = await world.call(method, path, body, { authorization: `Bearer ${token}`, "user-agent": FIREFOX });
    const text = await answer.text();
    return { status: answer.status, body: text ? JSON.parse(text) : null };
  };

  it("lists its sessions with device and place, and ends one of them", async () => {
    const { email, session, user } = await world.person();
    const other = await as("", "POST", "token?grant_type=password", { email, password: PASSWORD });
    const { body } = await as(session.access_token, "GET", "user/sessions");
    expect(body.sessions).toHaveLength(2);
    const theirs = body.sessions.find((entry: { current: boolean }) => !entry.current);
    expect(theirs).toMatchObject({
      device: "Firefox on Linux",
      address: "127.0.0.1",
      aal: "aal1",
      created_at: expect.any(String),
      last_used_at: expect.any(String),
    });
    expect(JSON.stringify(body)).not.toMatch(/token/);
    expect((await as(session.access_token, "DELETE", `user/sessions/${theirs.id}`)).status).toBe(204);
    expect((await as(other.body.access_token, "GET", "user")).body).toMatchObject({ error_code: "session_not_found" });
    expect(
      (await as("", "POST", "token?grant_type=refresh_token", { refresh_token: other.body.refresh_token })).status,
    ).toBe(400);
    expect((await as(session.access_token, "GET", "user")).body).toMatchObject({ id: user.id });
  });

  it("never ends a stranger's session", async () => {
    const [mine, stranger] = [await world.person(), await world.person()];
    const { body } = await as(stranger.session.access_token, "GET", "user/sessions");
    const refused = await as(mine.session.access_token, "DELETE", `user/sessions/${body.sessions[0].id}`);
    expect([refused.status, refused.body.error_code]).toEqual([404, "session_not_found"]);
    expect((await stranger.auth.getUser()).error).toBeNull();
    expect((await as(mine.session.access_token, "DELETE", "user/sessions/mine")).status).toBe(404);
  });

  it("shows what happened, to its person alone", async () => {
    const { email, session } = await world.person();
    await as("", "POST", "token?grant_type=password", { email, password: "not the password" });
    const { body } = await as(session.access_token, "GET", "user/activity?limit=2");
    expect(body.activity).toEqual([
      expect.objectContaining({ action: "sign_in_failed", reason: "invalid_credentials", device: "Firefox on Linux" }),
      expect.objectContaining({ action: "signed_up" }),
    ]);
    const stranger = await world.person();
    const theirs = await as(stranger.session.access_token, "GET", "user/activity");
    expect(theirs.body.activity).toHaveLength(1);
  });

  it("tells of all that happened page by page, each once", async () => {
    const { session } = await world.person();
    for (let time = 0; time < 4; time++) await as(session.access_token, "PUT", "user", { data: { time } });
    const actions: string[] = [];
    let next: number | null = null;
    do {
      const { body } = await as(
        session.access_token,
        "GET",
        `user/activity?limit=2${next === null ? "" : `&before=${next}`}`,
      );
      expect(body.activity.length).toBeLessThanOrEqual(2);
      actions.push(...body.activity.map(({ action }: { action: string }) => action));
      next = body.next;
    } while (next !== null);
    expect(actions).toEqual(["user_updated", "user_updated", "user_updated", "user_updated", "signed_up"]);
  });

  it("says whether it has a password", async () => {
    const { session, user } = await world.person();
    expect((await as(session.access_token, "GET", "user/password")).body).toEqual({ is_set: true });
    await world.setUser(user.id, { passwordHash: null });
    expect((await as(session.access_token, "GET", "user/password")).body).toEqual({ is_set: false });
  });

  describe("with a phone number", () => {
    async function withPhone() {
      const person = await world.person();
      const phone = newPhone();
      await person.auth.updateUser({ phone });
      // The session that the code opens proves no sign-in; the person continues with theirs.
      await world.client().verifyOtp({ phone, token: (await world.text(phone)).code, type: "phone_change" });
      return { ...person, phone, token: person.session.access_token };
    }

    it("loses it for good, and both are mailed to the mailbox", async () => {
      const { email, phone, token } = await withPhone();
      expect((await world.mail(email)).subject).toBe("Your phone number was changed");
      expect((await as(token, "DELETE", "user/phone")).status).toBe(204);
      const { body } = await as(token, "GET", "user");
      expect(body).toMatchObject({ phone: "", app_metadata: { provider: "email", providers: ["email"] } });
      expect(body.identities.map(({ provider }: { provider: string }) => provider)).toEqual(["email"]);
      expect((await world.mail(email)).subject).toBe("Your phone number was removed");
      const signIn = await world.client().signInWithPassword({ phone, password: PASSWORD });
      expect(signIn.error).toMatchObject({ code: "invalid_credentials" });
    });

    it("keeps the one way in that it has", async () => {
      const { user, token } = await withPhone();
      await world.setUser(user.id, { emailConfirmedAt: null });
      const refused = await as(token, "DELETE", "user/phone");
      expect([refused.status, refused.body.error_code]).toEqual([422, "single_identity_not_deletable"]);
    });

    it("does not lose it to a token alone once the sign-in is old, nor without its second factor", async () => {
      const { auth, token } = await withPhone();
      world.clock.advance(16 * 60_000);
      const { access_token: old } = (await auth.refreshSession()).data.session!;
      expect((await as(old, "DELETE", "user/phone")).body).toMatchObject({ error_code: "reauthentication_needed" });
      await as(old, "POST", "user/proof", { current_password: PASSWORD });
      await withTotp(world, auth);
      expect((await as(token, "DELETE", "user/phone", { current_password: PASSWORD })).body).toMatchObject({
        error_code: "insufficient_aal",
      });
    });
  });

  it("is deleted by its person, and all services learn of it", async () => {
    const { email, session, user } = await world.person();
    expect((await as(session.access_token, "DELETE", "user")).status).toBe(204);
    await world.jobsIdle();
    expect(recorded).toContainEqual({ userId: user.id });
    expect(await world.user(email)).toBeNull();
    expect((await as(session.access_token, "GET", "user")).status).toBe(403);
    expect((await world.client().signInWithPassword({ email, password: PASSWORD })).error).toMatchObject({
      code: "invalid_credentials",
    });
  });

  it("is not deleted with a token alone once the sign-in is old", async () => {
    const { email, auth } = await world.person();
    world.clock.advance(16 * 60_000);
    const token = (await auth.refreshSession()).data.session!.access_token;
    expect((await as(token, "DELETE", "user")).body).toMatchObject({ error_code: "reauthentication_needed" });
    expect((await as(token, "DELETE", "user", { current_password: "wrong" })).body).toMatchObject({
      error_code: "current_password_invalid",
    });
    expect(await world.user(email)).not.toBeNull();
    expect((await as(token, "DELETE", "user", { current_password: PASSWORD })).status).toBe(204);
  });

  it("is not deleted without its second factor", async () => {
    const { email, auth } = await world.person();
    const { session: strong } = await withTotp(world, auth);
    const weak = await as("", "POST", "token?grant_type=password", { email, password: PASSWORD });
    expect((await as(weak.body.access_token, "DELETE", "user", { current_password: PASSWORD })).body).toMatchObject({
      error_code: "insufficient_aal",
    });
    expect((await as(strong.access_token, "DELETE", "user")).status).toBe(204);
  });

  describe("with recovery codes", () => {
    async function prepared() {
      const person = await world.person();
      const factor = await withTotp(world, person.auth);
      const { body } = await as(factor.session.access_token, "POST", "factors/recovery-codes");
      const weak = await as("", "POST", "token?grant_type=password", { email: person.email, password: PASSWORD });
      return { ...person, factor, strong: factor.session.access_token, weak: weak.body, codes: body.codes as string[] };
    }

    it("gets ten, each good once in place of the factor [session.aal]", async () => {
      const { strong, weak, codes, email } = await prepared();
      expect(new Set(codes).size).toBe(10);
      for (const code of codes) expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z]{5}-[0-9A-HJKMNP-TV-Z]{5}$/);
      const used = await as(weak.access_token, "POST", "factors/recovery-codes/verify", {
        code: codes[3]!.toLowerCase().replace("-", " "),
      });
      expect([used.status, aalOf(used.body.access_token)]).toEqual([200, "aal2"]);
      expect((await world.mail(email)).subject).toBe("A recovery code was used");
      expect((await as(strong, "GET", "factors/recovery-codes")).body).toMatchObject({ total: 10, remaining: 9 });
      const again = await as("", "POST", "token?grant_type=password", { email, password: PASSWORD });
      const replayed = await as(again.body.access_token, "POST", "factors/recovery-codes/verify", { code: codes[3] });
      expect([replayed.status, replayed.body.error_code]).toEqual([422, "mfa_verification_failed"]);
    });

    it("makes them only with the factor, and new ones end the old", async () => {
      const { weak, strong, codes } = await prepared();
      expect((await as(weak.access_token, "POST", "factors/recovery-codes")).body).toMatchObject({
        error_code: "insufficient_aal",
      });
      expect((await as(strong, "POST", "factors/recovery-codes")).body.codes).toHaveLength(10);
      expect((await as(weak.access_token, "POST", "factors/recovery-codes/verify", { code: codes[0] })).status).toBe(
        422,
      );
      const { session } = await world.person();
      expect((await as(session.access_token, "POST", "factors/recovery-codes")).status).toBe(422);
    });

    it("keeps them to itself, and loses them with the last factor", async () => {
      const { auth, factor, codes, strong } = await prepared();
      const stranger = await world.person();
      expect(
        (await as(stranger.session.access_token, "POST", "factors/recovery-codes/verify", { code: codes[0] })).status,
      ).toBe(422);
      await auth.mfa.unenroll({ factorId: factor.id });
      expect((await as(strong, "GET", "factors/recovery-codes")).body).toMatchObject({
        total: 0,
        remaining: 0,
        created_at: null,
      });
      expect(totp(world, factor.secret)).toMatch(/^\d{6}$/);
    });
  });
});

describe("guessing recovery codes", () => {
  it("is bounded by account", async () => {
    const world = await startIdentity({ IDENTITY_RATE_LIMIT_FACTOR: "1" });
    const { session } = await world.person();
    const answers: number[] = [];
    for (let attempt = 0; attempt < 17; attempt++) {
      world.clock.advance(15_000);
      const headers = { authorization: `Bearer ${session.access_token}` };
      answers.push(
        (await world.call("POST", "factors/recovery-codes/verify", { code: `AAAAA-AAAA${attempt}` }, headers)).status,
      );
    }
    expect(new Set(answers)).toEqual(new Set([422, 429]));
    await world.stop();
  });
});

describe("devices", () => {
  it.each([
    [FIREFOX, "Firefox on Linux"],
    [
      "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Safari/537.36 Edg/140.0",
      "Edge on Windows",
    ],
    [
      "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Safari/605.1.15",
      "Safari on macOS",
    ],
    [
      "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/140.0 Mobile/15E148 Safari/604.1",
      "Chrome on iPhone",
    ],
    [
      "Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Mobile Safari/537.36",
      "Chrome on Android",
    ],
    ["node", "Unknown device"],
    ["", "Unknown device"],
  ])("%s is %s", (userAgent, device) => {
    expect(deviceNameOf(userAgent)).toBe(device);
  });
});
