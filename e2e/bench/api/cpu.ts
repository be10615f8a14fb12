import { readdirSync, readFileSync } from "node:fs";

/** Clock ticks of /proc in a second (USER_HZ, the same on every Linux). */
const TICKS = 100;

interface Entry {
  parent: number;
  seconds: number;
}

/** Parent and processor time of each process; empty where there is no /proc. */
function processes(): Map<number, Entry> {
  const found = new Map<number, Entry>();
  for (const name of list("/proc")) {
    if (!/^\d+$/.test(name)) continue;
    // Fields from the third on: the second, the name in brackets, may hold blanks.
    const fields = read(`/proc/${name}/stat`).split(") ").at(-1)!.split(" ");
    found.set(Number(name), {
      parent: Number(fields[1]),
      seconds: (Number(fields[11]) + Number(fields[12])) / TICKS,
    });
  }
  return found;
}

/**
 * Processor time that servers and their database use from now on: unlike the time on the clock it hardly depends on
 * what else the machine does.
 * @param servers ids of processes @param parents processes whose children count too (a PostgreSQL's)
 * @returns what reads it, seconds; NaN where there is no /proc
 */
export function cpuOf(servers: number[], parents: number[]): () => number {
  const counts = (id: number, { parent }: Entry) => servers.includes(id) || parents.includes(parent);
  const before = processes();
  return () => {
    const after = processes();
    if (!after.size) return Number.NaN;
    let sum = 0;
    for (const [id, entry] of after)
      if (counts(id, entry)) sum += Math.max(0, entry.seconds - (before.get(id)?.seconds ?? 0));
    return sum;
  };
}

/** The parent of a process; 0 where that is not known. */
export const parentOf = (id: number): number => processes().get(id)?.parent ?? 0;

function list(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function read(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return ") ? 0 0 0 0 0 0 0 0 0 0 0 0"; // it ended meanwhile
  }
}
