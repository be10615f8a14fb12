/** Killed is the publisher, a client; files are in the file store, not in the database. @databases one */
import { spawn } from "node:child_process";
import { createHash, randomBytes } from "node:crypto";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { connect, createServer, type Server } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { buffer } from "node:stream/consumers";
import { afterAll, beforeAll, expect, it } from "@jest/globals";
import type { Release } from "@tessera/federation/composition.ts";
import { ReleaseRegistry } from "@tessera/federation/registry.ts";
import { hashOf } from "@tessera/federation/upload.ts";
import { freePort } from "@tessera/testing/free-port.ts";
import { startServices, type World } from "@tessera/testing/services.ts";
import { until } from "@tessera/testing/until.ts";
import { DeployTokens } from "../deploy-tokens.ts";
import { releasesService } from "../index.ts";
import { Releases } from "../operator.ts";
import { candidateOf } from "../testing/candidate.ts";

/** A publisher as CI runs one, a process of its own; says when it begins. */
const PUBLISHER = `
const [module, url, token, folder] = process.argv.slice(1);
const { publishRelease } = await import(module);
const { readFile } = await import("node:fs/promises");
const release = JSON.parse(await readFile(folder + "/release.json", "utf8"));
process.stdout.write("begins");
const ask = (method, address, body, type) =>
  fetch(url + address, { method, body, headers: { authorization: "Bearer " + token, "content-type": type } });
const { answer } = await publishRelease(ask, release, (name) => readFile(folder + "/" + name));
if (answer.status !== 201) console.error(await answer.text());
process.exit(answer.status === 201 ? 0 : 1);
`;
const MODULE = path.resolve(import.meta.dirname, "../../../../libs/federation/src/upload.ts");
const FILES = 12;
/** Publishers that are killed; 20 and more for a change of publishing: KILLS=20. */
const KILLS = Number(process.env.KILLS ?? 6);
/** What a request has besides its body, at most, bytes. */
const HEADERS = 1_000;

let world: World;
let folder: string;
/** Counts what publishers send, and tells the one that is to be killed by it. */
let line: { server: Server; url: string; bytes: number; watch?: (bytes: number) => void };
beforeAll(async () => {
  world = await startServices([releasesService]);
  folder = mkdtempSync(path.join(tmpdir(), "published-"));
  await world.application.nest.get(DeployTokens).ensure(["shell", "items"]);
  await world.application.nest
    .get(Releases)
    .publish([candidateOf("shell", "1.0.0"), candidateOf("items", "1.0.0")], "test");
  const port = await freePort();
  line = { bytes: 0, url: `http://127.0.0.1:${port}`, server: createServer() };
  line.server.on("connection", (from) => {
    const to = connect(Number(new URL(world.url).port), "127.0.0.1");
    from.on("data", (chunk) => {
      line.bytes += chunk.byteLength;
      line.watch?.(line.bytes);
    });
    for (const [one, other] of [
      [from, to],
      [to, from],
    ] as const)
      one.pipe(other).on("error", () => one.destroy());
  });
  await new Promise<void>((listening) => line.server.listen(port, "127.0.0.1", listening));
});
afterAll(async () => {
  line.server.close();
  await world.stop();
  rmSync(folder, { recursive: true, force: true });
});

const sha384 = (content: Uint8Array) => `sha384-${createHash("sha384").update(content).digest("base64")}`;

function build(number: number): { release: Release; from: string } {
  const from = path.join(folder, String(number));
  mkdirSync(from);
  const names = ["entry.js", ...Array.from({ length: FILES - 1 }, (_, index) => `${index}.js`)];
  const files = names.map((name) => {
    const content = Buffer.from(randomBytes(10_000).toString("hex"));
    writeFileSync(path.join(from, name), content);
    return { path: name, bytes: content.byteLength, integrity: sha384(content) };
  });
  const { release } = candidateOf("items", `1.0.${number}`, { files });
  writeFileSync(path.join(from, "release.json"), JSON.stringify(release));
  return { release, from };
}

/** @param limit bytes after which it is killed @returns exit code, null when it was killed; and the bytes it sent */
async function publish(
  from: string,
  limit = Number.POSITIVE_INFINITY,
): Promise<{ code: number | null; bytes: number }> {
  const tokens = JSON.parse(readFileSync(path.join(world.dataDir, "deploy-tokens.json"), "utf8")) as Record<
    string,
    string
  >;
  const before = line.bytes;
  const call = ["--input-type=module", "--no-warnings", "-e", PUBLISHER, "--", MODULE, line.url, tokens.items!, from];
  const child = spawn(process.execPath, call, {
    env: { ...process.env, NODE_OPTIONS: "" },
    stdio: ["ignore", "pipe", "inherit"],
  });
  child.stdout.resume();
  line.watch = (bytes) => bytes - before >= limit && child.kill("SIGKILL");
  const code = await new Promise<number | null>((ended) => child.once("exit", ended));
  return { code, bytes: line.bytes - before };
}

/** Every file of what everybody gets, byte for byte. @returns its id */
async function wholeLiveRelease(): Promise<string> {
  const registry = world.application.nest.get(ReleaseRegistry);
  const { release } = (await registry.resolve({ cookies: "", sessionCookie: "session" }))!.apps.get("items")!;
  for (const { path: name, integrity } of release.files) {
    const file = (await registry.file("items", release.id, name))!;
    expect(sha384(await buffer((await file.open("plain")).content))).toBe(integrity);
    for (const form of ["br", "gzip"] as const) (await file.open(form)).content.destroy();
  }
  return release.id;
}

it("a publisher that is killed at any moment leaves no half release, and the next publication sends what is missing alone", async () => {
  const whole = build(100);
  const first = await publish(whole.from);
  expect(first.code).toBe(0);
  let resumed = 0;
  for (let number = 1; number <= KILLS; number += 1) {
    const live = await wholeLiveRelease();
    const { release, from } = build(number);
    const { code } = await publish(from, (first.bytes * number) / (KILLS + 1));
    expect([live, release.id]).toContain(await wholeLiveRelease());
    if (code === 0) expect(await wholeLiveRelease()).toBe(release.id);
    await idle();
    const kept = new Set(readdirSync(path.join(world.dataDir, "files/releases")));
    const missing = release.files.filter(
      ({ integrity }) => !["", ".br", ".gz"].every((form) => kept.has(hashOf(integrity) + form)),
    );
    if (missing.length > 0 && missing.length < FILES) resumed += 1;
    const next = await publish(from);
    expect(next.code).toBe(0);
    expect(await wholeLiveRelease()).toBe(release.id);
    const requests = missing.length + 2;
    const most =
      missing.reduce((sum, { bytes }) => sum + bytes, 0) + 2 * JSON.stringify(release).length + requests * HEADERS;
    expect(next.bytes).toBeLessThan(most);
    if (missing.length < FILES / 2) expect(next.bytes).toBeLessThan(first.bytes / 1.5);
  }
  expect(resumed).toBeGreaterThan(0);
});

/** Until the server has put what the killed publisher had sent as a whole. */
async function idle(): Promise<void> {
  const drafts = path.join(world.dataDir, "files/.drafts");
  const open = () =>
    new Promise<number>((counted, failed) =>
      line.server.getConnections((error, count) => (error ? failed(error) : counted(count))),
    );
  const left = async () => ({ connections: await open(), drafts: readdirSync(drafts) });
  const isIdle = async () => {
    const { connections, drafts: files } = await left();
    return connections === 0 && files.length === 0;
  };
  await until("the server to put what was sent", isIdle, { state: left });
}
