import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { releasesClient } from "@tessera/contracts-releases/client.ts";
import type { Preview } from "@tessera/contracts-releases/preview.ts";
import { Manifest } from "@tessera/federation/manifest.ts";
import { ReleaseRegistry } from "@tessera/federation/registry.ts";
import { publishRelease } from "@tessera/federation/upload.ts";
import { startServices, type World } from "@tessera/testing/services.ts";
import { sql } from "drizzle-orm";
import { Apps } from "../apps/apps.ts";
import { CleanUp } from "../clean-up/clean-up.ts";
import { DeployTokens } from "../deploy-tokens.ts";
import { GivenPages } from "../health/given-pages.ts";
import { releasesService } from "../index.ts";
import { machine, Releases } from "../operator.ts";
import { candidateOf } from "../testing/candidate.ts";
import { PreviewStore } from "./preview.store.ts";

const DAY = 24 * 3600 * 1000;
let world: World;
let admin: ReturnType<typeof releasesClient>;
let stranger: ReturnType<typeof releasesClient>;
let deploy: ReturnType<typeof releasesClient>;
let token: string;
const items = (version: string) => {
  const routes = [{ id: "inbox", path: "/items/inbox", title: "Inbox" }];
  const manifest = Manifest.parse({ name: "items", title: "Items", routes, requires: { "shell-api": "^1.0.0" } });
  return candidateOf("items", version, { manifest });
};
beforeAll(async () => {
  world = await startServices([releasesService], {
    environment: { TESSERA_ADMINS: "admin@example.com", RELEASES_PREVIEW_DAYS: "7" },
  });
  const { nest } = world.application;
  await nest.get(DeployTokens).ensure(["shell", "items"]);
  await nest.get(Apps).ensure([items("1.0.0").release]);
  await nest.get(Releases).publish([candidateOf("shell", "1.0.0"), items("1.0.0")], "test");
  await nest.get(Releases).publish([items("2.0.0")], "test", { preview: true });
  const tokens = JSON.parse(readFileSync(path.join(world.dataDir, "deploy-tokens.json"), "utf8"));
  token = tokens.items;
  deploy = releasesClient(world.client(token));
  admin = releasesClient(world.client(await world.token({ email: "admin@example.com" })));
  stranger = releasesClient(world.client(await world.token({ email: "stranger@example.com" })));
});
afterAll(() => world.stop());

const own = { "sec-fetch-site": "same-origin" };
const at = (link: string) => world.url + link.slice(new URL(link).origin.length);
const ask = (link: string) => fetch(at(link), { redirect: "manual" });
const agree = (link: string, headers: Record<string, string> = own) =>
  fetch(at(link), { method: "POST", headers, redirect: "manual" });
/** The cookie of a browser that accepted the link. */
async function accepted(link: string, before = ""): Promise<string> {
  const answer = await agree(link, { ...own, cookie: before });
  return answer.headers.get("set-cookie")!.split(";")[0]!;
}
async function load(cookies: string, opens?: string) {
  const registry = world.application.nest.get(ReleaseRegistry);
  const page = (await registry.resolve({ cookies, sessionCookie: "session", opens }))!;
  return { page, version: page.apps.get("items")?.release.version, previews: page.composition.previews };
}
const session = async (userId: string) => {
  const value = { access_token: await world.token({ userId }), expires_at: Math.floor(Date.now() / 1000) + 3600 };
  return `session=${encodeURIComponent(JSON.stringify(value))}`;
};

