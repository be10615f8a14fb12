import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import path from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "@jest/globals";
import { releasesClient } from "@tessera/contracts-releases/client.ts";
import type { ChangeFlag } from "@tessera/contracts-releases/flag.ts";
import { Manifest } from "@tessera/federation/manifest.ts";
import { ReleaseRegistry } from "@tessera/federation/registry.ts";
import { startServices, type World } from "@tessera/testing/services.ts";
import { Apps } from "../apps/apps.ts";
import { DeployTokens } from "../deploy-tokens.ts";
import { releasesService } from "../index.ts";
import { LiveState } from "../live-state.ts";
import { Releases } from "../operator.ts";
import { candidateOf } from "../testing/candidate.ts";
import { isSetFor } from "./evaluate.ts";

const EDITOR = { title: "The new editor", default: false };
const ORDER = { title: "Order of cards", variants: { newest: "Newest first", smart: "Smart" }, default: "newest" };
const REASON = "the team tries it";

let world: World;
let admin: ReturnType<typeof releasesClient>;
let stranger: ReturnType<typeof releasesClient>;
let items: ReturnType<typeof releasesClient>;
const app = (name: string, version: string, flags?: object) =>
  candidateOf(name, version, {
    manifest: Manifest.parse({
      name,
      title: name,
      routes: [{ id: name, path: `/${name}`, title: name }],
      requires: { "shell-api": "^1.0.0" },
      ...(flags ? { flags } : {}),
    }),
  });
const publish = (...given: ReturnType<typeof app>[]) => world.application.nest.get(Releases).publish(given, "test");
beforeAll(async () => {
  world = await startServices([releasesService], { environment: { TESSERA_ADMINS: "admin@example.com" } });
  const { nest } = world.application;
  await nest.get(DeployTokens).ensure(["shell", "items", "billing"]);
  const first = [app("items", "1.0.0", { editor: EDITOR, order: ORDER }), app("billing", "1.0.0", { editor: EDITOR })];
  await nest.get(Apps).ensure(first.map(({ release }) => release));
  await publish(candidateOf("shell", "1.0.0"), ...first);
  const tokens = JSON.parse(readFileSync(path.join(world.dataDir, "deploy-tokens.json"), "utf8"));
  items = releasesClient(world.client(tokens.items));
  admin = releasesClient(world.client(await world.token({ email: "admin@example.com" })));
  stranger = releasesClient(world.client(await world.token({ email: "stranger@example.com" })));
});
afterAll(() => world.stop());
afterEach(async () => {
  for (const { app: owner, key, changedAt } of (await admin.flags()).items)
    if (changedAt) await admin.removeFlag(owner, key, "the test is over");
});

const change = (parts: Partial<ChangeFlag> = {}): ChangeFlag => ({
  value: true,
  percent: 0,
  people: [],
  reason: REASON,
  ...parts,
});
/** What a browser without a session gets, by the subject in its cookie. */
async function pageOf(cookies = "") {
  const registry = world.application.nest.get(ReleaseRegistry);
  const page = (await registry.resolve({ cookies, sessionCookie: "session" }))!;
  const remote = (name: string) => page.composition.remotes.find((one) => one.name === name)!;
  return {
    page,
    values: (name: string) => remote(name).flagValues,
    cookie: [cookies, ...page.cookies].filter(Boolean).join("; "),
  };
}
const flag = async (owner: string, key: string) => (await admin.flagsOf(owner)).items.find((one) => one.key === key)!;

describe("a page", () => {
  it("has what each app declares, under its own name", async () => {
    const { values } = await pageOf();
    expect(values("items")).toEqual({ editor: false, order: "newest" });
    expect(values("billing")).toEqual({ editor: false });
  });

  it("has what was set, of that app alone, and is the same build", async () => {
    const before = await pageOf();
    await admin.setFlag("items", "editor", change({ percent: 100 }));
    await admin.setFlag("items", "order", change({ value: "smart", percent: 100 }));
    const after = await pageOf();
    expect(after.values("items")).toEqual({ editor: true, order: "smart" });
    expect(after.values("billing")).toEqual({ editor: false });
    expect(after.page.composition.buildId).toBe(before.page.composition.buildId);
  });

  it("keeps its cohort from load to load, and people only join while the percentage grows", async () => {
    const visitors = await Promise.all(Array.from({ length: 40 }, () => pageOf()));
    const inAt = async (percent: number) => {
      await admin.setFlag("items", "editor", change({ percent }));
      const pages = await Promise.all(visitors.map(({ cookie }) => pageOf(cookie)));
      return pages.map(({ values }) => values("items")!.editor);
    };
    expect(await inAt(0)).not.toContain(true);
    const half = await inAt(50);
    expect(half).toContain(true);
    expect(half).toContain(false);
    expect(await inAt(50)).toEqual(half);
    const most = await inAt(90);
    expect(half.every((was, index) => !was || most[index])).toBe(true);
    expect(await inAt(100)).not.toContain(false);
  });

  it("has what is set for its person, by id, address or domain, whatever the percentage", async () => {
    await admin.setFlag("items", "editor", change({ people: ["Ada@Example.com", "@halvorsen.example"] }));
    const [stored] = (await world.application.nest.get(LiveState).read()).flags;
    const isIn = (person: { userId: string; email: string } | null) =>
      isSetFor(stored!, { subject: randomUUID(), person: person && { ...person, roles: [] } });
    expect(isIn({ userId: randomUUID(), email: "ada@example.com" })).toBe(true);
    expect(isIn({ userId: randomUUID(), email: "Ines@Halvorsen.example" })).toBe(true);
    expect(isIn({ userId: randomUUID(), email: "eve@example.com" })).toBe(false);
    expect(isIn(null)).toBe(false);
  });

  it("has the default of a release that does not know the variant", async () => {
    await admin.setFlag("items", "order", change({ value: "smart", percent: 100 }));
    await publish(app("items", "1.1.0", { editor: EDITOR, order: { ...ORDER, variants: { newest: "Newest first" } } }));
    expect((await pageOf()).values("items")).toEqual({ editor: false, order: "newest" });
    await publish(app("items", "1.2.0", { editor: EDITOR, order: ORDER }));
    expect((await pageOf()).values("items")).toEqual({ editor: false, order: "smart" });
  });
});

