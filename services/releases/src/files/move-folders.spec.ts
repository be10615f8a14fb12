import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, expect, it } from "@jest/globals";
import type { Release } from "@tessera/federation/composition.ts";
import { ReleaseRegistry } from "@tessera/federation/registry.ts";
import type { Application } from "@tessera/service-kit";
import { startServices, type World } from "@tessera/testing/services.ts";
import { DeployTokens } from "../deploy-tokens.ts";
import { releasesService } from "../index.ts";
import { Releases } from "../operator.ts";
import { candidateOf } from "../testing/candidate.ts";

let world: World;
beforeAll(async () => {
  world = await startServices([releasesService]);
  await world.application.nest.get(DeployTokens).ensure(["shell", "items"]);
});
afterAll(() => world.stop());

const folderOf = ({ app, id }: Release) => path.join(world.dataDir, "releases", app, id);
const read = async (application: Application, { app, id }: Release) => {
  const file = (await application.nest.get(ReleaseRegistry).file(app, id, "entry.js"))!;
  return Promise.all(
    (["plain", "br"] as const).map(async (form) => (await text((await file.open(form)).content)).length),
  );
};

it("an installation that kept each release in a folder continues: its files move at the start, and what is damaged stays and is reported", async () => {
  const candidates = [candidateOf("shell", "1.0.0"), candidateOf("items", "1.0.0"), candidateOf("items", "2.0.0")];
  for (const candidate of candidates) await world.application.nest.get(Releases).publish([candidate], "test");
  const [shell, items, damaged] = candidates.map(({ release }) => release) as [Release, Release, Release];
  // As that version left it: folders with compressed forms, one of a publication that was killed before its row, and
  // its draft.
  rmSync(path.join(world.dataDir, "files"), { recursive: true });
  const unknown = candidateOf("items", "9.0.0");
  for (const { release, source } of [...candidates, unknown]) {
    mkdirSync(folderOf(release), { recursive: true });
    writeFileSync(path.join(folderOf(release), "entry.js"), release === damaged ? "damaged" : await source("entry.js"));
    for (const form of ["br", "gz"]) writeFileSync(path.join(folderOf(release), `entry.js.${form}`), form);
  }
  mkdirSync(path.join(world.dataDir, "releases/.draft-1"));
  const again = await world.restart();
  const [plain, compressed] = await read(again, shell);
  expect([plain, compressed! > 2]).toEqual([shell.files[0]!.bytes, true]);
  expect((await read(again, items))[0]).toBe(items.files[0]!.bytes);
  await expect(read(again, damaged)).rejects.toMatchObject({ code: "ENOENT" });
  for (const { release } of [...candidates, unknown]) expect(existsSync(folderOf(release))).toBe(release === damaged);
  expect(existsSync(path.join(world.dataDir, "releases/.draft-1"))).toBe(false);
  expect(readFileSync(path.join(folderOf(damaged), "entry.js"), "utf8")).toBe("damaged");
  // Published again it is whole, and the folder is of no use any more.
  await again.nest.get(Releases).publish([candidates[2]!], "test");
  expect((await read(again, damaged))[0]).toBe(damaged.files[0]!.bytes);
  rmSync(folderOf(damaged), { recursive: true });
  await world.restart();
  expect(existsSync(path.join(world.dataDir, "releases"))).toBe(false);
});
