import { createHash } from "node:crypto";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { buffer } from "node:stream/consumers";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { releasesClient } from "@tessera/contracts-releases/client.ts";
import contract from "@tessera/contracts-releases/package.json" with { type: "json" };
import { assetAddress } from "@tessera/federation/asset-address.ts";
import { globalNameOf, type Release } from "@tessera/federation/composition.ts";
import { Manifest } from "@tessera/federation/manifest.ts";
import { CLEAR_OVERRIDE_PATH } from "@tessera/federation/page.ts";
import { ReleaseRegistry } from "@tessera/federation/registry.ts";
import { hashOf, publishRelease } from "@tessera/federation/upload.ts";
import { FileStore } from "@tessera/service-kit";
import { startServices, type World } from "@tessera/testing/services.ts";
import { TelemetryConfigSchema } from "./health/telemetry.ts";
import { releasesService } from "./index.ts";
import { Releases } from "./operator.ts";

let world: World;
let built: string;

beforeAll(async () => {
  world = await startServices([releasesService]);
  built = mkdtempSync(path.join(tmpdir(), "built-"));
  await world.application.nest.get(Releases).publishBuilt([build("shell", "1"), build("items", "1")]);
});
afterAll(async () => {
  await world.stop();
  rmSync(built, { recursive: true, force: true });
});

const ANYBODY = { cookies: "", sessionCookie: "session" };
const integrity = (text: string) => `sha384-${createHash("sha384").update(text).digest("base64")}`;

function describeBuild(
  app: string,
  mark: string,
  change: Partial<Release> = {},
): { release: Release; files: Record<string, string> } {
  const files = { "entry.js": `run("${app} ${mark}")`.repeat(50), "public/icon.png": "png" };
  const shell = app === "shell";
  const id = `1.0.0-${createHash("sha256").update(mark).digest("hex").slice(0, 12)}`;
  const release: Release = {
    app,
    kind: shell ? "shell" : "remote",
    id,
    version: "1.0.0",
    revision: null,
    files: Object.entries(files).map(([name, text]) => ({
      path: name,
      bytes: text.length,
      integrity: integrity(text),
    })),
    entry: "entry.js",
    globalName: shell ? null : globalNameOf(app, id),
    scripts: ["entry.js"],
    styles: [],
    manifest: Manifest.parse({ name: app, title: app, routes: [], requires: shell ? {} : { "shell-api": "^1.0.0" } }),
    provides: shell ? { "shell-api": "1.0.0" } : {},
    ...change,
  };
  return { release, files };
}

function build(app: string, mark: string, change: Partial<Release> = {}): string {
  const folder = path.join(built, `${app}-${mark}`);
  const { release, files } = describeBuild(app, mark, change);
  for (const [name, text] of Object.entries({ ...files, "release.json": JSON.stringify(release) })) {
    mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
    writeFileSync(path.join(folder, name), text);
  }
  return folder;
}

type Built = ReturnType<typeof describeBuild>;

const tokens = (): Record<string, string> =>
  JSON.parse(readFileSync(path.join(world.dataDir, "deploy-tokens.json"), "utf8"));

const send = (token: string | undefined) => (method: string, address: string, body: BodyInit, type: string) =>
  fetch(world.url + address, { method, body, headers: { authorization: `Bearer ${token}`, "content-type": type } });

async function post(app: string, { release, files }: ReturnType<typeof describeBuild>, token = tokens()[app]) {
  const ask: ReturnType<typeof send> = (method, address, ...rest) =>
    send(token)(method, address.replace(`/apps/${release.app}/`, `/apps/${app}/`), ...rest);
  const { answer } = await publishRelease(ask, release, async (name) => new TextEncoder().encode(files[name]));
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
}

const live = async (app: string) =>
  (await world.application.nest.get(ReleaseRegistry).resolve(ANYBODY))?.apps.get(app)?.release.id;
/** Content as the file store has it. */
const kept = async (text: string, form = "") =>
  buffer(await world.application.nest.get(FileStore).read(`releases/${hashOf(integrity(text))}${form}`));
const isServed = async ({ app, id }: Release) =>
  (await world.application.nest.get(ReleaseRegistry).file(app, id, "entry.js")) !== null;

it("keeps its cookies to its own host where there is https", async () => {
  const environment = {
    NODE_ENV: "production",
    TESSERA_ADMINS: "boss@example.com",
    PUBLIC_URL: "https://tessera.example",
  };
  expect(TelemetryConfigSchema.parse({ ...environment, COOKIE_PREFIX: "session" }).sessionCookie).toBe(
    "__Host-session",
  );
  const secure = await startServices([releasesService], { environment });
  await secure.application.nest.get(Releases).publishBuilt([build("shell", "1")]);
  const { cookies } = (await secure.application.nest.get(ReleaseRegistry).resolve(ANYBODY))!;
  expect(cookies).toEqual([expect.stringMatching(/^__Host-tessera-subject=/)]);
  const known = await secure.application.nest.get(ReleaseRegistry).resolve({ ...ANYBODY, cookies: cookies.join("; ") });
  expect(known?.cookies).toEqual([]);
  const cleared = await fetch(`${secure.url}${CLEAR_OVERRIDE_PATH}`, { method: "POST" });
  expect(cleared.headers.getSetCookie()).toEqual([
    "__Host-tessera-override=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax; Secure",
  ]);
  await secure.stop();
});