describe("a flag", () => {
  it("is changed by administrators and by its app's token, and by nobody else", async () => {
    expect((await items.setFlag("items", "editor", change({ percent: 10 }))).setting).toEqual({
      value: true,
      percent: 10,
      people: [],
    });
    expect((await items.flagsOf("items")).items).toHaveLength(2);
    await expect(items.setFlag("billing", "editor", change())).rejects.toMatchObject({ status: 401 });
    await expect(items.flagsOf("billing")).rejects.toMatchObject({ status: 401 });
    await expect(items.flags()).rejects.toMatchObject({ status: 401 });
    for (const refused of [
      stranger.flags(),
      stranger.setFlag("items", "editor", change()),
      stranger.flagBack("items", "editor", REASON),
      stranger.removeFlag("items", "editor", REASON),
    ])
      await expect(refused).rejects.toMatchObject({ status: 403 });
    expect((await flag("billing", "editor")).setting).toBeNull();
    expect((await flag("items", "editor")).setting!.percent).toBe(10);
  });

  it("must be declared, and have one of its values", async () => {
    await expect(admin.setFlag("items", "nothing", change())).rejects.toMatchObject({ code: "flag_not_found" });
    await expect(admin.setFlag("items", "order", change({ value: "oldest" }))).rejects.toMatchObject({
      code: "bad_flag_value",
      message: "The flag order can be newest, smart; nothing was changed.",
    });
    await expect(admin.setFlag("items", "editor", change({ value: "smart" }))).rejects.toMatchObject({ status: 422 });
    await expect(admin.setFlag("items", "editor", change({ reason: " " }))).rejects.toMatchObject({ status: 400 });
  });

  it("goes back to what it was, its people too, and forward again", async () => {
    const first = { value: true, percent: 10, people: ["@example.com", "ada@example.com"] };
    const second = { value: true, percent: 50, people: ["ada@example.com"] };
    await admin.setFlag("items", "editor", change(first));
    await admin.setFlag("items", "editor", change(second));
    expect(await admin.flagBack("items", "editor", REASON)).toMatchObject({ setting: first, before: second });
    expect(await admin.flagBack("items", "editor", REASON)).toMatchObject({ setting: second, before: first });
    await admin.removeFlag("items", "editor", REASON);
    await admin.setFlag("items", "editor", change(first));
    expect(await admin.flagBack("items", "editor", REASON)).toMatchObject({ setting: null, before: first });
    expect((await pageOf()).values("items")!.editor).toBe(false);
  });

  it("is named stale once no release that people get declares it, and can be removed then", async () => {
    await admin.setFlag("items", "editor", change({ percent: 100 }));
    await publish(app("items", "2.0.0", { order: ORDER }));
    expect(await flag("items", "editor")).toMatchObject({ declared: null, setting: { percent: 100 } });
    // The release that pages fall back to still asks for it.
    expect((await pageOf()).values("items")).toEqual({ order: "newest", editor: true });
    await expect(admin.setFlag("items", "editor", change())).rejects.toMatchObject({ code: "flag_not_found" });
    await admin.removeFlag("items", "editor", REASON);
    expect(await flag("items", "editor")).toBeUndefined();
    await publish(app("items", "2.1.0", { editor: EDITOR, order: ORDER }));
  });

  it("is in the log with who, what and why, and without the people", async () => {
    await admin.setFlag("items", "editor", change({ percent: 25, people: ["ada@example.com"] }));
    await items.flagBack("items", "editor", "it was slow");
    const { items: entries } = await admin.audit({ app: "items", limit: 2 });
    expect(entries.map(({ act, actor, detail }) => [act, actor, detail])).toEqual([
      ["flag_rolled_back", "deploy token", "editor, as the app declares: it was slow"],
      ["flag_changed", "admin@example.com", `editor, true for 25 % and 1 named: ${REASON}`],
    ]);
  });
});
