import { describe, expect, it } from "@jest/globals";
import { ReleaseId } from "../composition.ts";
import { Manifest } from "../manifest.ts";
import { type ReleaseContent, releaseId } from "./release-id.ts";

const content: ReleaseContent = {
  app: "items",
  kind: "remote",
  version: "1.2.0",
  files: [{ path: "a.js", bytes: 1, integrity: "sha384-a" }],
  entry: "a.js",
  scripts: ["a.js"],
  styles: [],
  manifest: Manifest.parse({ name: "items", title: "Items", routes: [], requires: { "shell-api": "^1.0.0", "contracts/items": "^1.0.0" } }),
  relocatable: true,
  provides: {},
};

describe("release id", () => {
  it("is the version and a hash of what was built, whatever the order of keys", () => {
    const id = releaseId(content);
    expect(ReleaseId.safeParse(id).success).toBe(true);
    expect(id.startsWith("1.2.0-")).toBe(true);
    const requires = { "contracts/items": "^1.0.0", "shell-api": "^1.0.0" };
    expect(releaseId({ ...content, manifest: { ...content.manifest, requires } })).toBe(id);
  });

  it.each<[string, Partial<ReleaseContent>]>([
    ["a content", { files: [{ path: "a.js", bytes: 1, integrity: "sha384-b" }] }],
    ["a name", { files: [{ path: "b.js", bytes: 1, integrity: "sha384-a" }] }],
    ["what it says of itself", { manifest: { ...content.manifest, title: "Cards" } }],
    ["its version", { version: "1.2.1" }],
    ["its app", { app: "queue" }],
  ])("changes with %s", (_, change) => expect(releaseId({ ...content, ...change })).not.toBe(releaseId(content)));
});