it("compresses files as hard as it is told to", async () => {
  const quick = await startServices([releasesService], { environment: { RELEASES_BROTLI_QUALITY: "0" } });
  await quick.application.nest.get(Releases).publishBuilt([build("shell", "1"), build("items", "1")]);
  const { files } = describeBuild("items", "1");
  const bytesIn = async ({ application }: World) => {
    const name = `releases/${hashOf(integrity(files["entry.js"]!))}.br`;
    return (await buffer(await application.nest.get(FileStore).read(name))).byteLength;
  };
  expect(await bytesIn(quick)).toBeGreaterThan(await bytesIn(world));
  await quick.stop();
});

describe("publishing", () => {
  it("keeps each file once more in brotli and gzip, and makes the release live", async () => {
    const { release, files } = describeBuild("items", "2");
    expect(await post("items", { release, files })).toMatchObject({
      status: 201,
      body: { release: release.id, published: true },
    });
    expect(await live("items")).toBe(release.id);
    const text = files["entry.js"]!;
    expect((await kept(text)).toString()).toBe(text);
    expect(brotliDecompressSync(await kept(text, ".br")).toString()).toBe(text);
    expect(gunzipSync(await kept(text, ".gz")).toString()).toBe(text);
    await expect(kept(files["public/icon.png"]!, ".br")).rejects.toMatchObject({ code: "ENOENT" });
  });

  it("publishes builds of this machine only when something changed", async () => {
    const releases = world.application.nest.get(Releases);
    const folders = [build("shell", "1"), build("items", "3")];
    expect((await releases.publishBuilt(folders)).map((publication) => publication.app)).toEqual(["items"]);
    expect(await releases.publishBuilt(folders)).toEqual([]);
  });

  it("takes a release that was live before back as it is, and refuses other files under its id", async () => {
    const again = describeBuild("items", "2");
    expect(await post("items", again)).toMatchObject({ status: 201, body: { published: false } });
    expect(await live("items")).toBe(again.release.id);
    const forged = describeBuild("items", "4", { id: again.release.id });
    expect(await post("items", forged)).toMatchObject({ status: 409, body: { code: "release_differs" } });
  });

  it("lets a token publish its own app and no other", async () => {
    const description = describeBuild("items", "5");
    expect(await post("items", description, tokens().shell)).toMatchObject({
      status: 401,
      body: { code: "bad_deploy_token" },
    });
    expect(await post("items", description, "")).toMatchObject({ status: 401 });
    expect(await post("unknown", description, tokens().items)).toMatchObject({ status: 401 });
    expect(await post("shell", description, tokens().shell)).toMatchObject({
      status: 400,
      body: { code: "wrong_app" },
    });
    expect(await isServed(description.release)).toBe(false);
    expect(statSync(path.join(world.dataDir, "deploy-tokens.json")).mode & 0o777).toBe(0o600);
  });

  it("refuses what the live shell cannot meet, and a shell that live remotes cannot run on, naming what is missing", async () => {
    const manifest = Manifest.parse({
      name: "items",
      title: "Items",
      routes: [],
      requires: { "shell-api": "^2.0.0", "plugin-api": "^1.0.0" },
    });
    const needs = describeBuild("items", "6", { manifest });
    const before = await live("items");
    expect(await post("items", needs)).toMatchObject({
      status: 422,
      body: {
        code: "requirements_unmet",
        detail: `Nothing was published: items ${needs.release.id} requires shell-api ^2.0.0, and 1.0.0 is live; items ${needs.release.id} requires plugin-api ^1.0.0, and no live release provides plugin-api.`,
      },
    });
    expect(await post("shell", describeBuild("shell", "7", { provides: { "shell-api": "2.0.0" } }))).toMatchObject({
      status: 422,
    });
    expect(await live("items")).toBe(before);
    expect(await isServed(needs.release)).toBe(false);
  });

  it("refuses a release whose contract the running services do not serve, naming it", async () => {
    const needing = (requires: Record<string, string>) =>
      describeBuild("items", "7b", {
        manifest: Manifest.parse({ name: "items", title: "Items", routes: [], requires }),
      });
    const { release } = needing({});
    expect(await post("items", needing({ "contracts/releases": "^2.0.0", "contracts/mail": "^1.0.0" }))).toMatchObject({
      status: 422,
      body: {
        code: "requirements_unmet",
        detail: `Nothing was published: items ${release.id} requires contracts/releases ^2.0.0, and ${contract.version} is live; items ${release.id} requires contracts/mail ^1.0.0, and no live service serves it.`,
      },
    });
    expect(await isServed(release)).toBe(false);
    expect(await (await fetch(`${world.url}/api/health`)).json()).toMatchObject({
      contracts: { "contracts/releases": contract.version },
    });
    expect(await post("items", needing({ "contracts/releases": "^1.0.0" }))).toMatchObject({ status: 201 });
  });

  it("names the wrong entry of a release.json, and refuses paths that lead out of the folder", async () => {
    const description = describeBuild("items", "9");
    description.release.files[0]!.path = "../../shell/entry.js";
    expect(await post("items", description)).toMatchObject({
      status: 400,
      body: { errors: [{ path: "/files/0/path" }] },
    });
  });
});

