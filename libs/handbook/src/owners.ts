import { globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";

/** The team that answers for a part of the repository. */
export interface Owner {
  /** Folder from the root, with slashes; "" for all that no other part names. */
  part: string;
  team: string;
}

interface Package {
  workspaces?: string[];
  tessera?: { owner?: string };
}

/** Each part's owner, as `tessera.owner` of its package.json says: the root's first, then by folder. */
export function readOwners(root: string): Owner[] {
  const read = (part: string) => JSON.parse(readFileSync(join(root, part, "package.json"), "utf8")) as Package;
  const { workspaces = [] } = read("");
  const parts = globSync(
    workspaces.map((pattern) => `${pattern}/package.json`),
    { cwd: root },
  ).map((file) => dirname(file).replaceAll("\\", "/"));
  return ["", ...parts.sort()].flatMap((part) => {
    const team = read(part).tessera?.owner;
    return team ? [{ part, team }] : [];
  });
}

/** `.github/CODEOWNERS`: of several lines that match a file the last one counts. */
export function codeOwners(owners: Owner[]): string {
  return [
    "# Written by `npm run handbook`: each part's package.json names its team (`tessera.owner`).",
    ...owners.map(({ part, team }) => `${part === "" ? "*" : `/${part}/`} ${team}`),
    "",
  ].join("\n");
}
