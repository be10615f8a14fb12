import { readFileSync } from "node:fs";
import { SHELL_API_VERSION } from "./version.ts";

it("is the version of the package", () => {
  const { version } = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8")) as {
    version: string;
  };
  expect(SHELL_API_VERSION).toBe(version);
});
