import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, it } from "@jest/globals";
import { userDeleted } from "@tessera/contracts-identity/events.ts";
import { releasesClient } from "@tessera/contracts-releases/client.ts";
import { Events } from "@tessera/service-kit";
import { startServices, type World } from "@tessera/testing/services.ts";
import { sql } from "drizzle-orm";
import { DeployTokens } from "./deploy-tokens.ts";
import { releasesService } from "./index.ts";
import { Releases } from "./operator.ts";
import { candidateOf } from "./testing/candidate.ts";

const userId = randomUUID();
let world: World;
let admin: ReturnType<typeof releasesClient>;

beforeAll(async () => {
  world = await startServices([releasesService], { environment: { TESSERA_ADMINS: "admin@example.com" } });
  admin = releasesClient(world.client(await world.token({ userId, email: "admin@example.com" })));
  await world.application.nest.get(DeployTokens).ensure(["shell", "items"]);
  const releases = world.application.nest.get(Releases);
  await releases.publish([candidateOf("shell", "1.0.0"), candidateOf("items", "1.0.0")], "local build");
  await releases.publish([candidateOf("items", "2.0.0")], "deploy token");
});
afterAll(() => world.stop());

it("says who did what to which release, newest first and page by page, of one app or of all", async () => {
  await admin.createApp({ name: "hello", owner: "Team Hello", prefixes: ["/hello"] });
  await admin.rollback("items", { reason: "drafts were lost" });
  await admin.revokeToken("hello");
  const first = await admin.audit({ limit: 2 });
  expect(first.items).toMatchObject([
    { app: "hello", actor: "admin@example.com", action: "token_revoked", release: null },
    {
      app: "items",
      actor: "admin@example.com",
      action: "rolled_back",
      release: { version: "1.0.0" },
      detail: "drafts were lost",
    },
  ]);
  const second = await admin.audit({ limit: 200, before: first.next! });
  expect(second.next).toBeNull();
  expect(second.items.map(({ app, action, actor }) => `${app} ${action} ${actor}`)).toEqual([
    "hello app_created admin@example.com",
    "items made_stable deploy token",
    "items published deploy token",
    "items made_stable local build",
    "items published local build",
    "shell made_stable local build",
    "shell published local build",
  ]);
  expect((await admin.audit({ app: "hello" })).items.map(({ action }) => action)).toEqual([
    "token_revoked",
    "app_created",
  ]);
});

it("is for administrators alone", async () => {
  const stranger = releasesClient(world.client(await world.token({ email: "stranger@example.com" })));
  await expect(stranger.audit()).rejects.toMatchObject({ status: 403, code: "administrators_only" });
  await expect(admin.audit({ before: "x" })).rejects.toMatchObject({ status: 400, code: "invalid_request" });
});

it("names nobody whose account is gone, and keeps what happened", async () => {
  const before = (await admin.audit({ limit: 200 })).items.length;
  await world.database.system((tx) => world.application.nest.get(Events).publish(tx, userDeleted, { userId }));
  await world.jobsIdle();
  const { items } = await admin.audit({ limit: 200 });
  expect(items).toHaveLength(before);
  expect(items.filter(({ actor }) => actor === "admin@example.com")).toEqual([]);
  expect(items[0]).toMatchObject({ action: "token_revoked", actor: "a former administrator" });
});

it("forgets after two years all but what says which release was stable", async () => {
  const { rows } = await world.database.system((tx) =>
    tx.execute<{ action: string }>(
      sql`select distinct action from releases.audit where ages_from is null order by action`,
    ),
  );
  expect(rows.map(({ action }) => action)).toEqual(["made_stable", "rolled_back"]);
});
