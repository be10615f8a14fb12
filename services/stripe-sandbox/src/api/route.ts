import type { z } from "zod";
import type { Fault } from "../state/fault.ts";
import type { Ledger } from "../state/ledger.ts";

/**
 * One address of the API. `run` answers an object, or a Fault that keeps what was written (a declined charge is on
 * record).
 */
export interface Route {
  method: "GET" | "POST" | "DELETE";
  path: string;
  run(ledger: Ledger, fields: unknown, at: Record<string, string>): Promise<object | Fault>;
  schema: z.ZodType;
}

/** Binds a handler to the schema of its parameters. */
export const route = <S extends z.ZodType>(
  method: Route["method"],
  path: string,
  schema: S,
  run: (ledger: Ledger, params: z.infer<S>, at: Record<string, string>) => Promise<object | Fault>,
): Route => ({ method, path, schema, run: run as Route["run"] });
