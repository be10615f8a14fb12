import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";

export interface PageToVisit {
  path: string;
  session: boolean;
}
interface Route {
  path: string;
  session?: boolean;
  redirect?: string;
}

const ROOT = path.resolve(import.meta.dirname, "../..");

/**
 * Every page that a manifest declares, but for those that lead elsewhere; parameters are filled from `examples` by the
 * route's path, else by their name, else with "1".
 */
export function declaredPages(examples: Record<string, string>): PageToVisit[] {
  const folders = ["shell", ...readdirSync(path.join(ROOT, "remotes")).map((name) => `remotes/${name}`)];
  return folders
    .flatMap((folder) => JSON.parse(readFileSync(path.join(ROOT, folder, "manifest.json"), "utf8")).routes as Route[])
    .filter(({ redirect }) => redirect === undefined)
    .map(({ path, session = true }) => ({
      path: path.replace(/:(\w+)\??/g, (_, name: string) => examples[path] ?? examples[name] ?? "1"),
      session,
    }));
}
