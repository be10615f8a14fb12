import { readdirSync, readFileSync } from "node:fs";

const MEGABYTE = 1024 * 1024;
const PAGE = 4096;

/** Megabytes that a process and those below it hold; 0 where there is no /proc. */
export function residentMemory(process: number): number {
  const of = (pid: string): number => {
    try {
      const pages = Number(readFileSync(`/proc/${pid}/statm`, "utf8").split(" ")[1]);
      const children = readdirSync(`/proc/${pid}/task`).flatMap((task) =>
        readFileSync(`/proc/${pid}/task/${task}/children`, "utf8").split(" ").filter(Boolean),
      );
      return (pages * PAGE) / MEGABYTE + children.map(of).reduce((sum, each) => sum + each, 0);
    } catch {
      return 0;
    }
  };
  return Math.round(of(String(process)));
}
