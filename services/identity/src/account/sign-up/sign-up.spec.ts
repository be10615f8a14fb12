import { Inject, Module, type OnModuleInit } from "@nestjs/common";
import { userCreated } from "@tessera/contracts-identity/events.ts";
import { Events, type ServiceDefinition } from "@tessera/service-kit";
import { follow, type IdentityWorld, newAddress, PASSWORD, startIdentity } from "../../testing/identity-world.ts";

const recorded: { userId: string; email: string }[] = [];

@Module({})
class ListenerModule implements OnModuleInit {
  constructor(@Inject(Events) private readonly events: Events) {}
  onModuleInit() {
    this.events.on(userCreated, "listener", async (event) => void recorded.push(event));
  }
}
const listener: ServiceDefinition = {
  name: "listener",
  title: "Listener",
  module: ListenerModule,
  schema: "listener",
  migrations: [],
};

describe("sign-up with addresses confirmed at once", () => {
  let world: IdentityWorld;
  beforeAll(async () => {
    world = await startIdentity({}, { beside: [listener] });
  });
  afterAll(() => world.stop());

  it("opens a session for a new person [auth.signup]", async () => {
    const email = newAddress();
    const { data, error } = await world
      .client()
      .signUp({ email: email.toUpperCase(), password: PASSWORD, options: { data: { name: "Ada" } } });
    expect(error).toBeNull();
    expect(data.user).toMatchObject({
      email,
      aud: "authenticated",
      role: "authenticated",
      user_metadata: { name: "Ada" },
      is_anonymous: false,
    });
    expect(data.user?.identities).toHaveLength(1);
    expect(data.session).toMatchObject({ token_type: "bearer", expires_in: 3600 });
  });

  it("tells the other services of the new account, and of none that was refused", async () => {
    const { user, email } = await world.person();
    await world.client().signUp({ email, password: PASSWORD });
    await world.jobsIdle();
    expect(recorded.filter((event) => event.email === email)).toEqual([{ userId: user.id, email }]);
  });

  it("refuses a second account for an address [auth.signup]", async () => {
    const { email } = await world.person();
    const { error } = await world.client().signUp({ email, password: PASSWORD });
    expect(error).toMatchObject({ status: 422, code: "user_already_exists", message: "User already registered" });
  });

  it("needs an e-mail or phone and a password, in the client and in the service [auth.credentials]", async () => {
    const words = "You must provide either an email or phone number and a password";
    const signUp = await world.client().signUp({ password: PASSWORD } as never);
    const signIn = await world.client().signInWithPassword({ password: PASSWORD } as never);
    expect([signUp.error?.message, signIn.error?.message]).toEqual([words, words]);
    for (const path of ["signup", "token?grant_type=password"]) {
      const answer = await world.call("POST", path, { password: PASSWORD });
      expect([answer.status, await answer.json()]).toEqual([
        400,
        { code: 400, error_code: "validation_failed", msg: words },
      ]);
    }
  });

  it("answers for what is not offered as upstream does", async () => {
    const anonymous = await world.client().signInAnonymously();
    expect(anonymous.error).toMatchObject({ status: 422, code: "anonymous_provider_disabled" });
  });

  it.each([
    ["no address", { email: "nobody", password: PASSWORD }],
    ["a number for an address", { email: 7, password: PASSWORD }],
    ["a NUL in the metadata", { email: "a@example.com", password: PASSWORD, data: { name: "\0" } }],
    ["half a character in the metadata", { email: "a@example.com", password: PASSWORD, data: { name: "\ud800" } }],
    [
      "metadata that is too large for a token",
      { email: "a@example.com", password: PASSWORD, data: { name: "x".repeat(9000) } },
    ],
    [
      "a plain challenge",
      { email: "a@example.com", password: PASSWORD, code_challenge: "x".repeat(43), code_challenge_method: "plain" },
    ],
    [
      "a short challenge",
      { email: "a@example.com", password: PASSWORD, code_challenge: "x".repeat(42), code_challenge_method: "s256" },
    ],
  ])("refuses %s with a sentence", async (_, body) => {
    const answer = await world.call("POST", "signup", body);
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({
      error_code: "validation_failed",
      msg: expect.stringMatching(/\w+ \w+/),
    });
  });

  it("survives metadata nested thousands of levels deep", async () => {
    const deep = `{"email":"a@example.com","password":"${PASSWORD}","data":${'{"a":'.repeat(8_000)}1${"}".repeat(8_000)}}`;
    const answer = await fetch(`${world.url}/auth/v1/signup`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: deep,
    });
    expect(answer.status).toBe(400);
  });
});

