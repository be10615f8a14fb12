import { afterAll, beforeAll, expect, it } from "@jest/globals";
import type { Recall } from "@tessera/federation/composition.ts";
import { ReleaseRegistry } from "@tessera/federation/registry.ts";
import { startServices, type World } from "@tessera/testing/services.ts";
import { machine } from "./audit.ts";
import { DeployTokens } from "./deploy-tokens.ts";
import { releasesService } from "./index.ts";
import { Releases } from "./operator.ts";
import { Rollouts } from "./rollouts/rollouts.ts";
import { candidateOf } from "./testing/candidate.ts";

const ANYBODY = { cookies: "", sessionCookie: "session" };
const idOf = (version: string) => candidateOf("items", version).release.id;
const ALL = { steps: [{ percent: 100, holdSeconds: 3600, gate: { minLoads: 30 } }] };

let world: World;
let elsewhere: ReleaseRegistry;
const leave = new AbortController();
const received: Recall[] = [];
let wake = () => {};

beforeAll(async () => {
  world = await startServices([releasesService], { environment: { TESSERA_ADMINS: "admin@example.com" } });
  await world.application.nest.get(DeployTokens).ensure(["shell", "items"]);
  const beside = await world.startBeside([releasesService]);
  elsewhere = beside.nest.get(ReleaseRegistry);
  void (async () => {
    for await (const recall of elsewhere.recalls(leave.signal)) {
      received.push(recall);
      wake();
    }
  })();
});
afterAll(async () => {
  leave.abort();
  await world.stop();
});

const next = async () => {
  if (!received.length) await new Promise<void>((resolve) => (wake = resolve));
  return received.shift();
};
const given = async () => (await elsewhere.resolve(ANYBODY))!.composition.remotes[0]!.release.id;

it("reach the pages of every process, which then get what is live now, not what was live a moment ago", async () => {
  const releases = world.application.nest.get(Releases);
  const rollouts = world.application.nest.get(Rollouts);
  await releases.publish([candidateOf("shell", "1.0.0"), candidateOf("items", "1.0.0")], "local build");
  await releases.publish([candidateOf("items", "2.0.0")], "deploy token", ALL);
  expect(await given()).toBe(idOf("2.0.0"));
  await rollouts.abort("items", machine("health gate"));
  expect(await next()).toEqual({ app: "items", releases: [idOf("2.0.0")] });
  expect(await given()).toBe(idOf("1.0.0"));

  await releases.publish([candidateOf("items", "3.0.0")], "deploy token");
  await rollouts.rollback("items", machine("test"), {});
  expect(await next()).toEqual({ app: "items", releases: [idOf("3.0.0")] });
  expect(await given()).toBe(idOf("1.0.0"));
  expect(received).toEqual([]); // no publication and no step forward is one
});
