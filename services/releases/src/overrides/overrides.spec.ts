import { createHmac } from "node:crypto";
import { readFileSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { releasesClient } from "@tessera/contracts-releases/client.ts";
import { Manifest } from "@tessera/federation/manifest.ts";
import type { IssuedOverride } from "@tessera/federation/overrides.ts";
import { ReleaseRegistry } from "@tessera/federation/registry.ts";
import { startServices, type World } from "@tessera/testing/services.ts";
import { DeployTokens } from "../deploy-tokens.ts";
import { releasesService } from "../index.ts";
import { Releases } from "../operator.ts";
import { candidateOf } from "../testing/candidate.ts";

const ADMIN = "boss@example.com";
const ADDRESS = "http://localhost:5999/items/";
let world: World;
let registry: ReleaseRegistry;
let deploy: Record<string, string>;

beforeAll(async () => {
  world = await startServices([releasesService], { environment: { TESSERA_ADMINS: ADMIN, NODE_ENV: "production" } });
  registry = world.application.nest.get(ReleaseRegistry);
  await world.application.nest.get(DeployTokens).ensure(["shell", "items", "billing"]);
  deploy = JSON.parse(readFileSync(path.join(world.dataDir, "deploy-tokens.json"), "utf8"));
  await world.application.nest
    .get(Releases)
    .publish([candidateOf("shell", "1.0.0"), candidateOf("items", "1.0.0"), candidateOf("billing", "1.0.0")], "test");
});
afterAll(() => world.stop());

async function post(body: object, token = deploy.items) {
  const response = await fetch(`${world.url}/api/releases/overrides`, {
    method: "POST",
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  return { status: response.status, body: (await response.json()) as IssuedOverride & { code: string } };
}
const ask = async (more: object = {}) => (await post({ app: "items", url: ADDRESS, ...more })).body;
/** Issued and opened: `token` is what the browser keeps. */
async function issue(more: object = {}) {
  const issued = await ask(more);
  const answer = await open(`token=${issued.token}`);
  return { ...issued, token: /^tessera-override=([^;]+);/.exec(answer.headers.getSetCookie()[0]!)![1]! };
}
const open = (query: string) => fetch(`${world.url}/builds/override?${query}`, { redirect: "manual" });
const cookieFor = (...tokens: string[]) => `a=b; tessera-override=${tokens.join("~")}; c=d`;
const composition = async (cookies: string) =>
  (await registry.resolve({ cookies, sessionCookie: "session" }))!.composition;
const baseOf = async (cookies: string, app = "items") =>
  (await composition(cookies)).remotes.find(({ name }) => name === app)!.release.base;

describe("an override", () => {
  it("is issued by the app's deploy token and by administrators, and logged; by nobody else", async () => {
    expect(await post({ app: "items", url: "http://127.0.0.1:5999" })).toMatchObject({
      status: 201,
      body: { url: "http://127.0.0.1:5999/" },
    });
    const boss = await world.token({ email: ADMIN });
    expect((await post({ app: "items", url: "https://localhost:5999/a" }, boss)).status).toBe(201);
    expect(await post({ app: "nothing", url: ADDRESS }, boss)).toMatchObject({
      status: 404,
      body: { code: "app_not_found" },
    });
    expect((await post({ app: "items", url: ADDRESS }, deploy.billing)).status).toBe(401);
    expect((await post({ app: "items", url: ADDRESS }, "")).status).toBe(401);
    expect((await post({ app: "items", url: ADDRESS }, await world.token())).status).toBe(403);
    const { timeline } = await releasesClient(world.client(boss)).overview();
    expect(
      timeline
        .filter(({ action }) => action === "override_issued")
        .map(({ app, actor, detail }) => [app, actor, detail]),
    ).toEqual([
      ["items", ADMIN, "https://localhost:5999/a/"],
      ["items", "deploy token", "http://127.0.0.1:5999/"],
    ]);
  });

  it.each([
    "http://elsewhere.example:5999/",
    "http://localhost.elsewhere.example/",
    "http://localhost@elsewhere.example/",
    "http://me@localhost:5999/",
    "http://192.168.0.1/",
    "http://0.0.0.0:5999/",
    "ftp://localhost/",
    "javascript://localhost/%0aalert(1)",
    "http://localhost:5999/?a#b",
    "localhost:5999",
  ])("refuses %s", async (url) => {
    expect((await post({ app: "items", url })).status).toBe(400);
  });

  it("shows one app from the machine of the developer whose browser carries it, without hashes, and everything as it is to all others", async () => {
    const before = await composition("");
    const { token } = await issue();
    const { overrides, buildId, remotes, shell } = await composition(cookieFor(token));
    expect(overrides).toEqual([{ app: "items", title: "items", url: ADDRESS }]);
    expect(remotes.find(({ name }) => name === "items")!.release).toMatchObject({
      base: ADDRESS,
      entry: "entry.js",
      integrity: null,
    });
    expect(remotes.find(({ name }) => name === "billing")).toEqual(
      before.remotes.find(({ name }) => name === "billing"),
    );
    expect(shell).toEqual(before.shell);
    expect(buildId).not.toBe(before.buildId);
    expect(await composition("")).toEqual(before);
    expect(before.overrides).toBeUndefined();
  });

  it("lets the developer inspect the page", async () => {
    const { token } = await issue();
    const sources = async (cookies: string) => (await registry.resolve({ cookies, sessionCookie: "session" }))!.sources;
    expect(await sources(cookieFor(token))).toEqual({ shell: "stable", items: "override", billing: "stable" });
    expect(await sources("")).toBeUndefined();
  });

  it("is loaded as its build says, with the build's own routes", async () => {
    const manifest = Manifest.parse({
      name: "items",
      title: "Items at home",
      routes: [{ id: "new", path: "/new", title: "New" }],
    });
    const build = { entry: "remoteEntry.js", globalName: "dev_items", scripts: ["remoteEntry.js"], manifest };
    const { token } = await issue({ build });
    const { remotes } = await composition(cookieFor(token));
    const items = remotes.find(({ name }) => name === "items")!;
    expect(items).toMatchObject({
      title: "Items at home",
      release: { entry: "remoteEntry.js", globalName: "dev_items", integrity: null },
    });
    expect(items.routes.map((rule) => rule.path)).toEqual(["/new"]);
    const other = { ...build, manifest: { ...manifest, name: "billing" } };
    expect((await post({ app: "items", url: ADDRESS, build: other })).status).toBe(400);
  });

  it("is worth nothing when forged or changed", async () => {
    const { token, id } = await issue();
    const [value, signature] = token.split(".") as [string, string];
    const claims = JSON.parse(Buffer.from(value, "base64url").toString()) as unknown[];
    expect(claims.slice(0, 3)).toEqual([id, "items", ADDRESS]);
    const encoded = (...changed: unknown[]) => Buffer.from(JSON.stringify(changed)).toString("base64url");
    const forged = [
      `${encoded(id, "billing", ADDRESS, claims[3])}.${signature}`,
      `${encoded(id, "items", "http://localhost:6000/", claims[3])}.${signature}`,
      `${encoded(id, "items", ADDRESS, Number(claims[3]) + 3_600_000)}.${signature}`,
      `${value}.${createHmac("sha256", "").update(`override\0${value}`).digest("base64url")}`,
      `${value}.`,
      value,
      "",
      "~~",
    ];
    const released = await baseOf("");
    for (const wrong of forged) {
      expect(await composition(cookieFor(wrong))).toEqual(await composition(""));
      const answer = await open(`token=${encodeURIComponent(wrong)}`);
      expect([answer.status, answer.headers.getSetCookie()]).toEqual([403, []]);
    }
    expect([await baseOf(cookieFor(token)), await baseOf(cookieFor(token, forged[0]!), "billing")]).toEqual([
      ADDRESS,
      await baseOf("", "billing"),
    ]);
    expect(await baseOf("")).toBe(released);
  });

  it("ends after 8 hours, and before when its server ends it, with the app's own token", async () => {
    const { token, id, expiresAt } = await issue();
    const hours = (new Date(expiresAt).getTime() - world.clock.now().getTime()) / 3600_000;
    expect(hours).toBeCloseTo(8, 1);
    const end = (by: string) =>
      fetch(`${world.url}/api/releases/overrides/items/${id}`, {
        method: "DELETE",
        headers: { authorization: `Bearer ${by}` },
      });
    expect((await end(deploy.billing!)).status).toBe(401);
    expect(await baseOf(cookieFor(token))).toBe(ADDRESS);
    expect((await end(deploy.items!)).status).toBe(204);
    expect(await baseOf(cookieFor(token))).toBe(await baseOf(""));
    const later = await issue();
    world.clock.advance(8 * 3600_000 - 60_000);
    expect(await baseOf(cookieFor(later.token))).toBe(ADDRESS);
    world.clock.advance(60_000);
    expect(await baseOf(cookieFor(later.token))).toBe(await baseOf(""));
  });
});

describe("the link", () => {
  it("is kept by the browser that opens it, for no script to read, and leads to no other site", async () => {
    const { token, link } = await ask();
    expect(link).toBe(`${world.url}/builds/override?token=${token}`);
    const answer = await open(`token=${token}&to=/items/inbox%3Fa=b`);
    expect([answer.status, answer.headers.get("location")]).toEqual([302, "/items/inbox?a=b"]);
    expect(answer.headers.getSetCookie()[0]).toMatch(
      /^tessera-override=[\w.-]+; Path=\/; Max-Age=28\d{3}; HttpOnly; SameSite=Lax$/,
    );
    for (const to of [
      "//elsewhere.example",
      "/\\elsewhere.example",
      "https://elsewhere.example",
      "/.//elsewhere.example",
      "items",
    ])
      expect((await open(`token=${(await ask()).token}&to=${encodeURIComponent(to)}`)).headers.get("location")).toBe(
        "/",
      );
    expect((await open("to=/items")).status).toBe(403);
  });

  it("is worth something to the first browser that opens it alone, within ten minutes, and nothing as a cookie", async () => {
    const { token } = await ask();
    const released = await baseOf("");
    expect(await baseOf(cookieFor(token))).toBe(released);
    const answers = await Promise.all([1, 2, 3].map(() => open(`token=${token}`)));
    expect(answers.map(({ status }) => status).sort()).toEqual([302, 403, 403]);
    expect(answers.flatMap((answer) => answer.headers.getSetCookie())).toHaveLength(1);
    const late = await ask();
    world.clock.advance(10 * 60_000);
    expect((await open(`token=${late.token}`)).status).toBe(403);
    const ended = await ask();
    const address = `${world.url}/api/releases/overrides/items/${ended.id}`;
    await fetch(address, { method: "DELETE", headers: { authorization: `Bearer ${deploy.items}` } });
    expect((await open(`token=${ended.token}`)).status).toBe(403);
  });

  it("is not used up by a preview of its address", async () => {
    const { token } = await ask();
    const address = `${world.url}/builds/override?token=${token}`;
    for (const init of [{ method: "HEAD" }, { headers: { "sec-purpose": "prefetch;prerender" } }]) {
      const answer = await fetch(address, { redirect: "manual", ...init });
      expect([answer.status, answer.headers.getSetCookie()]).toEqual([204, []]);
    }
    expect((await open(`token=${token}`)).status).toBe(302);
  });

  it("keeps the overrides of several apps, each with its own signature, or none", async () => {
    const shell = (await post({ app: "shell", url: "http://localhost:5999/shell/" }, deploy.shell)).body.token;
    const items = (await ask()).token;
    // One that is wrong leaves the other as it was.
    expect((await open(`token=${items}&token=${shell}x`)).status).toBe(403);
    const answer = await open(`token=${items}&token=${shell}`);
    const kept = answer.headers.getSetCookie()[0]!.split(";")[0]!;
    expect((await composition(kept)).overrides?.map(({ app }) => app)).toEqual(["items", "shell"]);
    const again = (await ask()).token;
    expect((await open(`token=${again}&token=${shell}`)).status).toBe(403);
    expect((await open(`token=${again}`)).status).toBe(302);
  });

  it("is taken back by one request", async () => {
    const answer = await fetch(`${world.url}/builds/override/clear`, { method: "POST" });
    expect([answer.status, answer.headers.getSetCookie()]).toEqual([
      204,
      ["tessera-override=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax"],
    ]);
  });
});
