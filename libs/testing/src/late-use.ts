import { setTimeout as pass } from "node:timers/promises";
import type { OpenDatabase } from "@tessera/service-kit";

/** Ms after the end of services in which what they left behind has time to show. */
const GRACE_MS = 20;

/** The same database; its end fails when it is asked for anything afterwards: something was left running. */
export function refusingLateUse<T extends OpenDatabase>(opened: T): T {
  const late: string[] = [];
  let isClosed = false;
  const pool = opened.pool as unknown as Record<"query" | "connect", (...args: unknown[]) => unknown>;
  for (const name of ["query", "connect"] as const) {
    const own = pool[name].bind(pool);
    pool[name] = (...args) => {
      if (isClosed) late.push(new Error(`${name} ${textOf(args[0])}`).stack ?? name);
      return own(...args);
    };
  }
  return {
    ...opened,
    close: async () => {
      isClosed = true;
      await opened.close();
      await pass(GRACE_MS);
      if (late.length)
        throw new Error(`Work was left behind: the database was asked after its end.\n${late.join("\n")}`);
    },
  };
}

const textOf = (query: unknown) =>
  (typeof query === "string" ? query : ((query as { text?: string } | undefined)?.text ?? "")).slice(0, 200);
