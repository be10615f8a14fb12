import { type IdentityWorld, PASSWORD, startIdentity } from "../../testing/identity-world.ts";

describe("signing out", () => {
  let world: IdentityWorld;
  beforeAll(async () => {
    world = await startIdentity();
  });
  afterAll(() => world.stop());

  /** One person signed in on three devices. */
  async function devices() {
    const { auth, email } = await world.person();
    const others = [world.client(), world.client()];
    for (const other of others) await other.signInWithPassword({ email, password: PASSWORD });
    const all = [auth, ...others];
    const tokens = await Promise.all(all.map(async (device) => (await device.getSession()).data.session!));
    const open = () =>
      Promise.all(
        tokens.map(async ({ access_token, refresh_token }) => {
          const seen = await world.call("GET", "user", undefined, { authorization: `Bearer ${access_token}` });
          const refreshed = await world.call("POST", "token?grant_type=refresh_token", { refresh_token });
          return [seen.status, refreshed.status];
        }),
      );
    return { first: auth, tokens, open };
  }
  const IN = [200, 200];
  const OUT = [403, 400];

  it("ends this session alone with scope local [auth.logout]", async () => {
    const { first, open } = await devices();
    expect((await first.signOut({ scope: "local" })).error).toBeNull();
    expect(await open()).toEqual([OUT, IN, IN]);
  });

  it("ends all others with scope others [auth.logout]", async () => {
    const { first, open } = await devices();
    expect((await first.signOut({ scope: "others" })).error).toBeNull();
    expect(await open()).toEqual([IN, OUT, OUT]);
  });

  it("ends all with scope global, which is the default, and no one else's [auth.logout]", async () => {
    const { tokens, open } = await devices();
    const bystander = await devices();
    const answer = await world.call("POST", "logout", undefined, {
      authorization: `Bearer ${tokens[0]!.access_token}`,
    });
    expect([answer.status, await answer.text()]).toEqual([204, ""]);
    expect(await open()).toEqual([OUT, OUT, OUT]);
    expect(await bystander.open()).toEqual([IN, IN, IN]);
  });

  it("refuses any other scope [auth.logout]", async () => {
    const { tokens, open } = await devices();
    const answer = await world.call("POST", "logout?scope=everyone", undefined, {
      authorization: `Bearer ${tokens[0]!.access_token}`,
    });
    expect([answer.status, await answer.json()]).toEqual([
      400,
      expect.objectContaining({ error_code: "validation_failed" }),
    ]);
    expect(await open()).toEqual([IN, IN, IN]);
  });

  it("lets the client sign out of a session that has ended already [auth.logout]", async () => {
    const { auth, session } = await world.person();
    await world.call("POST", "logout", undefined, { authorization: `Bearer ${session.access_token}` });
    expect((await auth.signOut()).error).toBeNull();
    expect((await auth.getSession()).data.session).toBeNull();
  });
});

describe("calls without a session", () => {
  let world: IdentityWorld;
  beforeAll(async () => {
    world = await startIdentity();
  });
  afterAll(() => world.stop());

  it("give an auth-session-missing error [auth.missing-session]", async () => {
    const auth = world.client();
    for (const { error } of [
      await auth.getUser(),
      await auth.updateUser({ data: {} }),
      await auth.refreshSession(),
      await auth.reauthenticate(),
    ]) {
      expect(error?.name).toBe("AuthSessionMissingError");
    }
    const { auth: signedOut, session } = await world.person();
    await world.call("POST", "logout", undefined, { authorization: `Bearer ${session.access_token}` });
    expect((await signedOut.getUser()).error?.name).toBe("AuthSessionMissingError");
  });

  it("are refused by the service with 401", async () => {
    for (const [method, path] of [
      ["GET", "user"],
      ["PUT", "user"],
      ["POST", "logout"],
      ["GET", "reauthenticate"],
    ] as const) {
      const answer = await world.call(method, path, method === "PUT" ? {} : undefined);
      expect([answer.status, await answer.json()]).toEqual([
        401,
        { code: 401, error_code: "no_authorization", msg: "This endpoint requires a valid Bearer token" },
      ]);
    }
  });
});
