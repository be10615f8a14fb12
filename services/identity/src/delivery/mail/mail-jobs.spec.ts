import { mailAsked } from "@tessera/contracts-identity/events.ts";
import { Events } from "@tessera/service-kit";
import { sql } from "drizzle-orm";
import { type IdentityWorld, newAddress, startIdentity } from "../../testing/identity-world.ts";

/** What is kept of mails for the list of a person's background jobs. */
let world: IdentityWorld;
beforeAll(async () => {
  world = await startIdentity();
});
afterAll(() => world.stop());

interface Seen extends Record<string, unknown> {
  user_id: string | null;
  title: string;
  state: string;
  withheld: boolean;
  row: string;
}
const seen = async () => {
  await world.jobsIdle();
  const { rows } = await world.database.system((tx) =>
    tx.execute<Seen>(
      sql`select user_id, title, state, withheld, j::text as row from kit.job j where queue = 'identity.mail'`,
    ),
  );
  return rows;
};

it("is a line of whose account it is, without address, link, code or a word of what it says", async () => {
  const { auth, email, user } = await world.person();
  await auth.signInWithOtp({ email });
  const notice = {
    key: "a",
    subject: "Used up",
    lead: "You used it.",
    note: "",
    action: { label: "See", path: "/usage" },
  };
  await world.database.system((tx) =>
    world.application.nest.get(Events).publish(tx, mailAsked, { userId: user.id, ...notice }),
  );
  const { code, token } = await world.mail(email);
  const lines = (await seen()).filter(({ user_id }) => user_id === user.id);
  expect(lines.map(({ title, state, withheld }) => [title, state, withheld]).sort()).toEqual([
    ["Mail to sign in", "done", true],
    ["Mail with a notice", "done", true],
  ]);
  for (const { row } of lines)
    for (const said of [email, code, token, "Used up", "You used it."].filter(Boolean)) expect(row).not.toContain(said);
});

it("is nobody's where it tells of no account", async () => {
  const before = (await seen()).length;
  await world.client().resetPasswordForEmail(newAddress());
  expect(await seen()).toHaveLength(before);
});
