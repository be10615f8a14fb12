import { readFileSync } from "node:fs";
import { SourceMap } from "node:module";
import { fileURLToPath, pathToFileURL } from "node:url";

const PLACE = /(file:\/\/[^\s()]+\.js):(\d+):(\d+)/g;
const maps = new Map<string, SourceMap | null>();

/**
 * A stack whose places in the build are those of the sources, by the maps beside its files. Node's own
 * --enable-source-maps reads all maps at the start, of packages from npm too; these are read when the first error is
 * logged. @param build folder of the build: the one that this module is in
 */
export function mappedStack(stack: string | undefined, build = import.meta.dirname): string | undefined {
  const within = `${pathToFileURL(build).href}/`;
  return stack?.replaceAll(PLACE, (text, file: string, line: string, column: string) => {
    if (!file.startsWith(within)) return text;
    const entry = mapOf(file)?.findEntry(Number(line) - 1, Number(column) - 1);
    if (!entry || !("originalSource" in entry) || !entry.originalSource) return text;
    const source = fileURLToPath(new URL(entry.originalSource, file));
    return `${source}:${entry.originalLine + 1}:${entry.originalColumn + 1}`;
  });
}

/** @returns null where there is none, or it cannot be read: an error is told in any case */
function mapOf(file: string): SourceMap | null {
  if (!maps.has(file)) maps.set(file, readMap(file));
  return maps.get(file)!;
}

function readMap(file: string): SourceMap | null {
  try {
    return new SourceMap(JSON.parse(readFileSync(fileURLToPath(`${file}.map`), "utf8")));
  } catch {
    return null;
  }
}
