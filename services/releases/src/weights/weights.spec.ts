import { createHash, randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import path from "node:path";
import { brotliCompressSync } from "node:zlib";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "@jest/globals";
import { releasesClient } from "@tessera/contracts-releases/client.ts";
import { Release } from "@tessera/federation/composition.ts";
import { publishRelease } from "@tessera/federation/upload.ts";
import { startServices, type World } from "@tessera/testing/services.ts";
import { sql } from "drizzle-orm";
import { DeployTokens } from "../deploy-tokens.ts";
import { releasesService } from "../index.ts";
import { Releases } from "../operator.ts";
import { candidateOf } from "../testing/candidate.ts";
import { DEFAULT_BUDGET, Weights } from "./weights.ts";

let world: World;
let admin: ReturnType<typeof releasesClient>;
let stranger: ReturnType<typeof releasesClient>;
let token: string;
beforeAll(async () => {
  world = await startServices([releasesService], { environment: { TESSERA_ADMINS: "admin@example.com" } });
  const { nest } = world.application;
  await nest.get(DeployTokens).ensure(["shell", "items"]);
  await nest.get(Releases).publish([candidateOf("shell", "1.0.0"), candidateOf("items", "1.0.0")], "local build");
  token = JSON.parse(readFileSync(path.join(world.dataDir, "deploy-tokens.json"), "utf8")).items;
  admin = releasesClient(world.client(await world.token({ email: "admin@example.com" })));
  stranger = releasesClient(world.client(await world.token({ email: "stranger@example.com" })));
});
afterAll(() => world.stop());
afterEach(async () => {
  for (const { app } of (await admin.budgets()).items) await admin.clearBudget(app);
});

let version = 1;
/** A release with these files besides its own; those that begin with `first` are loaded by the first view. */
function heavy(files: Record<string, Buffer>) {
  version += 1;
  const { release, source } = candidateOf("items", `${version}.0.0`);
  const listed = Object.entries(files).map(([name, content]) => ({
    path: name,
    bytes: content.byteLength,
    integrity: `sha384-${createHash("sha384").update(content).digest("base64")}`,
  }));
  const first = Object.keys(files).filter((name) => name.startsWith("first"));
  return {
    release: Release.parse({
      ...release,
      files: [...release.files, ...listed],
      scripts: [...release.scripts, ...first],
    }),
    read: async (file: string) => new Uint8Array(files[file] ?? (await source!(file))),
  };
}
async function publish({ release, read }: ReturnType<typeof heavy>) {
  const send = (method: string, address: string, body: BodyInit | undefined, type: string) =>
    fetch(world.url + address, { method, body, headers: { authorization: `Bearer ${token}`, "content-type": type } });
  const { answer } = await publishRelease(send as never, release, read);
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
}
const releases = async () => (await admin.releases("items")).items;
/** Does not shrink. */
const noise = (bytes: number) => Buffer.from(randomBytes(bytes).toString("base64").slice(0, bytes));
const sent = (content: Buffer) => brotliCompressSync(content).byteLength;

describe("a release weighs", () => {
  it("what browsers are sent of the stored files: compressed, without source maps", async () => {
    const before = (await releases())[0]!.weight!;
    const files = {
      "first.js": Buffer.from("word ".repeat(20_000)),
      "later.js": noise(3000),
      "picture.png": randomBytes(2000),
      "later.js.map": noise(50_000),
    };
    expect((await publish(heavy(files))).status).toBe(201);
    const { weight, bytes } = (await releases())[0]!;
    const first = sent(files["first.js"]);
    expect(weight!.firstLoad - before.firstLoad).toBe(first);
    expect(weight!.total - before.total).toBe(first + sent(files["later.js"]) + 2000);
    expect(bytes).toBeGreaterThan(150_000);
  });

  it("something too when it was published before there were weights", async () => {
    const wanted = (await releases()).map(({ weight }) => weight);
    await world.database.system((tx) => tx.execute(sql`delete from releases.weight`));
    expect((await releases()).map(({ weight }) => weight)).toEqual(wanted.map(() => null));
    await world.application.nest.get(Weights).weighEarlier();
    expect((await releases()).map(({ weight }) => weight)).toEqual(wanted);
  });
});

describe("a budget", () => {
  it("refuses what is over it, by how much and with the heaviest files, whatever the publisher says", async () => {
    await admin.setBudget("items", { firstLoad: 10_000, total: 20_000 });
    const refused = await publish(
      heavy({ "first-a.js": noise(12_000), "first-b.js": noise(4_000), "c.js": noise(9_000) }),
    );
    expect(refused).toMatchObject({ status: 422, body: { code: "over_budget" } });
    expect(refused.body.detail).toMatch(
      /^Nothing was published: items is too heavy: its first view loads 12(\.\d)? kB of script, 2(\.\d)? kB over its budget of 10 kB \(first-a\.js 9(\.\d)? kB, first-b\.js 3(\.\d)? kB, entry\.js \d+ bytes\)\. Make it lighter/,
    );
    expect(refused.body.over).toMatchObject([
      { of: "firstLoad", budget: 10_000, files: [{ path: "first-a.js" }, { path: "first-b.js" }, {}] },
    ]);
    expect((await releases())[0]!.version).not.toBe(`${version}.0.0`);
    // Every file was sent: with a larger budget the same release is published without sending any.
    await admin.setBudget("items", { firstLoad: 20_000, total: 30_000 });
    expect((await publish(heavy({ "first-a.js": noise(12_000) }))).status).toBe(201);
  });

  it("of all files is not evaded by calling none of them first", async () => {
    await admin.setBudget("*", { firstLoad: 10_000, total: 10_000 });
    const refused = await publish(heavy({ "a.js": noise(20_000) }));
    expect(refused.body.over).toMatchObject([{ of: "total", budget: 10_000, files: [{ path: "a.js" }, {}] }]);
    await admin.setBudget("items", { firstLoad: 10_000, total: 30_000 }); // its own comes before that of all
    expect((await publish(heavy({ "a.js": noise(20_000) }))).status).toBe(201);
  });

  it("is there by default, and not for what a product is started with", async () => {
    expect(await admin.budgets()).toEqual({ default: DEFAULT_BUDGET, items: [] });
    const large = heavy({ "first.js": noise(500_000) });
    expect((await publish(large)).body).toMatchObject({ code: "over_budget" });
    const source = async (file: string) => Buffer.from(await large.read(file));
    const built = [{ release: large.release, source }];
    await world.application.nest.get(Releases).publish(built, "local build");
    expect((await releases())[0]).toMatchObject({ id: large.release.id });
    // What is known already is published again as it is: a way back is never too heavy.
    expect((await publish(large)).status).toBe(201);
  });

  it("is set and removed by administrators, each in the log", async () => {
    await admin.setBudget("items", { firstLoad: 10_000, total: 20_000 });
    await admin.clearBudget("items");
    await admin.clearBudget("items");
    expect((await admin.audit({ limit: 2 })).items.map(({ act, detail }) => [act, detail])).toEqual([
      ["budget_removed", ""],
      ["budget_changed", "first view 10000 bytes, all 20000 bytes"],
    ]);
    await expect(admin.setBudget("nobody", DEFAULT_BUDGET.remote)).rejects.toMatchObject({ status: 404 });
    await expect(admin.setBudget("items", { firstLoad: 0, total: 1 })).rejects.toMatchObject({ status: 400 });
    for (const refused of [
      stranger.budgets(),
      stranger.setBudget("*", DEFAULT_BUDGET.remote),
      stranger.clearBudget("*"),
    ])
      await expect(refused).rejects.toMatchObject({ status: 403, code: "administrators_only" });
    const deploy = releasesClient(world.client(token));
    await expect(deploy.setBudget("items", DEFAULT_BUDGET.remote)).rejects.toMatchObject({ status: 401 });
  });
});
