import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, expect, it } from "@jest/globals";
import type { Release } from "@tessera/federation/composition.ts";
import { ReleaseRegistry } from "@tessera/federation/registry.ts";
import { hashOf, publishRelease, UPLOAD_LIMITS } from "@tessera/federation/upload.ts";
import { startServices, type World } from "@tessera/testing/services.ts";
import { DeployTokens } from "../deploy-tokens.ts";
import { releasesService } from "../index.ts";
import { Releases } from "../operator.ts";
import { candidateOf } from "../testing/candidate.ts";
import { Uploads } from "./uploads.ts";

const DAY = 24 * 60 * 60 * 1000;
let world: World;
let tokens: Record<string, string>;
let number = 0;

beforeAll(async () => {
  world = await startServices([releasesService]);
  world.clock.set("2030-01-01T00:00:00Z");
  await world.application.nest.get(DeployTokens).ensure(["shell", "items", "billing"]);
  tokens = JSON.parse(readFileSync(path.join(world.dataDir, "deploy-tokens.json"), "utf8"));
  await world.application.nest
    .get(Releases)
    .publish([candidateOf("shell", "1.0.0"), candidateOf("items", "1.0.0")], "test");
});
afterAll(() => world.stop());

const integrity = (text: string) => `sha384-${createHash("sha384").update(text).digest("base64")}`;
/** A new release of an app with these files besides its entry. */
function made(files: Record<string, string>, app = "items") {
  number += 1;
  const all: Record<string, string> = { ...files, "entry.js": `run("${app} ${number}")` };
  const listed = Object.entries(all).map(([name, text]) => ({
    path: name,
    bytes: Buffer.byteLength(text),
    integrity: integrity(text),
  }));
  const { release } = candidateOf(app, `2.0.${number}`, { files: listed });
  return { release, files: all };
}
/** One whose files are not there, only listed. */
const listed = (...bytes: number[]) => {
  const release = made({}).release;
  const more = bytes.map((size, index) => ({
    path: `${index}.png`,
    bytes: size,
    integrity: integrity(`${release.id} ${index}`),
  }));
  return { ...release, files: [...release.files, ...more] };
};

async function ask(
  method: string,
  address: string,
  body: BodyInit,
  { token = tokens.items, type = "application/octet-stream" } = {},
) {
  const headers = { authorization: `Bearer ${token}`, "content-type": type };
  const answer = await fetch(`${world.url}/api/releases/apps/${address}`, { method, body, headers });
  return { status: answer.status, body: (answer.status === 204 ? {} : await answer.json()) as Record<string, unknown> };
}
const announce = (release: Release, app = "items", token?: string) =>
  ask("POST", `${app}/uploads`, JSON.stringify(release), { type: "application/json", token });
const send = (text: string, content = text, options = {}) =>
  ask("PUT", `items/files/${hashOf(integrity(text))}`, content, options);
const publish = (release: Release) =>
  ask("POST", "items/releases", JSON.stringify(release), { type: "application/json" });
const isServed = async (release: Release) =>
  (await world.application.nest.get(ReleaseRegistry).file("items", release.id, "entry.js")) !== null;
const isKept = (text: string) =>
  readdirSync(path.join(world.dataDir, "files/releases")).includes(hashOf(integrity(text)));
const sweep = () => world.application.nest.get(Uploads).sweep();

it("asks for what it lacks alone: what another release has is neither sent nor kept twice", async () => {
  const first = made({ "a.js": "a", "b.js": "b", "copy.js": "a" });
  expect((await announce(first.release)).body).toEqual({
    missing: ["a", "b", first.files["entry.js"]!].map(integrity),
  });
  expect(await send("a")).toMatchObject({ status: 204 });
  expect((await announce(first.release)).body).toEqual({ missing: ["b", first.files["entry.js"]!].map(integrity) });
  expect(await publish(first.release)).toMatchObject({
    status: 409,
    body: { code: "files_missing", missing: ["b", first.files["entry.js"]!].map(integrity) },
  });
  expect(await isServed(first.release)).toBe(false);
  for (const text of ["b", first.files["entry.js"]!]) expect(await send(text)).toMatchObject({ status: 204 });
  expect(await isServed(first.release)).toBe(false);
  expect(await publish(first.release)).toMatchObject({ status: 201, body: { published: true } });
  expect(await isServed(first.release)).toBe(true);
  const second = made({ "a.js": "a", "b.js": "b2" });
  expect((await announce(second.release)).body).toEqual({ missing: ["b2", second.files["entry.js"]!].map(integrity) });
});