describe("a preview link", () => {
  it("asks first, then shows a release to this browser alone, which says so and may leave it", async () => {
    const preview = await deploy.createPreview("items", { release: "2.0.0" });
    expect(preview).toMatchObject({ app: "items", release: { version: "2.0.0" }, branch: null });
    const asked = await ask(`${preview.link}&to=${encodeURIComponent('/items/"><script>')}`);
    expect([asked.status, asked.headers.get("set-cookie")]).toEqual([200, null]);
    expect(asked.headers.get("content-security-policy")).toContain("default-src 'none'");
    expect(asked.headers.get("content-security-policy")).toContain("frame-ancestors 'none'");
    const html = await asked.text();
    expect(html).toContain("See a preview of items?");
    expect(html).not.toContain("<script>");

    const answer = await agree(`${preview.link}&to=/items/inbox`);
    expect([answer.status, answer.headers.get("location")]).toEqual([303, "/items/inbox"]);
    expect(answer.headers.get("set-cookie")).toMatch(/; Max-Age=604\d{3}; HttpOnly; SameSite=Lax/);
    const seen = await load(answer.headers.get("set-cookie")!.split(";")[0]!);
    expect(seen.version).toBe("2.0.0");
    const until = preview.expiresAt;
    expect(seen.previews).toEqual([
      { app: "items", title: "Items", version: "2.0.0", branch: null, until, shown: true },
    ]);
    expect(seen.page.composition.remotes[0]!.stable?.version).toBe("1.0.0");
    expect(await load("")).toMatchObject({ version: "1.0.0", previews: undefined });
    const left = await fetch(`${world.url}/builds/preview/clear`, { method: "POST" });
    expect(left.headers.get("set-cookie")).toMatch(/^tessera-preview=; Path=\/; Max-Age=0/);
  });

  it("is accepted by nobody else's page: a form of another site changes nothing", async () => {
    const { link } = await deploy.createPreview("items", { release: "2.0.0" });
    const origin = new URL(link).origin;
    for (const headers of [
      {},
      { "sec-fetch-site": "cross-site", origin },
      { "sec-fetch-site": "same-site", origin },
      { origin: "null" },
    ])
      expect(await agree(link, headers as Record<string, string>)).toMatchObject({ status: 403 });
    expect((await agree(link, { origin })).status).toBe(303); // where browsers name the origin alone
    expect((await agree(`${link}&to=//evil.example/x`)).headers.get("location")).toBe("/");
  });

  it("is worth nothing when it is forged, has ended or was revoked, in browsers that accepted it, too", async () => {
    const [forged, ended, revoked] = await Promise.all(
      [1, 2, 3].map(() => deploy.createPreview("items", { release: "2.0.0", days: 1 })),
    );
    const cookies = await Promise.all([ended!, revoked!].map(({ link }) => accepted(link)));
    expect(await Promise.all(cookies.map(async (one) => (await load(one)).version))).toEqual(["2.0.0", "2.0.0"]);
    expect((await ask(forged!.link.slice(0, -1))).status).toBe(403);
    const linkToken = new URL(forged!.link).searchParams.get("token");
    expect((await load(`tessera-preview=${linkToken}`)).version).toBe("1.0.0"); // a link is no cookie
    await admin.revokePreview("items", revoked!.id);
    expect((await load(cookies[1]!)).version).toBe("1.0.0");
    expect(await (await ask(revoked!.link)).json()).toMatchObject({ code: "bad_preview" });
    await expect(admin.revokePreview("items", revoked!.id)).rejects.toMatchObject({ status: 404 });
    world.clock.advance(DAY + 1000);
    expect([(await ask(ended!.link)).status, (await agree(ended!.link)).status]).toEqual([403, 403]);
    expect((await load(cookies[0]!)).version).toBe("1.0.0");
    await world.application.nest.get(PreviewStore).sweep();
    const { rows } = await world.database.system((tx) =>
      tx.execute(sql`select id from releases.preview where id = ${ended!.id}`),
    );
    expect(rows).toEqual([]);
  });

  it("lasts no longer than the installation allows", async () => {
    const { createdAt, expiresAt } = await admin.createPreview("items", { release: "2.0.0", days: 90 });
    expect(Date.parse(expiresAt) - Date.parse(createdAt)).toBe(7 * DAY);
  });

  it("is listed and made by administrators and the app's own token, each time in the log", async () => {
    const made = await admin.createPreview("items", { release: "2.0.0" });
    expect((await deploy.previews("items")).items).toContainEqual(made);
    expect((await admin.audit({ app: "items", limit: 1 })).items[0]).toMatchObject({
      act: "preview_issued",
      actor: "admin@example.com",
      release: { version: "2.0.0" },
      detail: `until ${made.expiresAt}`,
    });
    await expect(stranger.createPreview("items", { release: "2.0.0" })).rejects.toMatchObject({ status: 403 });
    await expect(stranger.previews("items")).rejects.toMatchObject({ status: 403 });
    await expect(deploy.createPreview("shell", { release: "1.0.0" })).rejects.toMatchObject({ status: 401 });
    await expect(deploy.createPreview("items", { release: "9.9.9" })).rejects.toMatchObject({ status: 404 });
    await expect(deploy.createPreview("items", {})).rejects.toMatchObject({ status: 400 });
    await expect(deploy.createPreview("items", { branch: "none" })).rejects.toMatchObject({ code: "branch_not_found" });
  });
});

