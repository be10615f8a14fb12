import { readdirSync, readFileSync } from "node:fs";

const MEGABYTE = 1024 * 1024;
const PAGE = 4096;
const TICKS_A_SECOND = 100;

/** Megabytes that a process and those below it hold; 0 where there is no /proc. */
export const residentMemory = (process: number): number =>
  Math.round(
    sumOf(String(process), (pid) => {
      const pages = Number(readFileSync(`/proc/${pid}/statm`, "utf8").split(" ")[1]);
      return (pages * PAGE) / MEGABYTE;
    }),
  );

/** Seconds of processors that a process, those below it and those that ended took; 0 where there is no /proc. */
export const processorSeconds = (process: number): number =>
  sumOf(String(process), (pid) => {
    // Behind the name, which may have spaces: from the state, the third field, on.
    const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]!.split(" ");
    return fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0) / TICKS_A_SECOND;
  });

function sumOf(pid: string, of: (pid: string) => number): number {
  try {
    const children = readdirSync(`/proc/${pid}/task`).flatMap((task) =>
      readFileSync(`/proc/${pid}/task/${task}/children`, "utf8").split(" ").filter(Boolean),
    );
    return of(pid) + children.reduce((sum, child) => sum + sumOf(child, of), 0);
  } catch {
    return 0;
  }
}
