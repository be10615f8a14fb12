import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { globalNameOf, LAZY_INTEGRITY, LOADER, Release } from "../composition.ts";
import { Manifest } from "../manifest.ts";
import { INPUTS_FILE } from "./inputs.ts";
import { appOf, ROOT, readJson, versionOf } from "./paths.ts";
import { type ReleaseContent, releaseId } from "./release-id.ts";
import { sharedFirstOf, sharedOf, shellApiVersions } from "./shared-uses.ts";
import { PUBLIC_FOLDER } from "./shell.ts";
import { FIRST_CHUNKS, FRAMED_CHUNKS, pageChunk, SHARED_CHUNKS } from "./shell-chunks.ts";

export const RELEASE_FILE = "release.json";
/** Written by the federation plugin. */
const FEDERATION_MANIFEST = "mf-manifest.json";

/** `manifest.json` of an app. @throws Error that names the file and every wrong entry */
export function readManifest(folder: string): Manifest {
  const file = path.join(folder, "manifest.json");
  const parsed = Manifest.safeParse(readJson(file));
  if (parsed.success) return parsed.data;
  const entries = parsed.error.issues.map((issue) => `  ${issue.path.join(".") || "(top)"}: ${issue.message}`);
  throw new Error(`${path.relative(ROOT, file)} is not a manifest:\n${entries.join("\n")}`);
}

/** Describe the build to tools that made it, not to who loads it. */
const REPORTS = new Set([RELEASE_FILE, FEDERATION_MANIFEST, "mf-stats.json", INPUTS_FILE]);

/** Every file of a build, with its hash. */
export function describeFiles(dist: string): Release["files"] {
  return readdirSync(dist, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !REPORTS.has(entry.name))
    .map((entry) => path.relative(dist, path.join(entry.parentPath, entry.name)).split(path.sep).join("/"))
    .sort()
    .map((name) => {
      const content = readFileSync(path.join(dist, name));
      return {
        path: name,
        bytes: content.byteLength,
        integrity: `sha384-${createHash("sha384").update(content).digest("base64")}`,
      };
    });
}

/** Describes what a build left in the app's `dist`, and names it by that. */
export function describeRelease(folder: string): Release {
  const app = appOf(folder);
  const dist = path.join(folder, "dist");
  const files = describeFiles(dist);
  const shell = app === "shell";
  const manifest = readManifest(folder);
  const names = files.map((file) => file.path);
  const first = shell ? shellAssets(names, manifest) : remoteAssets(dist);
  const content: ReleaseContent = {
    app,
    kind: shell ? "shell" : "remote",
    version: versionOf(folder),
    files,
    entry: first.scripts[0]!,
    ...first,
    manifest: shell
      ? manifest
      : { ...manifest, requires: { ...manifest.requires, [LOADER.name]: `^${LOADER.version}` } },
    relocatable: true,
    shared: sharedOf(folder),
    sharedFirst: shell ? undefined : sharedFirstOf(folder),
    provides: shell
      ? Object.fromEntries([
          ["shell-api", shellApiVersions()],
          ...[LOADER, LAZY_INTEGRITY].map(({ name, version }) => [name, version]),
        ])
      : {},
  };
  const id = releaseId(content);
  return Release.parse({
    ...content,
    id,
    revision: revision(folder),
    globalName: shell ? null : globalNameOf(app, id),
  });
}

/** The page before the first script has run. */
const OUTLINE = `${PUBLIC_FOLDER}/outline.css`;

/**
 * Boot, then the shared chunks every first view needs, then the application: the order that was measured to be the
 * fastest.
 */
function shellAssets(names: string[], { routes }: Manifest) {
  const chunk = (name: string, extension: string) =>
    names.filter((file) => file.startsWith(`${name}.`) && file.endsWith(extension));
  const scripts = (chunks: string[]) => chunks.flatMap((name) => chunk(name, ".js"));
  const first = ["boot", ...FIRST_CHUNKS, "app"];
  return {
    scripts: scripts(first),
    styles: [...names.filter((file) => file === OUTLINE), ...first.flatMap((name) => chunk(name, ".css"))],
    more: {
      framed: scripts(FRAMED_CHUNKS),
      pages: Object.fromEntries(routes.map(({ id }) => [id, scripts([pageChunk(id)])])),
      shared: Object.fromEntries(Object.entries(SHARED_CHUNKS).map(([name, chunks]) => [name, scripts(chunks)])),
    },
  };
}

/**
 * The container, then what the exposed routes need at once. The plugin's list of shared files is not used: it names
 * more than is needed.
 */
function remoteAssets(dist: string) {
  interface FederationManifest {
    metaData: { remoteEntry: { name: string } };
    exposes: { name: string; assets: Record<"js" | "css", { sync: string[] }> }[];
  }
  const manifest = readJson<FederationManifest>(path.join(dist, FEDERATION_MANIFEST));
  const routes = manifest.exposes.find((expose) => expose.name === "routes")?.assets;
  return { scripts: [manifest.metaData.remoteEntry.name, ...(routes?.js.sync ?? [])], styles: routes?.css.sync ?? [] };
}

function revision(folder: string): string | null {
  const git = (...args: string[]) =>
    execFileSync("git", args, { cwd: folder, encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] }).trim();
  try {
    return git("rev-parse", "HEAD") + (git("status", "--porcelain", "--", ROOT) ? "+changes" : "");
  } catch {
    return null; // not a repository, or no git: a release of an unpacked archive
  }
}
