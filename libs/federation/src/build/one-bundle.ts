import { existsSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { rspack, type Stats } from "@rspack/core";
import { type Manifest, modulesOf } from "../manifest.ts";
import { browserBase } from "./base.ts";
import { appFolder, ROOT } from "./paths.ts";
import { describeFiles, RELEASE_FILE, readManifest } from "./release-file.ts";

/**
 * The same pages as one application without federation, to measure against: the shell and all remotes in one build,
 * each remote's routes an `import()`. Written to `<folder>/shell/dist` as a release of a shell that owns every page;
 * `first` names the remote whose page is measured, its chunks come with the page as a remote's do.
 */
export async function buildOneBundle(folder: string, first: string): Promise<void> {
  const shell = appFolder("shell");
  const remotes = readdirSync(path.join(ROOT, "remotes")).map((name) => readManifest(appFolder(name)));
  const id = "1.0.0-0123456789ab";
  const source = path.join(folder, "shell/src");
  const dist = path.join(folder, "shell/dist");
  mkdirSync(source, { recursive: true });
  mkdirSync(path.join(folder, "remotes"), { recursive: true });
  writeFileSync(path.join(source, "main.ts"), entry(shell, remotes));
  const base = browserBase({ folder: path.join(folder, "shell"), publicPath: `/assets/shell/${id}/` });
  const stats = await new Promise<Stats>((resolve, reject) => {
    const compiler = rspack({
      ...base,
      entry: { main: "./src/main.ts" },
      output: { ...base.output, uniqueName: "tessera_one_bundle" },
      resolve: { ...base.resolve, modules: [path.join(ROOT, "node_modules")] },
    });
    compiler.run((error, result) =>
      compiler.close(() => {
        if (result && !error && !result.hasErrors()) resolve(result);
        else reject(error ?? new Error(result?.toString({ all: false, errors: true })));
      }),
    );
  });
  const { entrypoints, namedChunkGroups } = stats.toJson({ all: false, entrypoints: true, chunkGroups: true });
  const filesOf = (group?: { assets?: { name: string }[] }) => (group?.assets ?? []).map((asset) => asset.name);
  const files = [...new Set([...filesOf(entrypoints?.main), ...filesOf(namedChunkGroups?.[`routes-${first}`])])];
  const own = readManifest(shell);
  const release = {
    app: "shell",
    kind: "shell",
    id,
    version: "1.0.0",
    revision: null,
    files: describeFiles(dist),
    entry: "main.js",
    globalName: null,
    scripts: files.filter((file) => file.endsWith(".js")),
    styles: files.filter((file) => file.endsWith(".css")),
    manifest: { ...own, routes: [...own.routes, ...remotes.flatMap((remote) => remote.routes)], requires: {} },
    provides: {},
  };
  writeFileSync(path.join(dist, RELEASE_FILE), JSON.stringify(release));
}

/** The page's composition has the shell alone; the application is given the remotes that were built into it. */
function entry(shell: string, manifests: Manifest[]): string {
  const part = (key: string, chunk: string, file: string) =>
    `${JSON.stringify(key)}: () => import(/* webpackChunkName: "${chunk}" */ ${JSON.stringify(file)})`;
  const routes = manifests
    .map(({ name }) => ({ name, file: path.join(appFolder(name), "src/routes.tsx") }))
    .filter(({ file }) => existsSync(file))
    .map(({ name, file }) => part(name, `routes-${name}`, file));
  const modules = manifests.flatMap((manifest) =>
    modulesOf(manifest).map((module) => {
      const key = `${manifest.name}/${module}`;
      return part(key, key.replaceAll("/", "-"), path.join(appFolder(manifest.name), "src", module));
    }),
  );
  return `
import { startPage } from "@tessera/federation/runtime/boot.ts";
import { enforceIntegrity } from "@tessera/federation/runtime/integrity.ts";
import { readComposition, readConfig } from "@tessera/federation/runtime/page-data.ts";
import { protectGlobals } from "@tessera/federation/runtime/protect-globals.ts";
import { trustOwnScripts } from "@tessera/federation/runtime/trusted-types.ts";
import * as app from ${JSON.stringify(path.join(shell, "src/app.tsx"))};
import ${JSON.stringify(path.join(shell, "src/layout/framed.tsx"))};
const routes = { ${routes.join(", ")} };
const modules = { ${modules.join(", ")} };
const manifests = ${JSON.stringify(manifests)};
protectGlobals();
trustOwnScripts();
const page = readComposition();
enforceIntegrity(page);
const own = page.shell.routes.filter((rule) => !manifests.some((manifest) => manifest.routes.some((other) => other.path === rule.path)));
const remotes = manifests.map((manifest) => ({ ...manifest, release: { ...page.shell.release, integrity: {} } }));
const composition = { ...page, shell: { ...page.shell, routes: own }, remotes };
void startPage({ composition, config: readConfig(), app: app.loadFramed().then(() => app), load: async (name) => (await routes[name]()).default, loadModule: async (name, module) => (await modules[name + "/" + module]()).default });
`;
}
