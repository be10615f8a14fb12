import { cpSync, existsSync, linkSync, mkdirSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { ROOT } from "../build/paths.ts";

/**
 * Puts packages from npm and what they depend on into a folder's node_modules as npm does: as files, by hard links
 * where the disk can. A package that is not here is left out: it is another platform's.
 */
export function installPackages(folder: string, packages: string[]): void {
  const wanted = [...packages];
  const done = new Set<string>();
  for (let name = wanted.shift(); name; name = wanted.shift()) {
    const from = path.join(ROOT, "node_modules", name);
    if (done.has(name) || name.startsWith("@tessera/") || !existsSync(from)) continue;
    done.add(name);
    link(from, path.join(folder, "node_modules", name));
    const { dependencies, optionalDependencies } = JSON.parse(readFileSync(path.join(from, "package.json"), "utf8"));
    wanted.push(...Object.keys({ ...dependencies, ...optionalDependencies }));
  }
}

function link(from: string, to: string): void {
  mkdirSync(to, { recursive: true });
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [path.join(from, entry.name), path.join(to, entry.name)];
    if (entry.isDirectory()) link(source, target);
    else
      try {
        linkSync(source, target);
      } catch {
        cpSync(source, target); // another disk
      }
  }
}
