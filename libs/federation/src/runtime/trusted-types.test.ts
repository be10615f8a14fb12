import { expect, it } from "@jest/globals";
import { isOwnScript } from "./trusted-types.ts";

it.each(["/assets/items/1.0.0-0123456789ab/a.js", `${location.origin}/assets/shell/x.js`, "/sw.js"])("%s is a script of ours", (url) => {
  expect(isOwnScript(url)).toBe(true);
});

it.each([
  "/api/items/files/1",
  "/storage/v1/object/public/evil.js",
  "/assets/../api/x.js",
  "https://evil.example/assets/a.js",
  "//evil.example/assets/a.js",
  "data:text/javascript,alert(1)",
  "javascript:alert(1)",
  "blob:http://localhost/assets/1",
  "/sw.js/../api/x",
])("%s is not", (url) => {
  expect(isOwnScript(url)).toBe(false);
});
