import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { type Workspace, withWorkspaces } from "./lockfile.ts";

const LOCKFILE = "package-lock.json";
/**
 * Hash of the lockfile that node_modules was installed from; services/standalone/bin/node24.mjs writes and reads it.
 */
const STAMP = "node_modules/.tessera-lockfile";

/** Version of a package that this workspace has installed. @throws Error when there is none */
export function installedVersion(root: string, name: string): string {
  const file = path.join(root, "node_modules", name, "package.json");
  if (!existsSync(file)) throw new Error(`${name} is not installed. Run npm ci first.`);
  return (JSON.parse(readFileSync(file, "utf8")) as { version: string }).version;
}

/** Enters new workspaces into the lockfile and into node_modules, so that the next command has nothing to install. */
export function install(root: string, workspaces: Workspace[]): void {
  const lockfile = path.join(root, LOCKFILE);
  const before = readFileSync(lockfile, "utf8");
  const after = withWorkspaces(before, workspaces);
  writeFileSync(lockfile, after);
  for (const { folder, description } of workspaces) {
    const link = path.join(root, "node_modules", description.name);
    mkdirSync(path.dirname(link), { recursive: true });
    symlinkSync(path.relative(path.dirname(link), path.join(root, folder)), link, "dir");
  }
  const stamp = path.join(root, STAMP);
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === hashOf(before)) writeFileSync(stamp, hashOf(after));
}

const hashOf = (text: string) => createHash("sha256").update(text).digest("hex");
