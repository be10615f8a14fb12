import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { Manifest, modulesOf } from "../src/manifest.ts";
import { manifestSchema, SCHEMA_FILE } from "./schema.ts";

const ROOT = path.resolve(import.meta.dirname, "../../..");
const folders = ["shell", ...readdirSync(path.join(ROOT, "remotes")).map((name) => `remotes/${name}`)];

it("is written down as the code has it", () => {
  // else: node libs/federation/bin/manifest-schema.ts
  expect(JSON.parse(readFileSync(SCHEMA_FILE, "utf8"))).toEqual(JSON.parse(manifestSchema()));
});

describe.each(folders)("the manifest of %s", (folder) => {
  const text = JSON.parse(readFileSync(path.join(ROOT, folder, "manifest.json"), "utf8"));

  it("names the schema and fits it", () => {
    expect(path.resolve(ROOT, folder, text.$schema)).toBe(SCHEMA_FILE);
    expect(Manifest.safeParse(text).error?.issues ?? []).toEqual([]);
  });

  it("names modules that are there, each with a default export", () => {
    for (const module of modulesOf(Manifest.parse(text))) {
      const files = [".ts", ".tsx"]
        .map((ending) => path.join(ROOT, folder, "src", module + ending))
        .filter((file) => existsSync(file));
      expect([module, files.length]).toEqual([module, 1]);
      expect(readFileSync(files[0]!, "utf8")).toMatch(/^export default /m);
    }
  });
});
