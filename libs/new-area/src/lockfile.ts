/** A workspace of the area, as its package.json describes it. */
export interface Workspace {
  /** Folder from the root, with slashes. */
  folder: string;
  description: {
    name: string;
    version: string;
    dependencies?: Record<string, string>;
    devDependencies?: Record<string, string>;
  };
}

interface Lockfile {
  packages: Record<string, object>;
}

/**
 * package-lock.json with the workspaces in it, as `npm install` writes them. Nothing is fetched for that: an area
 * begins with packages that are installed already, in the versions that are installed.
 */
export function withWorkspaces(text: string, workspaces: Workspace[]): string {
  const lockfile = JSON.parse(text) as Lockfile;
  const added = Object.fromEntries(
    workspaces.flatMap(({ folder, description: { name, version, dependencies, devDependencies } }) => [
      [
        folder,
        { name, version, ...(dependencies ? { dependencies } : {}), ...(devDependencies ? { devDependencies } : {}) },
      ],
      [`node_modules/${name}`, { resolved: folder, link: true }],
    ]),
  );
  const packages = Object.entries({ ...lockfile.packages, ...added }).sort(([a], [b]) => a.localeCompare(b, "en"));
  return `${JSON.stringify({ ...lockfile, packages: Object.fromEntries(packages) }, null, 2)}\n`;
}
