import { type Change, Changes } from "@tessera/service-kit";
import { until } from "@tessera/testing/until.ts";
import { type IdentityWorld, PASSWORD, startIdentity } from "../../testing/identity-world.ts";

let world: IdentityWorld;
beforeAll(async () => {
  world = await startIdentity();
});
afterAll(() => world.stop());

it("a person's open pages learn that a session began or ended, and nothing else of it", async () => {
  const { email, user } = await world.person();
  const stranger = await world.person();
  const changes = world.application.nest.get(Changes);
  const seen: Change[] = [];
  const feed = await changes.follow({ missed: () => undefined, changed: (change) => seen.push(change) });
  await changes.watch((await changes.tables()).get("identity.sessions")!, user.id);
  const other = world.client();
  await world.client().signInWithPassword({ email: stranger.email, password: PASSWORD });
  await other.signInWithPassword({ email, password: PASSWORD });
  await other.signOut({ scope: "local" });
  await until("the end of the session", () => seen.some(({ type }) => type === "DELETE"));
  const id = seen[0]!.record.id;
  expect(seen.map(({ type, userId, record }) => ({ type, userId, record }))).toEqual([
    { type: "INSERT", userId: user.id, record: { id, user_id: user.id } },
    { type: "DELETE", userId: user.id, record: { id, user_id: user.id } },
  ]);
  await feed.close();
});
