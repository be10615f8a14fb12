import { existsSync, readdirSync } from "node:fs";
import path from "node:path";

/**
 * Names of the folders in `folder` that have the file `index`, in order. A build writes the names down in the call's
 * place (libs/federation/src/build/folders-loader.mjs): it must be written with the own `import.meta.dirname` and two
 * literals.
 */
export const foldersIn = (folder: string, up: string, index: string): string[] =>
  readdirSync(path.join(folder, up))
    .filter((name) => existsSync(path.join(folder, up, name, index)))
    .sort();
