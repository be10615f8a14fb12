import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { bundleCommand } from "./bundle-command.ts";
import { compileLibraries } from "./compile.ts";
import { libraries } from "./packages.ts";

/** Writes what other repositories install into `folder`, one archive for each package. @returns the archives' names */
export async function pack(folder: string): Promise<string[]> {
  const stage = mkdtempSync(path.join(tmpdir(), "tessera-pack-"));
  try {
    const all = libraries();
    const packages = [
      ...compileLibraries(all, stage),
      await bundleCommand(
        stage,
        all.map(({ description }) => description),
      ),
    ];
    mkdirSync(folder, { recursive: true });
    const [program, ...first] = process.env.npm_execpath ? [process.execPath, process.env.npm_execpath] : ["npm"];
    const { status, stderr } = spawnSync(
      program!,
      [...first, "pack", "--ignore-scripts", "--pack-destination", folder, ...packages],
      {
        cwd: stage,
        encoding: "utf8",
        env: { ...process.env, NODE_OPTIONS: "" },
      },
    );
    if (status !== 0) throw new Error(`npm pack failed:\n${stderr}`);
    return readdirSync(folder).filter((name) => name.endsWith(".tgz"));
  } finally {
    rmSync(stage, { recursive: true, force: true });
  }
}
