import { spawn } from "node:child_process";
import { createHash, randomBytes } from "node:crypto";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, it } from "@jest/globals";
import type { Release } from "@tessera/federation/composition.ts";
import { ReleaseRegistry } from "@tessera/federation/registry.ts";
import { startServices, type World } from "@tessera/testing/services.ts";
import { DeployTokens } from "./deploy-tokens.ts";
import { Releases, releasesService } from "./index.ts";
import { candidateOf } from "./testing/candidate.ts";

/** A publisher as CI runs one: reads a folder, sends it, says when it begins. */
const PUBLISHER = `
const { readFileSync } = require("node:fs");
const [url, token, folder] = process.argv.slice(1);
const release = JSON.parse(readFileSync(folder + "/release.json", "utf8"));
const form = new FormData();
form.set("release", JSON.stringify(release));
for (const { path } of release.files) form.set(path, new Blob([readFileSync(folder + "/" + path)]), path);
process.stdout.write("begins");
fetch(url + "/api/releases/apps/items/releases", { method: "POST", body: form, headers: { authorization: "Bearer " + token } })
  .then((answer) => process.exit(answer.status === 201 ? 0 : 1));
`;
/** Longest time that a publisher lives after it began, ms: about as long as a publication takes. */
const LIVES = 250;

let world: World;
let folder: string;
beforeAll(async () => {
  world = await startServices([releasesService]);
  folder = mkdtempSync(path.join(tmpdir(), "published-"));
  await world.application.nest.get(DeployTokens).ensure(["shell", "items"]);
  await world.application.nest.get(Releases).publish([candidateOf("shell", "1.0.0"), candidateOf("items", "1.0.0")], "test");
});
afterAll(async () => {
  await world.stop();
  rmSync(folder, { recursive: true, force: true });
});

function build(number: number): { release: Release; folder: string } {
  const at = path.join(folder, String(number));
  mkdirSync(at);
  const files = ["entry.js", "a.js", "b.js", "c.png"].map((name) => {
    const content = Buffer.from(randomBytes(100_000).toString("hex"));
    writeFileSync(path.join(at, name), content);
    return { path: name, bytes: content.byteLength, integrity: `sha384-${createHash("sha384").update(content).digest("base64")}` };
  });
  const { release } = candidateOf("items", `1.0.${number}`, { files });
  writeFileSync(path.join(at, "release.json"), JSON.stringify(release));
  return { release, folder: at };
}

/** @returns exit code, null when it was killed */
function publish(from: string, livesFor?: number): Promise<number | null> {
  const tokens = JSON.parse(readFileSync(path.join(world.dataDir, "deploy-tokens.json"), "utf8")) as Record<string, string>;
  const child = spawn(process.execPath, ["-e", PUBLISHER, "--", world.url, tokens.items!, from], { stdio: ["ignore", "pipe", "inherit"] });
  if (livesFor !== undefined) child.stdout.once("data", () => setTimeout(() => child.kill("SIGKILL"), livesFor));
  return new Promise((ended) => child.once("exit", ended));
}

it("a publisher that is killed at any moment, 20 times, leaves no half release, and the next publication succeeds", async () => {
  const registry = world.application.nest.get(ReleaseRegistry);
  for (let number = 1; number <= 20; number += 1) {
    const { release, folder: from } = build(number);
    await publish(from, Math.random() * LIVES);
    const live = (await registry.resolve({ cookies: "", sessionCookie: "session" }))!.apps.get("items")!.release;
    const kept = path.join(world.dataDir, "releases", "items", live.id);
    for (const { path: name, integrity } of live.files)
      expect(
        `sha384-${createHash("sha384")
          .update(readFileSync(path.join(kept, name)))
          .digest("base64")}`,
      ).toBe(integrity);
    expect(await publish(from)).toBe(0);
    expect(existsSync(path.join(world.dataDir, "releases", "items", release.id, "c.png"))).toBe(true);
  }
}, 120_000);
