import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { ROOT } from "../build/paths.ts";
import { describePackage, type Library } from "./packages.ts";

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
  const exclude = [path.join(ROOT, "**/*.spec.ts"), path.join(ROOT, "**/*.test.*")];
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
    return describe(target, describePackage(description));
  });
}

export const packageFolder = (stage: string, name: string) => path.join(stage, name.replace("@tessera/", ""));

/** Makes the folder a package. */
export function describe(folder: string, description: object): string {
  mkdirSync(folder, { recursive: true });
  writeFileSync(path.join(folder, "package.json"), JSON.stringify(description, null, 2));
  cpSync(path.join(ROOT, "LICENSE"), path.join(folder, "LICENSE"));
  return folder;
}