describe("compositions", () => {
  it("carry the live releases, the release to fall back to, and an id that stands for the set", async () => {
    await post("items", describeBuild("items", "11"));
    const registry = world.application.nest.get(ReleaseRegistry);
    const { composition } = (await registry.resolve(ANYBODY))!;
    const [items] = composition.remotes;
    expect(items!.release).toMatchObject({
      id: await live("items"),
      entry: "entry.js",
      globalName: describeBuild("items", "11").release.globalName,
    });
    expect(items!.release.base).toBe(`/assets/items/${items!.release.id}/`);
    expect(Object.keys(items!.release.integrity!)).toEqual(["entry.js"]);
    expect(items!.stable?.id).toBe(describeBuild("items", "7b").release.id);
    expect(await registry.build(composition.buildId)).toEqual(composition);
    await post("items", describeBuild("items", "12"));
    expect((await registry.resolve(ANYBODY))!.composition.buildId).not.toBe(composition.buildId);
    expect((await registry.build(composition.buildId))!.remotes[0]!.release.id).toBe(items!.release.id);
    expect(await registry.file("items", items!.release.id, "entry.js")).not.toBeNull();
  });

  it("serve each file by content, whichever releases of the app have it", async () => {
    const registry = world.application.nest.get(ReleaseRegistry);
    const [one, two] = ["21", "22"].map((mark) => describeBuild("items", mark, { relocatable: true })) as [
      Built,
      Built,
    ];
    const shared = integrity("png");
    const nameOf = ({ release }: Built, path: string) =>
      assetAddress("items", path, release.files.find((file) => file.path === path)!.integrity).split("/")[3]!;
    expect(await registry.asset("items", nameOf(one, "entry.js"))).toBeNull();
    await post("items", one);
    await post("items", two);
    for (const built of [one, two]) {
      const file = await registry.asset("items", nameOf(built, "entry.js"));
      expect((await buffer((await file!.open("plain")).content)).toString()).toBe(built.files["entry.js"]);
    }
    expect(nameOf(one, "public/icon.png")).toBe(nameOf(two, "public/icon.png"));
    expect(await registry.asset("items", nameOf(one, "public/icon.png"))).toMatchObject({
      integrity: shared,
      compressed: false,
    });
    // Neither another app's, nor under another name, nor what was sent and never published.
    expect(await registry.asset("shell", nameOf(one, "entry.js"))).toBeNull();
    expect(await registry.asset("items", nameOf(one, "entry.js").replace(/js$/, "html"))).toBeNull();
    const { release: unpublished } = describeBuild("items", "23");
    const { app } = unpublished;
    await send(tokens()[app])(
      "POST",
      `/api/releases/apps/${app}/uploads`,
      JSON.stringify(unpublished),
      "application/json",
    );
    const content = describeBuild("items", "23").files["entry.js"]!;
    const sent = await send(tokens()[app])(
      "PUT",
      `/api/releases/apps/${app}/files/${hashOf(integrity(content))}`,
      content,
      "application/octet-stream",
    );
    expect(sent.ok).toBe(true);
    expect(await registry.asset("items", nameOf(describeBuild("items", "23"), "entry.js"))).toBeNull();
  });

  it("say of relocatable releases that they are, and serve those of before by release as ever", async () => {
    const registry = world.application.nest.get(ReleaseRegistry);
    const [before, now] = [describeBuild("items", "24"), describeBuild("items", "25", { relocatable: true })];
    await post("items", before);
    expect((await registry.resolve(ANYBODY))!.composition.remotes[0]!.release.relocatable).toBeUndefined();
    await post("items", now);
    const [items] = (await registry.resolve(ANYBODY))!.composition.remotes;
    expect(items).toMatchObject({
      release: { id: now.release.id, relocatable: true },
      stable: { id: before.release.id },
    });
    expect(items!.stable!.relocatable).toBeUndefined();
    for (const { release } of [before, now]) expect(await isServed(release)).toBe(true);
  });

  it("are listed for signed-in people", async () => {
    const client = releasesClient(world.client(await world.token()));
    expect((await client.apps()).items.map((app) => app.name)).toEqual(["items", "shell"]);
    expect((await client.releases("items")).items[0]!.id).toBe(await live("items"));
    await expect(client.releases("nothing")).rejects.toMatchObject({ status: 404, code: "app_not_found" });
    await expect(releasesClient(world.client()).apps()).rejects.toMatchObject({ status: 401 });
  });
});
