import { rulesClient } from "@tessera/contracts-items/rules-client.ts";
import { shell } from "@tessera/shell-api";

/** Rules for cards, reached with the shell's transport. */
export const rules = rulesClient((path, init) => shell().http(path, init));

/** Keys of the query cache. */
export const ruleKeys = {
  list: ["items", "rules"] as const,
  effects: ["items", "rule-effects"] as const,
  versions: (id: string) => ["items", "rules", id, "versions"] as const,
};
