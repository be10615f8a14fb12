import { afterAll, beforeAll, expect, it } from "@jest/globals";
import { Module } from "@nestjs/common";
import { Manifest } from "@tessera/federation/manifest.ts";
import type { Application, ServiceDefinition } from "@tessera/service-kit";
import { startServices, type World } from "@tessera/testing/services.ts";
import { sql } from "drizzle-orm";
import { DeployTokens } from "./deploy-tokens.ts";
import { releasesService } from "./index.ts";
import { Releases } from "./operator.ts";
import { candidateOf } from "./testing/candidate.ts";

@Module({})
class Mail {}
/** A service of another process, beside which the registry runs. */
const mail = (contract: string): ServiceDefinition => ({
  name: "mail",
  title: "Mail",
  contract,
  module: Mail,
  schema: "mail",
  migrations: [],
});

let world: World;
const beside: Application[] = [];
beforeAll(async () => {
  world = await startServices([releasesService]);
  await world.application.nest.get(DeployTokens).ensure(["shell", "items"]);
  await world.application.nest
    .get(Releases)
    .publish([candidateOf("shell", "1.0.0"), candidateOf("items", "1.0.0")], "test");
});
afterAll(async () => {
  await Promise.allSettled(beside.map((application) => application.close()));
  await world.stop();
});

const start = async (contract: string) => {
  const application = await world.startBeside([mail(contract)]);
  beside.push(application);
  return application;
};
let number = 1;
/** @returns why a release that needs this contract is refused, null when it is published */
async function refusal(range: string): Promise<string | null> {
  number += 1;
  const manifest = Manifest.parse({ name: "items", title: "Items", routes: [], requires: { "contracts/mail": range } });
  const [outcome] = await Promise.allSettled([
    world.application.nest.get(Releases).publish([candidateOf("items", `1.0.${number}`, { manifest })], "test"),
  ]);
  return outcome.status === "fulfilled" ? null : /, and (.*)\.$/.exec((outcome.reason as Error).message)![1]!;
}

it("judges what a release requires by the services of all live processes: each version that is served has to do", async () => {
  expect(await refusal("^1.0.0")).toBe("no live service serves it");
  const old = await start("1.2.0");
  expect(await refusal("^1.0.0")).toBeNull();
  expect(await refusal("^1.3.0")).toBe("1.2.0 is live");
  // While the service is exchanged, a page may be answered by the one or the other.
  await start("1.10.0");
  expect(await refusal("^1.3.0")).toBe("1.2.0 is live");
  expect(await refusal("^1.2.0")).toBeNull();
  expect(await refusal("^2.0.0")).toBe("1.2.0 and 1.10.0 are live");
  await old.close();
  expect(await refusal("^1.3.0")).toBeNull();
});

it("forgets a process that was killed", async () => {
  const silent = async (process: string) =>
    world.database.system((tx) =>
      tx.execute(sql`update kit.contract set seen_at = now() - interval '40 s' where process like ${`%:${process}`}`),
    );
  const killed = await start("1.0.0");
  expect(await refusal("^1.10.0")).toBe("1.0.0 is live");
  await silent(String(killed.config.port));
  expect(await refusal("^1.10.0")).toBeNull();
});
