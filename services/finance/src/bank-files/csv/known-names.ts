import { NAMES, plainName } from "./column-names.ts";

/** Lines from the top that may name columns. */
const LINES = 40;

/** How many names of columns with letters beyond ASCII the beginning of a file has. */
export const knownNames = (text: string): number =>
  text
    .split(/[\r\n]+/u, LINES)
    .flatMap((line) => line.split(/[,;\t|]/u))
    .filter((cell) => /[^\0-\x7f]/u.test(cell))
    .map((cell) => plainName(cell.replace(/^[\s"]+|[\s"]+$/gu, "")))
    .filter((name) => name && NAMES.some(([, pattern]) => pattern.test(name))).length;
