import { type ParseArgsOptionsConfig, parseArgs } from "node:util";
import { appFolder } from "@tessera/federation/build/paths.ts";
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

/** Folder of an app of this workspace. @throws UsageError that lists the apps there are */
export function existingApp(app: string): string {
  try {
    return appFolder(app);
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}
