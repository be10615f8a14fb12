import type { OverBudget, ReleaseWeight, WeightBudget } from "@tessera/contracts-releases/weight.ts";
import type { Release } from "@tessera/federation/composition.ts";

/** Files that a refusal names. */
const NAMED = 5;

export interface WeighedFile {
  path: string;
  /** As they are sent. */
  bytes: number;
  /** Whether the first view loads it as script. */
  first: boolean;
}

type Described = Pick<Release, "entry" | "scripts" | "files">;

/** The files of a release that pages load: source maps are read by developers alone. */
export const weighable = ({ files }: Pick<Release, "files">) => files.filter(({ path }) => !path.endsWith(".map"));

/** @param sizes bytes that are sent of each content */
export function weighed(release: Described, sizes: ReadonlyMap<string, number>): WeighedFile[] {
  const first = new Set([release.entry, ...release.scripts]);
  return weighable(release).map(({ path, integrity }) => ({
    path,
    bytes: sizes.get(integrity)!,
    first: first.has(path) && path.endsWith(".js"),
  }));
}

export const weightOf = (files: readonly WeighedFile[]): ReleaseWeight => ({
  firstLoad: sum(files.filter(({ first }) => first)),
  total: sum(files),
});

/** What is over the budget; nothing when the release may be published. */
export function overBudget(files: readonly WeighedFile[], budget: WeightBudget): OverBudget[] {
  const parts = [
    { of: "firstLoad", counted: files.filter(({ first }) => first), limit: budget.firstLoad },
    { of: "total", counted: files, limit: budget.total },
  ] as const;
  return parts
    .map(({ of, counted, limit }) => ({ of, bytes: sum(counted), budget: limit, files: heaviest(counted) }))
    .filter(({ bytes, budget: limit }) => bytes > limit);
}

/** "its first view loads 312 kB of script, 12 kB over its budget of 300 kB: main.js 200 kB, …" */
export function overWords({ of, bytes, budget, files }: OverBudget): string {
  const what =
    of === "firstLoad" ? `its first view loads ${sizeText(bytes)} of script` : `it has ${sizeText(bytes)} of files`;
  const named = files.map((file) => `${file.path} ${sizeText(file.bytes)}`).join(", ");
  return `${what}, ${sizeText(bytes - budget)} over its budget of ${sizeText(budget)} (${named})`;
}

/** 1 kB is 1000 bytes. */
function sizeText(bytes: number): string {
  if (bytes < 1000) return `${bytes} bytes`;
  return bytes < 1_000_000 ? `${Number((bytes / 1000).toFixed(1))} kB` : `${Number((bytes / 1_000_000).toFixed(2))} MB`;
}

const heaviest = (files: readonly WeighedFile[]) =>
  files
    .toSorted((one, other) => other.bytes - one.bytes)
    .slice(0, NAMED)
    .map(({ path, bytes }) => ({ path, bytes }));

const sum = (files: readonly WeighedFile[]) => files.reduce((total, { bytes }) => total + bytes, 0);