it("takes the files of an announced release alone, with the app's own token, as they were announced", async () => {
  const { release } = made({ "c.js": "the right c" });
  expect(await send("the right c")).toMatchObject({ status: 404, body: { code: "file_not_announced" } });
  await announce(release);
  expect(await send("the right c", "another one")).toMatchObject({ status: 422, body: { code: "wrong_file" } });
  expect(await send("the right c", "the")).toMatchObject({ status: 422, body: { code: "wrong_file" } });
  expect(await send("the right c", "the right c and more of it")).toMatchObject({
    status: 422,
    body: { code: "wrong_file" },
  });
  expect(await send("the right c", '"the right c"', { type: "application/json" })).toMatchObject({ status: 415 });
  for (const token of [tokens.billing, ""]) {
    expect(await send("the right c", "the right c", { token })).toMatchObject({
      status: 401,
      body: { code: "bad_deploy_token" },
    });
    expect(await announce(release, "items", token)).toMatchObject({ status: 401 });
  }
  expect(
    await ask("PUT", `billing/files/${hashOf(integrity("the right c"))}`, "the right c", { token: tokens.billing }),
  ).toMatchObject({
    status: 404,
  });
  expect(await announce(release, "billing", tokens.billing)).toMatchObject({
    status: 400,
    body: { code: "wrong_app" },
  });
  expect(await ask("PUT", "items/files/../x", "c")).toMatchObject({ status: 404 });
  expect(await ask("PUT", "items/files/abc", "c")).toMatchObject({ status: 400 });
  expect(isKept("the right c")).toBe(false);
});

it("says before anything is sent that a release cannot be published", async () => {
  const { release } = made({});
  const needing = { ...release, manifest: { ...release.manifest, requires: { "shell-api": "^9.0.0" } } };
  expect(await announce(needing)).toMatchObject({ status: 422, body: { code: "requirements_unmet" } });
  expect(await announce(listed(UPLOAD_LIMITS.fileBytes + 1))).toMatchObject({
    status: 413,
    body: { code: "release_too_large" },
  });
  expect(await announce(listed(...Array<number>(5).fill(UPLOAD_LIMITS.fileBytes)))).toMatchObject({ status: 413 });
  expect(await announce(listed(...Array<number>(UPLOAD_LIMITS.files).fill(1)))).toMatchObject({ status: 413 });
});

it("bounds what a token may announce without publishing it, for a day; what was published does not count", async () => {
  const large = () => listed(...Array<number>(3).fill(UPLOAD_LIMITS.fileBytes), UPLOAD_LIMITS.fileBytes - 10_000);
  const one = made({ "kept.js": "sent and never published" });
  await announce(one.release);
  await send("sent and never published");
  const first = large();
  expect(await announce(first)).toMatchObject({ status: 200 });
  expect(await announce(first)).toMatchObject({ status: 200 });
  world.clock.advance(DAY / 2);
  expect(await announce(large())).toMatchObject({ status: 409, body: { code: "too_much_unpublished" } });
  // An app's bound is its own.
  const other = { ...made({}, "billing").release };
  expect(await announce(other, "billing", tokens.billing)).toMatchObject({ status: 200 });
  await sweep();
  expect(isKept("sent and never published")).toBe(true);
  world.clock.advance(DAY / 2 + 1);
  await sweep();
  expect(isKept("sent and never published")).toBe(false);
  expect(await announce(large())).toMatchObject({ status: 200 });
});

it("sends again what was cleaned up between being sent and being published, and never loses what a release names", async () => {
  const { release, files } = made({ "d.js": "d", "a.js": "a" });
  let publications = 0;
  const sent: string[] = [];
  const { answer } = await publishRelease(
    async (method, address, body, type) => {
      if (address.endsWith("/releases")) {
        publications += 1;
        if (publications === 1) world.clock.advance(DAY + 1);
        await sweep();
      }
      if (method === "PUT") sent.push(Buffer.from(body as Uint8Array).toString());
      return fetch(world.url + address, {
        method,
        body,
        headers: { authorization: `Bearer ${tokens.items}`, "content-type": type },
      });
    },
    release,
    async (name) => new TextEncoder().encode(files[name]),
  );
  expect([answer.status, publications]).toEqual([201, 2]);
  expect(sent.sort()).toEqual(["d", "d", files["entry.js"]!, files["entry.js"]!].sort());
  world.clock.advance(DAY + 1);
  await sweep();
  for (const text of ["a", "d", files["entry.js"]!]) expect(isKept(text)).toBe(true);
  expect(await isServed(release)).toBe(true);
});
