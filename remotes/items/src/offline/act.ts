import { type NewAct, shell } from "@tessera/shell-api";
import type { Acts } from "./declare.ts";

export const AREA = "items";

/** Sends an act of this area, or stores it until it can be sent. */
export const act = <T, K extends keyof Acts>(kind: K, body: Acts[K], rest: Omit<NewAct, "kind" | "body">) =>
  shell().offline.run<T>(AREA, { kind, body, ...rest });
