/** Who may enter without an address; other specs here run the statements. @databases one */
import { follow, type IdentityWorld, newAddress, PASSWORD, startIdentity } from "../../testing/identity-world.ts";

const claimsOf = (token: string) => JSON.parse(Buffer.from(token.split(".")[1]!, "base64url").toString());

describe("anonymous people", () => {
  let world: IdentityWorld;
  beforeAll(async () => {
    world = await startIdentity({ IDENTITY_ANONYMOUS: "true", IDENTITY_MAILER_AUTOCONFIRM: "false" });
  });
  afterAll(() => world.stop());

  it("get a session of their own without an address [auth.signup]", async () => {
    const { data, error } = await world.client().signInAnonymously({ options: { data: { theme: "dark" } } });
    expect(error).toBeNull();
    expect(data.user).toMatchObject({
      is_anonymous: true,
      email: "",
      phone: "",
      user_metadata: { theme: "dark" },
      identities: [],
    });
    expect(claimsOf(data.session!.access_token)).toMatchObject({
      is_anonymous: true,
      role: "authenticated",
      amr: [{ method: "anonymous" }],
    });
  });

  it("become known by an address that they confirm, and keep their account [auth.user] [auth.verify]", async () => {
    const auth = world.client();
    const { data } = await auth.signInAnonymously();
    expect((await auth.updateUser({ password: PASSWORD })).error).toMatchObject({
      status: 422,
      code: "validation_failed",
    });
    const email = newAddress();
    expect((await auth.updateUser({ email })).data.user).toMatchObject({ new_email: email, is_anonymous: true });
    await follow((await world.mail(email)).link);
    const { data: known } = await auth.refreshSession();
    expect(known.user).toMatchObject({
      id: data.user!.id,
      email,
      is_anonymous: false,
      app_metadata: { provider: "email" },
    });
    expect(known.user?.identities).toHaveLength(1);
    expect(claimsOf(known.session!.access_token).is_anonymous).toBe(false);
  });
});

describe("anonymous sign-in", () => {
  it("is bounded by address, and off unless it is asked for", async () => {
    const world = await startIdentity({ IDENTITY_ANONYMOUS: "true", IDENTITY_RATE_LIMIT_FACTOR: "1" });
    const answers: (string | undefined)[] = [];
    for (let attempt = 0; attempt < 31; attempt++) {
      world.clock.advance(10_000); // the limit of sign-ups comes back meanwhile
      answers.push((await world.client().signInAnonymously()).error?.code);
    }
    expect(answers.slice(0, 30).every((code) => code === undefined)).toBe(true);
    expect(answers.at(-1)).toBeUndefined(); // ten seconds a piece gave some back
    for (let attempt = 0; attempt < 4; attempt++) answers.push((await world.client().signInAnonymously()).error?.code);
    expect(answers.at(-1)).toBe("over_request_rate_limit");
    await world.stop();
  });
});
