import { closeSync, mkdirSync, openSync, readFileSync, rmSync, writeSync } from "node:fs";
import { join } from "node:path";

/** Another process works on the same data folder. */
export class DataFolderInUse extends Error {
  override name = "DataFolderInUse";
  constructor(folder: string, pid: number) {
    super(
      `The data folder ${folder} is in use by process ${pid}. Two processes on one embedded database would lose data: ` +
        "stop the other one, or start this one with another DATA_DIR. To run several processes as one product, set DATABASE_URL to a " +
        "PostgreSQL server for all of them.",
    );
  }
}

/**
 * Takes the lock of an embedded data folder (PGlite has none of its own). A lock left by a killed process is taken
 * over: it names its process and when that began, so that a new process with the same number is not mistaken for the
 * old one.
 * @returns what gives the lock back
 * @throws DataFolderInUse
 */
export function lockDataFolder(folder: string): () => void {
  mkdirSync(folder, { recursive: true });
  const file = join(folder, "lock");
  for (;;) {
    try {
      const handle = openSync(file, "wx", 0o600);
      writeSync(handle, JSON.stringify({ pid: process.pid, began: beganAt(process.pid) }));
      closeSync(handle);
      return () => rmSync(file, { force: true });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
      const holder = readHolder(file);
      if (holder && isRunning(holder)) throw new DataFolderInUse(folder, holder.pid);
      rmSync(file, { force: true });
    }
  }
}

interface Holder {
  pid: number;
  /** Start of the process in clock ticks since boot, where the system tells (Linux). */
  began: string | null;
}

function readHolder(file: string): Holder | null {
  try {
    return JSON.parse(readFileSync(file, "utf8")) as Holder;
  } catch {
    return null;
  }
}

function isRunning(holder: Holder): boolean {
  try {
    process.kill(holder.pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EPERM") return false;
  }
  return beganAt(holder.pid) === holder.began;
}

function beganAt(pid: number): string | null {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]?.split(" ");
    return fields?.[19] ?? null;
  } catch {
    return null;
  }
}
