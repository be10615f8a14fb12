import { randomUUID } from "node:crypto";
import { type IdentityWorld, newAddress, PASSWORD, startIdentity } from "../testing/identity-world.ts";
import { identities } from "./tables.ts";

let world: IdentityWorld;
beforeAll(async () => {
  world = await startIdentity();
});
afterAll(() => world.stop());

/** What a browser sends of a session: @supabase/ssr's cookie, and the access token beside it. */
const sentWith = (session: { access_token: string }) => ({
  cookie: `sb-tessera-auth-token=base64-${Buffer.from(JSON.stringify(session)).toString("base64url")}`,
  authorization: `Bearer ${session.access_token}`,
});
const sizeOf = (session: { access_token: string }) => Object.values(sentWith(session)).join("").length;
const claimsOf = (session: { access_token: string }) =>
  JSON.parse(Buffer.from(session.access_token.split(".")[1]!, "base64url").toString()) as Record<
    string,
    Record<string, unknown>
  >;

/** As accounts were that hold more than is taken today, in every place that a session has. */
async function overgrown() {
  const person = await world.person();
  const many = Object.fromEntries(Array.from({ length: 40 }, (_, index) => [`key${index}`, "ü".repeat(100)]));
  await world.setUser(person.user.id, {
    userMetadata: { ...many, name: "Ada" },
    appMetadata: { ...many, provider: "email", providers: ["email"], roles: ["admin"] },
  });
  const now = new Date();
  await world.database.system((tx) =>
    tx.insert(identities).values(
      Array.from({ length: 30 }, (_, index) => ({
        id: randomUUID(),
        userId: person.user.id,
        provider: `provider${index}`,
        providerId: `${person.user.id}-${index}`,
        identityData: { bio: "x".repeat(4000), sub: `${index}`, email: `${index}@example.com` },
        createdAt: now,
        updatedAt: now,
      })),
    ),
  );
  return person;
}

describe("an account that holds more than a session can carry", () => {
  it("signs in, refreshes and reads itself with what fits into a browser's requests", async () => {
    const { email } = await overgrown();
    const auth = world.client();
    const { data } = await auth.signInWithPassword({ email, password: PASSWORD });
    const { data: renewed } = await auth.refreshSession();
    const { data: read } = await auth.getUser();
    for (const session of [data.session!, renewed.session!, { ...data.session!, user: read.user! }]) {
      expect(sizeOf(session)).toBeLessThan(15_000);
      expect((await fetch(`${world.url}/auth/v1/user`, { headers: sentWith(session) })).status).toBe(200);
    }
    expect(claimsOf(data.session!).app_metadata).toMatchObject({ roles: ["admin"], provider: "email" });
    expect(data.user?.identities?.[0]).toMatchObject({ provider: "email", identity_data: { email } });
  });

  it("can be made smaller by its person", async () => {
    const { email } = await overgrown();
    const auth = world.client();
    await auth.signInWithPassword({ email, password: PASSWORD });
    const removed = Object.fromEntries(Array.from({ length: 40 }, (_, index) => [`key${index}`, null]));
    const { data, error } = await auth.updateUser({ data: removed });
    expect(error).toBeNull();
    expect((await world.user(email))?.userMetadata).toEqual({ name: "Ada" });
    expect(data.user?.email).toBe(email);
  });
});

describe("metadata", () => {
  it("is taken up to a size, one request after the other, by sign-up and by changes", async () => {
    const { auth, email } = await world.person();
    expect((await auth.updateUser({ data: { one: "x".repeat(600) } })).error).toBeNull();
    const { error } = await auth.updateUser({ data: { two: "x".repeat(600) } });
    expect(error).toMatchObject({
      status: 400,
      code: "validation_failed",
      message: "Metadata must be at most 1024 bytes of JSON",
    });
    expect(Object.keys((await world.user(email))?.userMetadata ?? {})).toEqual(["one"]);
    const signUp = await world.call("POST", "signup", {
      email: newAddress(),
      password: PASSWORD,
      data: { name: "ü".repeat(600) },
    });
    expect(signUp.status).toBe(400);
    const { error: administrators } = await (await world.admin()).updateUserById((await world.user(email))!.id, {
      app_metadata: { notes: "x".repeat(1100) },
    });
    expect(administrators).toMatchObject({ status: 400 });
  });
});
