import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { ROOT } from "../build/paths.ts";
import { describePackage, type Library, SERVICE_KIT } from "./packages.ts";

/**
 * Compiles the libraries with their types, each into a folder of `stage` that is named like its package.
 * @returns the folders
 */
export function compileLibraries(libraries: Library[], stage: string): string[] {
  const out = path.join(stage, "compiled");
  const config = path.join(stage, "tsconfig.json");
  const compilerOptions = {
    noEmit: false,
    declaration: true,
    rewriteRelativeImportExtensions: true,
    rootDir: ROOT,
    outDir: out,
    typeRoots: [path.join(ROOT, "node_modules/@types")],
  };
  const include = [
    ...libraries.map(({ folder }) => path.join(ROOT, folder, "src")),
    path.join(ROOT, "libs/testing/types"),
  ];
  const exclude = ["**/*.spec.ts", "**/*.test.*", `${SERVICE_KIT}/src/**/testing`].map((one) => path.join(ROOT, one));
  writeFileSync(
    config,
    JSON.stringify({ extends: path.join(ROOT, "tsconfig.base.json"), compilerOptions, include, exclude }),
  );
  const { status, stdout } = spawnSync(
    process.execPath,
    [path.join(ROOT, "node_modules/typescript/bin/tsc"), "-p", config],
    {
      encoding: "utf8",
      env: { ...process.env, NODE_OPTIONS: "" },
    },
  );
  if (status !== 0) throw new Error(`The libraries could not be compiled:\n${stdout}`);
  return libraries.map(({ folder, description }) => {
    const target = packageFolder(stage, description.name);
    cpSync(path.join(out, folder, "src"), path.join(target, "dist"), { recursive: true });
    if (folder === SERVICE_KIT) addTexts(path.join(ROOT, folder), target);
    return describe(target, describePackage(description));
  });
}

/**
 * Makes what builds of the workspace turn into modules work in Node.js: migrations as modules, scripts that no compiler
 * changes, and workers by the names of compiled files.
 */
function addTexts(source: string, target: string): void {
  const migrations = path.join(target, "migrations");
  mkdirSync(migrations, { recursive: true });
  for (const name of readdirSync(path.join(source, "migrations"))) {
    const text = readFileSync(path.join(source, "migrations", name), "utf8");
    writeFileSync(path.join(migrations, `${name}.js`), `export default ${JSON.stringify(text)};\n`);
  }
  const dist = path.join(target, "dist");
  for (const name of readdirSync(path.join(source, "src"), { recursive: true, encoding: "utf8" }))
    if (name.endsWith(".mjs")) cpSync(path.join(source, "src", name), path.join(dist, name));
  for (const name of readdirSync(dist, { recursive: true, encoding: "utf8" })) {
    if (!name.endsWith(".js")) continue;
    const file = path.join(dist, name);
    const code = readFileSync(file, "utf8");
    const named = code.replaceAll(/(from ".+\.sql)"/g, '$1.js"').replaceAll(/(new URL\(".+)\.ts"/g, '$1.js"');
    if (named !== code) writeFileSync(file, named);
  }
}

export const packageFolder = (stage: string, name: string) => path.join(stage, name.replace("@tessera/", ""));

/** Makes the folder a package. */
export function describe(folder: string, description: object): string {
  mkdirSync(folder, { recursive: true });
  writeFileSync(path.join(folder, "package.json"), JSON.stringify(description, null, 2));
  cpSync(path.join(ROOT, "LICENSE"), path.join(folder, "LICENSE"));
  return folder;
}
