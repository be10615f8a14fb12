import { type IdentityWorld, newAddress, PASSWORD, startIdentity } from "../testing/identity-world.ts";

describe("the owner of an installation", () => {
  const rolesOf = async (world: IdentityWorld, emails: string[]) =>
    Promise.all(emails.map(async (email) => (await world.user(email))?.appMetadata.roles ?? null));

  it("is one, when many sign in first at the same instant", async () => {
    const world = await startIdentity();
    const admin = await world.admin();
    const emails = Array.from({ length: 8 }, newAddress);
    for (const email of emails) await admin.createUser({ email, password: PASSWORD, email_confirm: true });
    const answers = await Promise.all(emails.map((email) => world.client().signInWithPassword({ email, password: PASSWORD })));
    expect(answers.map(({ error }) => error)).toEqual(emails.map(() => null));
    expect((await rolesOf(world, emails)).filter((roles) => roles !== null)).toEqual([["owner"]]);
    await world.stop();
  });

  it("is one, when two transactions sign people in and neither sees the other", async () => {
    const world = await startIdentity();
    const admin = await world.admin();
    const emails = [newAddress(), newAddress()];
    const links: string[] = [];
    for (const email of emails) {
      await admin.createUser({ email, email_confirm: true });
      links.push((await admin.generateLink({ type: "magiclink", email })).data.properties!.hashed_token);
    }
    await Promise.all(links.map((token_hash) => world.client().verifyOtp({ type: "magiclink", token_hash })));
    expect((await rolesOf(world, emails)).filter((roles) => roles !== null)).toEqual([["owner"]]);
    await world.stop();
  });
});
