import { MAX_FILE_NAME_LENGTH } from "@tessera/contracts-items/limits.ts";
import { cleanText } from "../text/clean.ts";

/** Control characters, and those that turn the direction of a text: "gpj.exe" would read as "exe.jpg". */
const MISLEADING = /[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu;
const ENDING = /\.[\p{L}\p{N}]{1,10}$/u;

/** The last part of a path, as the database and a header can hold it; a name that is too long keeps its ending. */
export function fileName(path: string): string {
  const name = cleanText(path).split(/[\\/]/).at(-1)!.replaceAll(MISLEADING, "").trim();
  const ending = name.length > MAX_FILE_NAME_LENGTH ? (ENDING.exec(name)?.[0] ?? "") : "";
  return `${name.slice(0, MAX_FILE_NAME_LENGTH - ending.length)}${ending}`.toWellFormed() || "file";
}
