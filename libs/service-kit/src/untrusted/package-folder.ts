import { createRequire } from "node:module";
import path from "node:path";

/**
 * Folder of a package that carries data, not code: its name alone may be no module of Node's, so it is found beside its
 * description. @param from `import.meta.url` of the module that depends on it
 */
export function packageFolder(name: string, from: string): string {
  const require = createRequire(from);
  for (const base of require.resolve.paths(name) ?? []) {
    const folder = path.join(base, name);
    try {
      return path.dirname(require.resolve(path.join(folder, "package.json")));
    } catch {}
  }
  throw new Error(`The package ${name} is not installed`);
}
