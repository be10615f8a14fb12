import { existsSync, readdirSync } from "node:fs";
import path from "node:path";

/** Writes down what `foldersIn` of service-kit finds: a bundle has no folders to read. @param {string} source */
export default function writeFolders(source) {
  return source.replaceAll(/foldersIn\(import\.meta\.dirname, "([^"]+)", "([^"]+)"\)/g, (_, up, index) => {
    const folder = path.resolve(this.context, up);
    this.addContextDependency(folder);
    const names = readdirSync(folder).filter((name) => existsSync(path.join(folder, name, index)));
    return JSON.stringify(names.sort());
  });
}
