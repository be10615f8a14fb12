import { readFileSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, expect, it } from "@jest/globals";
import { releasesClient } from "@tessera/contracts-releases/client.ts";
import { startServices, type World } from "@tessera/testing/services.ts";
import { Ajv2019 } from "ajv/dist/2019.js";
import { z } from "zod";
import { DeployTokens } from "../deploy-tokens.ts";
import { releasesService } from "../index.ts";
import { Releases } from "../operator.ts";
import { candidateOf } from "../testing/candidate.ts";
import type { Version } from "./discovery.ts";

/** Published by github.com/awslabs/frontend-discovery. */
const schema = JSON.parse(readFileSync(path.join(import.meta.dirname, "published/v1-pre.json"), "utf8")) as object;
// Not strict: the schema gives the rules of versions as those of a tuple without a length, which Ajv's strict mode
// refuses.
const follows = new Ajv2019({ strict: false, allErrors: true }).compile<FrontendDiscovery>(schema);
interface FrontendDiscovery {
  schema: string;
  microFrontends: Record<string, Version[]>;
}

/** Beyond the schema, what a reader needs: addresses that are addresses, integrities that browsers take. */
const Usable = z.looseObject({
  url: z.url(),
  fallbackUrl: z.url().optional(),
  metadata: z.object({ integrity: z.string().regex(/^sha384-[A-Za-z0-9+/]{64}$/), version: z.string() }),
});

let world: World;
beforeAll(async () => {
  world = await startServices([releasesService], { environment: { TESSERA_ADMINS: "boss@example.com" } });
  await world.application.nest.get(DeployTokens).ensure(["shell", "items", "billing"]);
});
afterAll(() => world.stop());

function requireSchema(answer: unknown): asserts answer is FrontendDiscovery {
  if (!follows(answer)) throw new Error(JSON.stringify(follows.errors));
}

async function discover(): Promise<FrontendDiscovery> {
  const answer: unknown = await (await fetch(`${world.url}/api/releases/discovery`)).json();
  requireSchema(answer);
  // As published, the rules of a tuple hold for the first version of each list alone: each is judged as the first.
  for (const versions of Object.values(answer.microFrontends)) {
    for (const version of versions) requireSchema({ ...answer, microFrontends: { one: [version] } });
    z.array(Usable).parse(versions);
  }
  return answer;
}

it("is judged by a schema that refuses what is not in it", () => {
  const version = { url: "/a.js", metadata: { integrity: "sha384-a", version: "1" } };
  const answer = (changed: object) => ({ schema: "v1-pre", microFrontends: { a: [{ ...version, ...changed }] } });
  expect(follows(answer({ extras: { anything: 1 } }))).toBe(true);
  for (const changed of [
    { url: 1 },
    { metadata: { version: "1" } },
    { more: 1 },
    { deployment: { traffic: 101, default: true } },
  ])
    expect(follows(answer(changed))).toBe(false);
});

it("answers in the schema of Frontend Discovery: nothing yet, stable alone, and a candidate with its share and its fallback", async () => {
  expect((await discover()).microFrontends).toEqual({});
  const releases = world.application.nest.get(Releases);
  await releases.publish(
    [candidateOf("shell", "1.0.0"), candidateOf("items", "1.0.0"), candidateOf("billing", "1.0.0")],
    "test",
  );
  const before = (await discover()).microFrontends;
  expect(Object.keys(before).sort()).toEqual(["tessera/billing", "tessera/items", "tessera/shell"]);
  for (const versions of Object.values(before))
    expect(versions.map(({ deployment }) => deployment)).toEqual([{ traffic: 100, default: true }]);

  await releases.publish([candidateOf("items", "2.0.0")], "test", {
    steps: [{ percent: 30, holdSeconds: 600, gate: { minLoads: 5 } }],
  });
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
    (await discover()).microFrontends["tessera/items"]!.map(({ metadata, deployment }) => [
      metadata.version,
      deployment!.traffic,
    ]),
  ).toEqual([["2.0.0", 100]]);
});
