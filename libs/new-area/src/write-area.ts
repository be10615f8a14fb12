import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { AreaName } from "./area-name.ts";
import { install, installedVersion } from "./installation.ts";
import type { Workspace } from "./lockfile.ts";
import { checkFree, foldersOf } from "./taken-names.ts";
import { areaFiles } from "./template.ts";

/**
 * Writes a new area into the workspace at `root`. @returns the files, from the root
 * @throws Error, with nothing written, when its name is taken or a package that it needs is not installed
 */
export function writeArea(root: string, area: AreaName): string[] {
  checkFree(root, area);
  const files = areaFiles(area, (name) => installedVersion(root, name));
  for (const { path: name, text } of files) {
    const file = path.join(root, name);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, text, { flag: "wx" });
  }
  const described = new Map(files.map(({ path: name, text }) => [name, text]));
  const workspaces = foldersOf(area.kebab).map((folder): Workspace => {
    return { folder, description: JSON.parse(described.get(`${folder}/package.json`)!) };
  });
  install(root, workspaces);
  return files.map((file) => file.path);
}
