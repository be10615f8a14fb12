import { afterAll, beforeAll, expect, it } from "@jest/globals";
import { ADMINISTRATORS_KEY, type Change, Changes } from "@tessera/service-kit";
import { startServices, type World } from "@tessera/testing/services.ts";
import { until } from "@tessera/testing/until.ts";
import { machine } from "./audit.ts";
import { DeployTokens } from "./deploy-tokens.ts";
import { releasesService } from "./index.ts";
import { Releases } from "./operator.ts";
import { RolloutDriver } from "./rollouts/rollout-driver.ts";
import { Rollouts } from "./rollouts/rollouts.ts";
import { candidateOf } from "./testing/candidate.ts";

let world: World;
let feed: { close(): Promise<void> };
const seen: Change[] = [];

beforeAll(async () => {
  world = await startServices([releasesService], { environment: { TESSERA_ADMINS: "admin@example.com" } });
  await world.application.nest.get(DeployTokens).ensure(["shell", "items"]);
  const changes = world.application.nest.get(Changes);
  feed = await changes.follow({ missed: () => undefined, changed: (change) => seen.push(change) });
  await changes.watch((await changes.tables()).get("releases.activity")!, ADMINISTRATORS_KEY);
});
afterAll(async () => {
  await feed.close();
  await world.stop();
});

const seenOf = async (count: number) => {
  await until(`${count} changes`, () => seen.length >= count, { state: () => seen.map(({ record }) => record) });
  expect(seen).toHaveLength(count);
};

it("is what administrators' pages follow: every act, and evidence when it changed, not when it was looked at", async () => {
  const steps = [{ percent: 50, holdSeconds: 3600, gate: { minLoads: 30 } }];
  const releases = world.application.nest.get(Releases);
  await releases.publish([candidateOf("shell", "1.0.0"), candidateOf("items", "1.0.0")], "local build");
  await seenOf(4); // published and made stable, both
  await releases.publish([candidateOf("items", "2.0.0")], "deploy token", { steps });
  await seenOf(6); // published, its rollout started
  const driver = world.application.nest.get(RolloutDriver);
  await driver.evaluate();
  await driver.evaluate();
  await world.application.nest.get(Rollouts).pause("items", machine("test"));
  await seenOf(8); // the first evidence, and the pause
  expect(Object.keys(seen.at(-1)!.record).sort()).toEqual(["app", "at"]);
});
