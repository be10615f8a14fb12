import { execFileSync } from "node:child_process";
import { copyFileSync, cpSync, existsSync, mkdirSync, readdirSync, readlinkSync, statSync, symlinkSync } from "node:fs";
import path from "node:path";

/** Folder of node_modules whose packages are the workspaces themselves. */
const OWN_SCOPE = "@tessera";

/** Without what a hook of git tells the programs that it starts: they would act on its repository. */
const environment = () => Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith("GIT_")));

const git = (folder: string, ...args: string[]): string[] =>
  execFileSync("git", args, { cwd: folder, encoding: "utf8", env: environment(), maxBuffer: 64 * 1024 * 1024 })
    .split("\0")
    .filter(Boolean);

/** Nobody's name, and nobody's key to sign with. */
const COMMITTER = ["user.name=trial", "user.email=trial@tessera.example", "commit.gpgsign=false"].flatMap((setting) => [
  "-c",
  setting,
]);

/**
 * Copies all files that git knows, or would know, and commits them there: what changes afterwards shows in its `git
 * status`.
 */
export function copyWorkspace(root: string, target: string): void {
  const listed = git(root, "ls-files", "-z", "--cached", "--others", "--exclude-standard");
  for (const file of listed.filter((name) => existsSync(path.join(root, name))))
    cpSync(path.join(root, file), path.join(target, file), { recursive: true });
  linkPackages(path.join(root, "node_modules"), path.join(target, "node_modules"));
  git(target, "init", "--quiet");
  git(target, "add", "--all");
  git(target, ...COMMITTER, "commit", "--quiet", "--no-verify", "--message", "The workspace");
}

/** Packages from npm are those of the workspace; our own are those of the copy. */
function linkPackages(from: string, to: string): void {
  mkdirSync(path.join(to, OWN_SCOPE), { recursive: true });
  for (const name of readdirSync(from).filter((one) => one !== OWN_SCOPE)) {
    const [source, target] = [path.join(from, name), path.join(to, name)];
    // Files are notes of the installation: the copy writes its own, and a link would have it write the workspace's.
    if (statSync(source).isFile()) copyFileSync(source, target);
    else symlinkSync(source, target);
  }
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
  git(target, "status", "--porcelain", "-z", "--untracked-files=all").map((line) => line.slice(3));