describe("a preview", () => {
  it("is no evidence in a rollout, of its own release or of another app's", async () => {
    const steps = [{ percent: 100, holdSeconds: 600, gate: { minLoads: 5, margin: null } }];
    await admin.start("items", { release: "2.0.0", steps });
    const userId = randomUUID();
    const who = await session(userId);
    const { link } = await deploy.createPreview("items", { release: "2.0.0" });
    const report = async (cookies: string) => {
      const { page } = await load(cookies, "/items/inbox");
      await world.application.nest.get(GivenPages).flush();
      const measurements = [{ app: "items", release: page.apps.get("items")!.release.id, metric: "failure" }];
      const body = JSON.stringify({ page: page.page, measurements });
      const headers = { "content-type": "text/plain", cookie: cookies };
      expect((await fetch(`${world.url}/api/releases/telemetry`, { method: "POST", headers, body })).status).toBe(204);
      const counts = await world.database.system((tx) =>
        tx.execute(
          sql`select (select count(*)::int from releases.observation) + (select count(*)::int from releases.health) as n`,
        ),
      );
      return counts.rows[0]!.n;
    };
    expect(await report(`${who}; ${await accepted(link)}`)).toBe(0);
    expect(await report(who)).not.toBe(0);
    await admin.act("items", "abort");
  });

  it("of a branch shows its newest release, which nobody else gets, also while a rollout is open", async () => {
    const publish = async (version: string) => {
      const { release, source } = items(version);
      const send = (method: string, address: string, body: BodyInit | undefined, type: string) =>
        fetch(world.url + address, {
          method,
          body,
          headers: { authorization: `Bearer ${token}`, "content-type": type },
        });
      const read = async (file: string) => new Uint8Array(await source(file));
      return (await publishRelease(send as never, release, read, "?preview=true&branch=feature/list")).answer.status;
    };
    const steps = [{ percent: 1, holdSeconds: 600, gate: { minLoads: 5 } }];
    await admin.start("items", { release: "2.0.0", steps, again: true });
    expect(await publish("3.0.0-a")).toBe(201);
    const { link, branch } = await deploy.createPreview("items", { branch: "feature/list" });
    const cookie = await accepted(link);
    expect([branch, (await load(cookie)).version]).toEqual(["feature/list", "3.0.0-a"]);
    expect(await publish("3.0.0-b")).toBe(201);
    expect(await load(cookie)).toMatchObject({
      version: "3.0.0-b",
      previews: [{ branch: "feature/list", shown: true }],
    });
    expect((await admin.overview()).items.find(({ name }) => name === "items")!.stable.version).toBe("1.0.0");
    expect((await load("")).version).not.toMatch(/^3/);
    await admin.act("items", "abort");
  });

  it("keeps its release from clean-up, and says on the page when it cannot be shown", async () => {
    const preview: Preview = await deploy.createPreview("items", { release: "2.0.0" });
    const cookie = await accepted(preview.link);
    await world.database.system((tx) => tx.execute(sql`delete from releases.branch`));
    world.clock.advance(6 * DAY);
    await world.database.system((tx) => tx.execute(sql`delete from releases.build`));
    const nest = world.application.nest;
    await world.database.system((tx) => tx.execute(sql`update releases.rollout set ended_at = '2000-01-01'`));
    await world.database.system(async (tx) => {
      await tx.execute(sql`alter table releases.release disable trigger immutable`);
      await tx.execute(sql`update releases.release set published_at = '2000-01-01'`);
    });
    const removed = (await nest.get(CleanUp).run(machine("test"), "items")).map(({ id }) => id);
    expect(removed.some((id) => id.startsWith("3.0.0"))).toBe(true);
    expect((await load(cookie)).version).toBe("2.0.0");
    await admin.switchOff("items", "Being repaired");
    expect(await load(cookie)).toMatchObject({ version: undefined, previews: [{ app: "items", shown: false }] });
    await admin.switchOn("items");
  });

  it("stands beside that of another app, and the last link of an app counts", async () => {
    const shell = await admin.createPreview("shell", { release: "1.0.0" });
    const [first, second] = [
      await deploy.createPreview("items", { release: "1.0.0" }),
      await deploy.createPreview("items", { release: "2.0.0" }),
    ];
    const cookie = await accepted(second.link, await accepted(first.link, await accepted(shell.link)));
    expect((await load(cookie)).previews!.map(({ app, version }) => `${app} ${version}`).sort()).toEqual([
      "items 2.0.0",
      "shell 1.0.0",
    ]);
  });
});
