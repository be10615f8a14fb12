import { execFileSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { ROOT } from "../build/paths.ts";
import type { Release } from "../composition.ts";
import { installPackages } from "./installed-packages.ts";

/** What the build of a remote runs on and bundles; their own dependencies come with them. */
const PACKAGES = [
  "@module-federation/enhanced",
  "@rspack/core",
  "@rspack/plugin-react-refresh",
  "acorn",
  "acorn-walk",
  "marked",
  "postcss",
  "react",
  "react-dom",
  "react-refresh",
  "zod",
];
const OWN = [
  "federation",
  "ui",
  "shell-api",
  "contracts/core",
  "contracts/items",
  "contracts/queue",
  "contracts/releases",
].map((name) => `libs/${name}`);

/** A checkout in a folder of its own with one remote, `sample`, and all that its build needs. */
export class Checkout {
  constructor(readonly root: string) {
    const skipped = /[\\/](node_modules|dist)$/;
    for (const folder of [...OWN, "libs/facades"])
      cpSync(path.join(ROOT, folder), path.join(root, folder), {
        recursive: true,
        filter: (name) => !skipped.test(name),
      });
    cpSync(path.join(ROOT, "package.json"), path.join(root, "package.json"));
    this.write("package-lock.json", "{}");
    linkPackages(root);
    this.write(
      "remotes/sample/package.json",
      JSON.stringify({ name: "@tessera/remote-sample", version: "1.0.0", type: "module" }),
    );
    const icon = { regular: "M0 0", filled: "M0 0" };
    const navigation = [{ id: "sample", title: "Sample", path: "/sample", order: 1, icon }];
    const routes = [{ id: "sample", path: "/sample", title: "Sample" }];
    this.write("remotes/sample/manifest.json", JSON.stringify({ name: "sample", title: "Sample", routes, navigation }));
    this.write("remotes/sample/src/routes.tsx", ROUTES);
    this.write("remotes/sample/src/later.tsx", LATER);
    this.write("remotes/sample/src/words.ts", WORDS);
  }

  write(file: string, text: string): void {
    mkdirSync(path.dirname(path.join(this.root, file)), { recursive: true });
    writeFileSync(path.join(this.root, file), text);
  }

  edit(file: string, change: (text: string) => string): void {
    this.write(file, change(readFileSync(path.join(this.root, file), "utf8")));
  }

  /** Builds the remote as its team does. @returns its release and the texts of its files */
  build(): { release: Release; files: Record<string, string>; said: string } {
    const folder = path.join(this.root, "remotes/sample");
    const said = execFileSync(process.execPath, [path.join(this.root, "libs/federation/src/build/cli.ts")], {
      cwd: folder,
      encoding: "utf8",
      env: { ...process.env, NODE_OPTIONS: "" },
    });
    const read = (name: string) => readFileSync(path.join(folder, "dist", name), "utf8");
    const release = JSON.parse(read("release.json")) as Release;
    return { release, files: Object.fromEntries(release.files.map(({ path: name }) => [name, read(name)])), said };
  }
}

/** Apart from the name: what a text imports is no import of this file (libs/contracts/check). */
const OURS = "@tessera";
const ROUTES = `import { queueClient } from "${OURS}/contracts-queue/client.ts";
import { useState } from "react";
const load = () => import("./later.tsx");
export default [{ path: "sample", Component: function Sample() {
  const [client] = useState(() => queueClient);
  return <button onClick={() => void load()}>{client.name} A button of the sample</button>;
} }];
`;
const LATER = `import { words } from "./words.ts";
export const Later = () => <p>{words}</p>;
`;

const WORDS = `export const words = "Words of the sample";
`;

/** Packages from npm are files of the checkout; our own are links into it. */
function linkPackages(root: string): void {
  installPackages(root, PACKAGES);
  mkdirSync(path.join(root, "node_modules/@tessera"), { recursive: true });
  for (const folder of [
    ...OWN,
    ...readdirSync(path.join(root, "libs/facades")).map((name) => `libs/facades/${name}`),
  ]) {
    if (!existsSync(path.join(root, folder, "package.json"))) continue;
    const { name } = JSON.parse(readFileSync(path.join(root, folder, "package.json"), "utf8")) as { name: string };
    symlinkSync(path.join(root, folder), path.join(root, "node_modules", name), "dir");
  }
}
