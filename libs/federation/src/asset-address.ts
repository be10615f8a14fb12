const ADDRESS = /^[A-Za-z0-9_@.-]+\.([A-Za-z0-9_-]{64})(?:\.[A-Za-z0-9]+)?$/;

/** Folder of all files of an app. */
export const assetFolder = (app: string) => `/assets/${app}/`;

/**
 * Where a file is, whichever releases of the app have it: `/assets/items/app.<hash>.js`. The hash is the whole SHA-384 (base64url), so an
 * address never stands for two contents. `path`: the file's place in its release; its name is for people. `integrity`: `sha384-…`
 */
export function assetAddress(app: string, path: string, integrity: string): string {
  const hash = integrity.slice("sha384-".length).replaceAll("+", "-").replaceAll("/", "_");
  const name = path.slice(path.lastIndexOf("/") + 1);
  const dot = name.lastIndexOf(".");
  return assetFolder(app) + (dot > 0 ? `${name.slice(0, dot)}.${hash}${name.slice(dot)}` : `${name}.${hash}`);
}

/** The integrity that a file's address names; null when it is no address by content. `name`: what follows the app's folder */
export function integrityIn(name: string): string | null {
  const hash = ADDRESS.exec(name)?.[1];
  return hash ? `sha384-${hash.replaceAll("-", "+").replaceAll("_", "/")}` : null;
}
