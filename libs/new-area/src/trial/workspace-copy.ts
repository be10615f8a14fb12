import { execFileSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readdirSync, readlinkSync, symlinkSync } from "node:fs";
import path from "node:path";

/** Folder of node_modules whose packages are the workspaces themselves. */
const OWN_SCOPE = "@tessera";

/** Copies all files that git knows, or would know, and commits them there: what changes afterwards shows in its `git status`. */
export function copyWorkspace(root: string, target: string): void {
  const listed = execFileSync("git", ["ls-files", "-z", "--cached", "--others", "--exclude-standard"], { cwd: root, encoding: "utf8" });
  for (const file of listed.split("\0").filter((name) => name && existsSync(path.join(root, name))))
    cpSync(path.join(root, file), path.join(target, file), { recursive: true });
  linkPackages(path.join(root, "node_modules"), path.join(target, "node_modules"));
  const git = (...args: string[]) => execFileSync("git", args, { cwd: target, stdio: ["ignore", "ignore", "inherit"] });
  git("init", "--quiet");
  git("add", "--all");
  git("-c", "user.name=trial", "-c", "user.email=trial@tessera.example", "commit", "--quiet", "--no-verify", "--message", "The workspace");
}

/** Packages from npm are those of the workspace; our own are those of the copy. */
function linkPackages(from: string, to: string): void {
  mkdirSync(path.join(to, OWN_SCOPE), { recursive: true });
  for (const name of readdirSync(from)) if (name !== OWN_SCOPE) symlinkSync(path.join(from, name), path.join(to, name));
  for (const name of readdirSync(path.join(from, OWN_SCOPE)))
    symlinkSync(readlinkSync(path.join(from, OWN_SCOPE, name)), path.join(to, OWN_SCOPE, name), "dir");
}

/** The builds of the shell and of the remotes are taken as they are. */
export function linkBuilds(root: string, target: string): void {
  const apps = ["shell", ...readdirSync(path.join(root, "remotes")).map((name) => `remotes/${name}`)];
  for (const app of apps.filter((name) => existsSync(path.join(root, name, "dist"))))
    symlinkSync(path.join(root, app, "dist"), path.join(target, app, "dist"), "dir");
}

/** Files that were changed or added since the copy was made. */
export const changedFiles = (target: string): string[] =>
  execFileSync("git", ["status", "--porcelain", "-z", "--untracked-files=all"], { cwd: target, encoding: "utf8" })
    .split("\0")
    .filter(Boolean)
    .map((line) => line.slice(3));
