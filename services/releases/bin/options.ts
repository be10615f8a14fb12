import { existsSync } from "node:fs";
import path from "node:path";
import { type ParseArgsOptionsConfig, parseArgs } from "node:util";
import { appFolder, IS_INSTALLED, ROOT, readJson } from "@tessera/federation/build/paths.ts";
import { UsageError } from "./running-product.ts";

const HELP_OPTION = { help: { type: "boolean", short: "h" } } as const;

/** The words and options of a command; every command has `--help`. @throws UsageError with the command's help */
export function readOptions<const Options extends ParseArgsOptionsConfig>(help: string, options: Options, args = process.argv.slice(2)) {
  try {
    return parseArgs({ args, allowPositionals: true, options: { ...options, ...HELP_OPTION } });
  } catch (error) {
    throw new UsageError(`${(error as Error).message}\n\n${help}`);
  }
}

/** How a command is called: from the workspace, or from the package that another repository installs. */
export const usage = (name: string) => (IS_INSTALLED ? `npx tessera ${name}` : `npm run ${name} --`);

/**
 * The app that the first word names, and the words after it. In a repository that is one remote, no word names it.
 * @throws UsageError with the command's help, when there is none or `rest` others are not all
 */
export function appNamed(positionals: string[], help: string, rest = 0): [app: string, ...rest: string[]] {
  const manifest = path.join(ROOT, "manifest.json");
  const own = IS_INSTALLED && existsSync(manifest) ? readJson<{ name: string }>(manifest).name : undefined;
  const words = own && positionals.length === rest ? [own, ...positionals] : positionals;
  if (words.length !== rest + 1) throw new UsageError(help);
  return words as [string, ...string[]];
}

/** Folder of an app of this workspace. @throws UsageError that lists the apps there are */
export function existingApp(app: string): string {
  try {
    return appFolder(app);
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}
