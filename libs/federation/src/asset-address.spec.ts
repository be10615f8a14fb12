import { createHash } from "node:crypto";
import { describe, expect, it } from "@jest/globals";
import { assetAddress, integrityIn } from "./asset-address.ts";

const integrities = Array.from({ length: 50 }, (_, index) => `sha384-${createHash("sha384").update(`${index}`).digest("base64")}`);

describe("address by content", () => {
  it("is the app's folder, the file's name and its hash", () => {
    expect(assetAddress("items", "app.js", integrities[0]!)).toMatch(/^\/assets\/items\/app\.[A-Za-z0-9_-]{64}\.js$/);
    expect(assetAddress("items", "parts/a.b.css", integrities[0]!)).toMatch(/^\/assets\/items\/a\.b\.[A-Za-z0-9_-]{64}\.css$/);
  });

  it.each(["app.js", "parts/a.b.css", "LICENSE"])("names the whole hash of %s", (path) => {
    for (const integrity of integrities) expect(integrityIn(assetAddress("items", path, integrity).split("/")[3]!)).toBe(integrity);
  });

  it.each(["app.js", "app.12345678.js", `.${"a".repeat(64)}.js`, `a/${"a".repeat(64)}.js`, ""])("is none: %p", (name) =>
    expect(integrityIn(name)).toBeNull(),
  );
});
