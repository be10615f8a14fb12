import { afterAll, beforeAll, expect, it } from "@jest/globals";
import { releasesClient } from "@tessera/contracts/releases-client.ts";
import { startServices, type World } from "@tessera/testing/services.ts";
import { z } from "zod";
import { DeployTokens } from "../deploy-tokens.ts";
import { Releases, releasesService } from "../index.ts";
import { candidateOf } from "../testing/candidate.ts";

/**
 * The rules of github.com/awslabs/frontend-discovery, schema/v1-pre.json at c0236772: which keys there are, which must be there, no others
 * but in `deployment`, and traffic from 0 to 100. Beyond it, what a reader needs: addresses that are addresses, integrities that browsers take.
 */
const Version = z.strictObject({
  url: z.url(),
  fallbackUrl: z.url().optional(),
  metadata: z.strictObject({ integrity: z.string().regex(/^sha384-[A-Za-z0-9+/]{64}$/), version: z.string() }),
  extras: z.record(z.string(), z.unknown()).optional(),
  deployment: z.looseObject({ traffic: z.number().min(0).max(100), default: z.boolean() }).optional(),
});
const unique = (versions: unknown[]) => new Set(versions.map((version) => JSON.stringify(version))).size === versions.length;
const FrontendDiscovery = z.strictObject({
  schema: z.url(),
  microFrontends: z.record(z.string(), z.array(Version).refine(unique, "must be unique")),
});

let world: World;
beforeAll(async () => {
  world = await startServices([releasesService], { environment: { TESSERA_ADMINS: "boss@example.com" } });
  await world.application.nest.get(DeployTokens).ensure(["shell", "items", "billing"]);
});
afterAll(() => world.stop());

const discover = async () => FrontendDiscovery.parse(await (await fetch(`${world.url}/api/releases/discovery`)).json());

it("answers in the schema of Frontend Discovery: nothing yet, stable alone, and a candidate with its share and its fallback", async () => {
  expect((await discover()).microFrontends).toEqual({});
  const releases = world.application.nest.get(Releases);
  await releases.publish([candidateOf("shell", "1.0.0"), candidateOf("items", "1.0.0"), candidateOf("billing", "1.0.0")], "test");
  const before = (await discover()).microFrontends;
  expect(Object.keys(before).sort()).toEqual(["tessera/billing", "tessera/items", "tessera/shell"]);
  for (const versions of Object.values(before))
    expect(versions.map(({ deployment }) => deployment)).toEqual([{ traffic: 100, default: true }]);

  await releases.publish([candidateOf("items", "2.0.0")], "test", [{ percent: 30, holdSeconds: 600, gate: { minLoads: 5 } }]);
  const [stable, candidate] = (await discover()).microFrontends["tessera/items"]!;
  expect([stable!.deployment, candidate!.deployment]).toEqual([
    { traffic: 70, default: true },
    { traffic: 30, default: false },
  ]);
  expect([stable!.metadata.version, candidate!.metadata.version]).toEqual(["1.0.0", "2.0.0"]);
  expect(candidate!.fallbackUrl).toBe(stable!.url);

  const admin = releasesClient(world.client(await world.token({ email: "boss@example.com" })));
  await admin.act("items", "promote");
  expect(
    (await discover()).microFrontends["tessera/items"]!.map(({ metadata, deployment }) => [metadata.version, deployment!.traffic]),
  ).toEqual([["2.0.0", 100]]);
});
