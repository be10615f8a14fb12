import { mkdtemp, readdir, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Log } from "../log.ts";

/** Names say which process a folder belongs to: "tessera-<what for>-<process id>-<random>". */
const NAME = /^tessera-[a-z]+-(\d+)-\w{6}$/;
/** Of this process, in use. */
const own = new Set<string>();

/**
 * Runs `use` with an empty folder of its own on the disk, which nobody else on the machine may look into. It is gone
 * afterwards; one of a process that was killed goes when the next one starts (`purgeTemporaryFolders`).
 * @param what for: lower-case letters
 */
export async function inTemporaryFolder<T>(what: string, use: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(path.join(tmpdir(), `tessera-${what}-${process.pid}-`));
  own.add(folder);
  try {
    return await use(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
    own.delete(folder);
  }
}

/**
 * Removes what processes that were killed left behind. One with the id of this process is of a process before, as in a
 * container, where each has the same.
 */
export async function purgeTemporaryFolders(log: Pick<Log, "warn">): Promise<void> {
  for (const entry of await readdir(tmpdir(), { withFileTypes: true })) {
    const pid = Number(NAME.exec(entry.name)?.[1] ?? 0);
    const folder = path.join(tmpdir(), entry.name);
    if (!pid || !entry.isDirectory() || own.has(folder) || (pid !== process.pid && isAlive(pid))) continue;
    try {
      if ((await stat(folder)).uid === process.getuid?.()) await rm(folder, { recursive: true, force: true });
    } catch (err) {
      log.warn({ err, folder }, "A temporary folder of a process that was killed cannot be removed");
    }
  }
}

/** Also one that another user runs counts: its folder is not ours. */
function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}
