import { releasesClient } from "@tessera/contracts-releases/client.ts";
import type { Release } from "@tessera/federation/composition.ts";
import { Manifest } from "@tessera/federation/manifest.ts";
import { ReleaseRegistry } from "@tessera/federation/registry.ts";
import { publishRelease } from "@tessera/federation/upload.ts";
import { startServices, type World } from "@tessera/testing/services.ts";
import { sql } from "drizzle-orm";
import { releasesService } from "../index.ts";
import { Releases } from "../publish-release.ts";
import { candidateOf } from "../testing/candidate.ts";
import { Apps } from "./apps.ts";

const ANYBODY = { cookies: "", sessionCookie: "session" };
const route = (path: string) => ({ id: path, path, title: "A page", session: false });

describe("apps", () => {
  let world: World;
  let admin: ReturnType<typeof releasesClient>;
  let stranger: ReturnType<typeof releasesClient>;
  beforeAll(async () => {
    world = await startServices([releasesService], { environment: { TESSERA_ADMINS: "admin@example.com" } });
    admin = releasesClient(world.client(await world.token({ email: "admin@example.com" })));
    stranger = releasesClient(world.client(await world.token({ email: "stranger@example.com" })));
    const shell = released("shell", "1.0.0", ["/", "/login"]);
    const items = released("items", "1.0.0", ["/items", "/items/:type"]);
    await world.application.nest.get(Apps).ensure([shell, items].map(({ release }) => release));
    await world.application.nest.get(Releases).publish([shell, items], "local build");
  });
  afterAll(() => world?.stop());

  const released = (app: string, version: string, paths: string[], change: Partial<Release> = {}) => {
    const { release, source } = candidateOf(app, version, change);
    const { requires } = release.manifest;
    const manifest = Manifest.parse({ name: app, title: app, routes: paths.map(route), requires });
    return { release: { ...release, manifest, ...change }, source };
  };
  const publish = async (token: string, { release, source }: ReturnType<typeof released>) => {
    const send = (method: string, address: string, body: BodyInit, type: string) =>
      fetch(world.url + address, { method, body, headers: { authorization: `Bearer ${token}`, "content-type": type } });
    const { answer } = await publishRelease(send, release, async (path) => new Uint8Array(await source(path)));
    return { status: answer.status, detail: ((await answer.json()) as { detail?: string }).detail };
  };
  const composed = async () => (await world.application.nest.get(ReleaseRegistry).resolve(ANYBODY))!.composition;

  it("are made by an administrator alone, with paths of their own, and publish without a restart", async () => {
    const hello = { name: "hello", owner: "Team Hello", prefixes: ["/hello"] };
    await expect(stranger.createApp(hello)).rejects.toMatchObject({ status: 403, code: "administrators_only" });
    await expect(admin.createApp({ ...hello, prefixes: ["/items"] })).rejects.toMatchObject({
      status: 409,
      code: "path_taken",
    });
    expect((await admin.ownership()).items.map(({ name }) => name)).toEqual(["items", "shell"]);
    const { token } = await admin.createApp(hello);
    await expect(admin.createApp(hello)).rejects.toMatchObject({ status: 409, code: "app_exists" });
    expect(await publish(token, released("hello", "1.0.0", ["/hello", "/hello/:name"]))).toMatchObject({ status: 201 });
    expect((await composed()).remotes.find(({ name }) => name === "hello")?.routes).toHaveLength(2);
    expect((await admin.ownership()).items[0]).toEqual({
      name: "hello",
      kind: "remote",
      owner: "Team Hello",
      prefixes: ["/hello"],
      redirectOrigins: [],
      canPublish: true,
      off: null,
      service: null,
    });
  });

  it("publish nothing beyond what they were granted: announced or sent, nothing changes", async () => {
    const { token } = await admin.createApp({ name: "greedy", owner: "Team Greedy", prefixes: ["/greedy"] });
    const before = JSON.stringify(await composed());
    for (const [candidate, reason] of [
      [released("greedy", "1.0.1", ["/items/inbox"]), /belongs to "items"/],
      [released("greedy", "1.0.2", ["/elsewhere"]), /granted to nobody/],
      [released("greedy", "1.0.3", [], { scripts: ["nowhere.js"] }), /nowhere\.js/],
      [
        released("greedy", "1.0.4", [], { manifest: Manifest.parse({ name: "items", title: "x", routes: [] }) }),
        /names "items"/,
      ],
    ] as const) {
      const answer = await publish(token, candidate);
      expect([answer.status, answer.detail]).toEqual([422, expect.stringMatching(reason)]);
      const direct = await fetch(`${world.url}/api/releases/apps/greedy/releases`, {
        method: "POST",
        body: JSON.stringify(candidate.release),
        headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
      });
      expect(direct.status).toBe(422);
    }
    expect(JSON.stringify(await composed())).toBe(before);
  });

  it("are granted more paths, and lose a page that another app was granted since", async () => {
    const { token } = await admin.createApp({ name: "wide", owner: "Team Wide", prefixes: ["/wide"] });
    expect(await publish(token, released("wide", "1.0.0", ["/wide", "/wide/board"]))).toMatchObject({ status: 201 });
    await admin.createApp({ name: "board", owner: "Team Board", prefixes: ["/wide/board"] });
    world.clock.advance(2000);
    const wide = async () =>
      (await composed()).remotes.find(({ name }) => name === "wide")?.routes.map(({ path }) => path);
    expect(await wide()).toEqual(["/wide"]);
    expect(await publish(token, released("wide", "1.1.0", ["/broad"]))).toMatchObject({ status: 422 });
    expect(await admin.changeApp("wide", { prefixes: ["/wide", "/broad"] })).toMatchObject({
      prefixes: ["/broad", "/wide"],
    });
    expect(await publish(token, released("wide", "1.1.0", ["/broad"]))).toMatchObject({ status: 201 });
    await expect(stranger.changeApp("wide", { owner: "Me" })).rejects.toMatchObject({ status: 403 });
    await expect(admin.changeApp("none", { owner: "Me" })).rejects.toMatchObject({
      status: 404,
      code: "app_not_found",
    });
  });

  it("publish with a token that can be replaced and revoked", async () => {
    const { token } = await admin.createApp({ name: "keyed", owner: "Team Keyed", prefixes: ["/keyed"] });
    await expect(stranger.rotateToken("keyed")).rejects.toMatchObject({ status: 403 });
    const { token: fresh } = await admin.rotateToken("keyed");
    expect(await publish(token, released("keyed", "1.0.0", ["/keyed"]))).toMatchObject({ status: 401 });
    expect(await publish(fresh, released("keyed", "1.0.0", ["/keyed"]))).toMatchObject({ status: 201 });
    await admin.revokeToken("keyed");
    expect(await publish(fresh, released("keyed", "1.0.1", ["/keyed"]))).toMatchObject({ status: 401 });
    expect((await admin.ownership()).items.find(({ name }) => name === "keyed")?.canPublish).toBe(false);
  });

  it("cost only themselves when a row of theirs cannot be composed all the same", async () => {
    const bad = released("items", "9.0.0", ["/items"], { scripts: ["nowhere.js"] }).release;
    await world.database.system(async (tx) => {
      await tx.execute(sql`insert into releases.release (app, id, document, published_at, published_by, number)
        values ('items', ${bad.id}, ${JSON.stringify(bad)}::jsonb, now(), 'by hand', 99)`);
      await tx.execute(sql`update releases.app set stable = ${bad.id} where name = 'items'`);
    });
    await admin.changeApp("hello", { owner: "Team Hello" }); // what is live is read again
    const { shell, remotes } = await composed();
    expect(shell.name).toBe("shell");
    expect(remotes.map(({ name }) => name)).not.toContain("items");
    expect(remotes.map(({ name }) => name)).toContain("hello");
    expect((await fetch(`${world.url}/api/releases/discovery`)).status).toBe(200);
  });
});
