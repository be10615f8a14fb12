import { readFileSync } from "node:fs";
import path from "node:path";
import type { Contributions } from "@tessera/shell-api";
import type { Declared } from "@tessera/shell-api/contributions-of.ts";
import { mockContributions } from "@tessera/shell-api/testing";

const FILE = path.resolve(import.meta.dirname, "../../manifest.json");
export const manifest = JSON.parse(readFileSync(FILE, "utf8")) as {
  name: string;
  commands: { id: string; module?: string }[];
  contributes: Required<Pick<Declared, "itemTypes">> & {
    capture: { command: string }[];
    palette: { module: string }[];
  };
};

/**
 * This remote's contributions as its manifest declares them, with their real code; modules in `broken` do not arrive.
 */
export const ownContributions = (
  failures?: { owner: string; error: unknown }[],
  broken: readonly string[] = [],
): Contributions =>
  mockContributions(
    [manifest],
    async (_, module) => {
      if (broken.includes(module)) throw new Error(`${module} did not arrive`);
      const code = await import(`../${module}.ts`).catch(() => import(`../${module}.tsx`));
      return (code as { default: unknown }).default;
    },
    failures,
  );
