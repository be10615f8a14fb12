import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import type { AreaName } from "./area-name.ts";

const TEMPLATE = path.resolve(import.meta.dirname, "../template");

/** The area that the template is written as. */
const SAMPLE: AreaName = {
  kebab: "sample-area",
  snake: "sample_area",
  camel: "sampleArea",
  pascal: "SampleArea",
  title: "Sample area",
};
const FORMS = ["kebab", "snake", "camel", "pascal", "title"] as const;

export interface AreaFile {
  /** From the root of the workspace, with slashes. */
  path: string;
  text: string;
}

/** Version of a package by its name, as this workspace has it. */
export type VersionOf = (name: string) => string;

/**
 * The files of a new area: the template with the area's names, and with the versions of the packages that are
 * installed.
 */
export function areaFiles(area: AreaName, versionOf: VersionOf): AreaFile[] {
  const own = new Set(["contracts", "service", "remote"].map((kind) => `@tessera/${kind}-${area.kebab}`));
  return readdirSync(TEMPLATE, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
    .sort()
    .map((file) => {
      const name = renamed(path.relative(TEMPLATE, file).split(path.sep).join("/"), area);
      const text = renamed(readFileSync(file, "utf8"), area);
      if (name.endsWith("/package.json"))
        return { path: name, text: withVersions(text, (one) => (own.has(one) ? "1.0.0" : versionOf(one))) };
      if (name.endsWith("/manifest.json"))
        return { path: name, text: withShellApi(text, versionOf("@tessera/shell-api")) };
      return { path: name, text };
    });
}

const renamed = (text: string, area: AreaName) =>
  FORMS.reduce((done, form) => done.replaceAll(SAMPLE[form], area[form]), text);

/** The template asks for any version ("*"); an area asks for the one that everybody has. */
function withVersions(text: string, versionOf: VersionOf): string {
  const description = JSON.parse(text) as Record<string, Record<string, string> | undefined>;
  for (const list of ["dependencies", "devDependencies"]) {
    const names = Object.keys(description[list] ?? {}).sort();
    if (names.length) description[list] = Object.fromEntries(names.map((name) => [name, versionOf(name)]));
  }
  return `${JSON.stringify(description, null, 2)}\n`;
}

function withShellApi(text: string, version: string): string {
  const manifest = JSON.parse(text) as { requires: Record<string, string> };
  manifest.requires["shell-api"] = `^${version}`;
  return `${JSON.stringify(manifest, null, 2)}\n`;
}
