import { describe, expect, test } from "@jest/globals";
import { areaName } from "./area-name.ts";
import { areaFiles } from "./template.ts";

const files = areaFiles(areaName("deep-work", "Focus"), (name) => (name === "@tessera/shell-api" ? "3.1.4" : "9.9.9"));
const textOf = (path: string) => files.find((file) => file.path === path)!.text;

describe("the files of a new area", () => {
  test("lie in its own three folders, and no longer name the sample", () => {
    for (const { path, text } of files) {
      expect(path).toMatch(/^(libs\/contracts|services|remotes)\/deep-work\//);
      expect(`${path}\n${text}`).not.toMatch(/sample/i);
    }
  });

  test("use the name in each of its forms", () => {
    expect(textOf("services/deep-work/migrations/001-records.sql")).toContain("create table deep_work.record");
    expect(textOf("services/deep-work/src/index.ts")).toContain('title: "Focus"');
    expect(textOf("libs/contracts/deep-work/src/client.ts")).toContain("export const deepWorkClient");
    expect(textOf("libs/contracts/deep-work/src/records.ts")).toContain("export const DeepWorkRecord =");
  });

  test("ask for the versions that are installed, and for the area's own first", () => {
    const { dependencies } = JSON.parse(textOf("services/deep-work/package.json"));
    expect(dependencies).toMatchObject({ zod: "9.9.9", "@tessera/contracts-deep-work": "1.0.0" });
    expect(Object.keys(dependencies)).toEqual(Object.keys(dependencies).sort());
    expect(JSON.parse(textOf("remotes/deep-work/manifest.json")).requires).toEqual({
      "shell-api": "^3.1.4",
      "contracts/deep-work": "^1.0.0",
    });
  });
});