describe("sign-up with confirmation by mail", () => {
  let world: IdentityWorld;
  beforeAll(async () => {
    world = await startIdentity({ IDENTITY_MAILER_AUTOCONFIRM: "false" });
  });
  afterAll(() => world.stop());

  it("gives no session until the mailed link is followed [auth.signup] [auth.verify]", async () => {
    const email = newAddress();
    const auth = world.client();
    const { data } = await auth.signUp({
      email,
      password: PASSWORD,
      options: { emailRedirectTo: `${world.url}/confirm` },
    });
    expect(data.session).toBeNull();
    expect(data.user).toMatchObject({ email, confirmation_sent_at: expect.any(String) });
    expect(data.user?.email_confirmed_at).toBeUndefined();
    const early = await auth.signInWithPassword({ email, password: PASSWORD });
    expect(early.error).toMatchObject({ status: 400, code: "email_not_confirmed" });

    const landed = await follow((await world.mail(email)).link);
    expect(landed.origin + landed.pathname).toBe(`${world.url}/confirm`);
    const exchanged = await auth.exchangeCodeForSession(landed.searchParams.get("code")!);
    expect(exchanged.data.user?.email_confirmed_at).toEqual(expect.any(String));
    expect((await world.client().signInWithPassword({ email, password: PASSWORD })).error).toBeNull();
  });

  it("does not say that an address has an account, and tells its owner by mail", async () => {
    const email = newAddress();
    await world.client().signUp({ email, password: PASSWORD });
    await follow((await world.mail(email)).link);
    const before = await world.user(email);
    const again = await world
      .client()
      .signUp({ email, password: "another long password", options: { data: { a: 1 } } });
    const fresh = await world
      .client()
      .signUp({ email: newAddress(), password: "another long password", options: { data: { a: 1 } } });
    expect(again.error).toBeNull();
    expect(again.data.user?.identities).toEqual([]);
    expect(again.data.user?.id).not.toBe(before?.id);
    expect(Object.keys(again.data.user!).sort()).toEqual(Object.keys(fresh.data.user!).sort());
    expect((await world.mail(email)).subject).toBe("You already have an account");
    expect(await world.user(email)).toEqual(before);
  });

  it("answers alike for new, unconfirmed and confirmed addresses: same members, same size, an id that is nobody's", async () => {
    const [confirmed, unconfirmed, unknown] = [newAddress(), newAddress(), newAddress()];
    for (const email of [confirmed, unconfirmed]) await world.client().signUp({ email, password: PASSWORD });
    await follow((await world.mail(confirmed)).link);
    const shapes = [];
    for (const email of [confirmed, unconfirmed, unknown]) {
      const answer = await world.call("POST", "signup", { email, password: "another long password", data: { a: 1 } });
      const text = await answer.text();
      const body = JSON.parse(text) as Record<string, unknown>;
      expect(body.id).not.toBe((await world.user(email))?.id);
      expect(body).toMatchObject({ email, identities: [], user_metadata: { a: 1 }, created_at: body.updated_at });
      shapes.push([answer.status, Object.keys(body), text.length - email.length, [...answer.headers.keys()].sort()]);
    }
    expect(shapes[1]).toEqual(shapes[0]);
    expect(shapes[2]).toEqual(shapes[0]);
  });

  describe("of two people for one address", () => {
    const THEIRS = "set by a stranger later";
    const signIn = async (email: string, password: string) =>
      (await world.client().signInWithPassword({ email, password })).error?.code ?? "signed in";
    /** The person signs up, then a stranger with the same address, while the first mail is still good. */
    async function contest() {
      const email = newAddress();
      const [auth, stranger] = [world.client(), world.client()];
      await auth.signUp({ email, password: PASSWORD, options: { data: { name: "Ada" } } });
      const first = await world.mail(email);
      await stranger.signUp({ email, password: THEIRS, options: { data: { name: "Mallory" } } });
      return { email, auth, stranger, first, second: await world.mail(email) };
    }

    it("leaves the earlier one's link, password and name as they are", async () => {
      const { email, first } = await contest();
      await follow(first.link);
      expect([await signIn(email, PASSWORD), await signIn(email, THEIRS)]).toEqual([
        "signed in",
        "invalid_credentials",
      ]);
      expect((await world.user(email))?.userMetadata).toEqual({ name: "Ada" });
    });

    it("activates by the later one's mail no password and no name, when it is opened anywhere else", async () => {
      for (const redeem of ["link", "code", "hash"] as const) {
        const { email, first, second } = await contest();
        if (redeem === "link") await follow(second.link);
        else if (redeem === "code") await world.client().verifyOtp({ email, type: "signup", token: second.code });
        else await world.client().verifyOtp({ type: "signup", token_hash: second.token });
        expect((await world.user(email))?.emailConfirmedAt).not.toBeNull();
        expect([await signIn(email, PASSWORD), await signIn(email, THEIRS)]).toEqual([
          "invalid_credentials",
          "invalid_credentials",
        ]);
        expect((await world.user(email))?.userMetadata).toEqual({});
        expect((await follow(first.link)).searchParams.get("error_code")).toBe("otp_expired");
      }
    });

    it("activates the later one's password in the browser that signed up", async () => {
      const { email, stranger, second } = await contest();
      await stranger.exchangeCodeForSession((await follow(second.link)).searchParams.get("code")!);
      expect([await signIn(email, THEIRS), await signIn(email, PASSWORD)]).toEqual([
        "signed in",
        "invalid_credentials",
      ]);
      expect((await world.user(email))?.userMetadata).toEqual({ name: "Mallory" });
    });

    it("confirms the address alone by a mail that is sent again", async () => {
      const { email } = await contest();
      world.clock.advance(61_000);
      await world.client().resend({ type: "signup", email });
      await follow((await world.mail(email)).link);
      expect([await signIn(email, PASSWORD), await signIn(email, THEIRS)]).toEqual([
        "invalid_credentials",
        "invalid_credentials",
      ]);
    });

    it("is none once the first mail has expired: the next sign-up counts", async () => {
      const email = newAddress();
      await world.client().signUp({ email, password: THEIRS, options: { data: { name: "Mallory" } } });
      world.clock.advance(601_000);
      await world.client().signUp({ email, password: PASSWORD });
      await follow((await world.mail(email)).link);
      expect([await signIn(email, PASSWORD), await signIn(email, THEIRS)]).toEqual([
        "signed in",
        "invalid_credentials",
      ]);
      expect((await world.user(email))?.userMetadata).toEqual({});
    });
  });

  it("keeps what a stranger said in a request for a magic link out of the account", async () => {
    const email = newAddress();
    await world.client().signInWithOtp({ email, options: { data: { name: "Mallory" } } });
    await world.mail(email);
    world.clock.advance(61_000);
    await world.client().signInWithOtp({ email, options: { data: { town: "London" } } });
    const { data } = await world.client().verifyOtp({ type: "magiclink", token_hash: (await world.mail(email)).token });
    expect(data.user?.user_metadata).toEqual({ town: "London" });
    expect(data.user?.identities?.[0]?.identity_data).not.toHaveProperty("name");
  });

  it("drops a password that was set before the mailbox was proven, when another mail proves it", async () => {
    const email = newAddress();
    await world.client().signUp({ email, password: "set by a stranger first" });
    await world.client().signInWithOtp({ email });
    const { code } = await world.mail(email);
    const { error } = await world.client().verifyOtp({ email, token: code, type: "email" });
    expect(error).toBeNull();
    expect((await world.user(email))?.passwordHash).toBeNull();
  });
});

describe("sign-up turned off", () => {
  it("is refused, and no account comes from a mailed link either [auth.signup]", async () => {
    const world = await startIdentity({ IDENTITY_SIGNUP: "false" });
    const email = newAddress();
    const { error } = await world.client().signUp({ email, password: PASSWORD });
    expect(error).toMatchObject({
      status: 422,
      code: "signup_disabled",
      message: "Signups not allowed for this instance",
    });
    expect((await world.client().signInWithOtp({ email })).error).toBeNull();
    expect(await world.mails(email)).toEqual([]);
    expect(await world.user(email)).toBeNull();
    await world.stop();
  });
});
