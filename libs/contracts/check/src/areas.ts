import { existsSync, globSync, readFileSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";

/** The folder of all contracts. */
export const CONTRACTS = path.resolve(import.meta.dirname, "../..");

/** A contract package with everything that its sources export. */
export interface Area {
  /** Its folder below libs/contracts, which is also the name of its service. */
  name: string;
  folder: string;
  version: string;
  /** Exports by source file: `client.ts`. */
  modules: Record<string, Record<string, unknown>>;
}

/** Every folder below libs/contracts that is a contract, by name. */
export const areaNames = (): string[] =>
  globSync("*/package.json", { cwd: CONTRACTS })
    .map((file) => path.dirname(file))
    .filter((name) => name !== "check")
    .sort();

export async function readArea(name: string): Promise<Area> {
  const folder = path.join(CONTRACTS, name);
  const { version } = JSON.parse(readFileSync(path.join(folder, "package.json"), "utf8")) as { version: string };
  const modules: Area["modules"] = {};
  for (const file of globSync("*.ts", { cwd: path.join(folder, "src") }).sort()) {
    if (/\.(spec|test)\.ts$/.test(file)) continue;
    modules[file] = (await import(pathToFileURL(path.join(folder, "src", file)).href)) as Record<string, unknown>;
  }
  return { name, folder, version, modules };
}

/** The exports of one of its source files; none when it has no such file. */
export const exportsOf = (area: Area, file: string): Record<string, unknown> => area.modules[file] ?? {};

export const hasClient = (name: string): boolean => existsSync(path.join(CONTRACTS, name, "src/client.ts"));
