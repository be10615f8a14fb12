import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, it } from "@jest/globals";
import { run } from "./build-app.ts";
import { remoteConfig } from "./remote.ts";
import { sharedFirstOf, sharedOf } from "./shared-uses.ts";

const imported = (names: string, module: string) => `import { ${names} } from "${module}";`;

let folder: string;
beforeAll(() => {
  folder = path.join(mkdtempSync(path.join(tmpdir(), "tessera-shared-")), "hello");
  mkdirSync(path.join(folder, "src"), { recursive: true });
  writeFileSync(path.join(folder, "package.json"), JSON.stringify({ name: "hello", version: "1.0.0" }));
  writeFileSync(path.join(folder, "manifest.json"), JSON.stringify({ name: "hello", title: "Hello", routes: [] }));
  writeFileSync(
    path.join(folder, "src/routes.tsx"),
    `${imported("tokens", "@tessera/fluent")}
     ${imported("type Status, NotThereYet, Pane", "@tessera/ui")}
     ${imported("createElement, useState", "react")}
     const later = () => import("./later");
     export default [{ status: "ok" as Status, at: () => createElement(Pane, { color: tokens.colorBrand, later, state: useState(NotThereYet) }) }];`,
  );
  writeFileSync(
    path.join(folder, "src/later.ts"),
    `${imported("shell", "@tessera/shell-api")}\nexport const leave = () => shell().leave("/");`,
  );
});
afterAll(() => rmSync(path.dirname(folder), { recursive: true }));

it("notes what a remote imports of the shell's modules, lazily loaded code included: names of exports, no types, no members", async () => {
  await run(remoteConfig({ folder }));
  expect(sharedOf(folder)).toEqual({
    "@tessera/fluent": { version: "^2", exports: ["tokens"] },
    "@tessera/shell-api": { version: "^1", exports: ["shell"] },
    "@tessera/ui": { version: "^1", exports: ["NotThereYet", "Pane"] },
    react: { version: "^19", exports: ["createElement", "useState"] },
  });
  expect(sharedFirstOf(folder)).toEqual(["@tessera/fluent", "@tessera/ui", "react"]);
});
