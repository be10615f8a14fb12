import { MAX_IMPORT_BYTES } from "@tessera/contracts-items/limits.ts";

/** Endings that the service can read. */
const ENDINGS = /\.(html?|csv|md|markdown|zip|enex|eml|mbox)$/i;
export const ACCEPTED = ".html,.htm,.csv,.md,.markdown,.zip,.enex,.eml,.mbox";
/** Of these, what is an export and no file that somebody wants to keep as it is. */
const EXPORTS = /\.(html?|md|markdown|eml|mbox)$/i;

/** Whether a file that is dropped or shared is meant to be imported. */
export const isExport = ({ name }: File): boolean => EXPORTS.test(name);

/** Megabytes of one import. */
export const IMPORT_MEGABYTES = MAX_IMPORT_BYTES / 1024 / 1024;

/** Why files are not sent at all, in a sentence; null when they can be. */
export function refusalOf(files: readonly File[]): string | null {
  const odd = files.find((file) => !ENDINGS.test(file.name));
  if (odd)
    return `${odd.name} cannot be imported. Bookmarks come as .html or .csv, tasks of Todoist as .csv, notes as .md, .zip or .enex, mails as .eml or .mbox.`;
  const bytes = files.reduce((sum, file) => sum + file.size, 0);
  if (bytes > MAX_IMPORT_BYTES && files.length === 1 && /\.zip$/i.test(files[0]!.name))
    return `This archive is larger than the ${IMPORT_MEGABYTES} MB of one import. Notes come in smaller archives, one of each folder.`;
  if (bytes > MAX_IMPORT_BYTES)
    return `These files are larger than ${IMPORT_MEGABYTES} MB together. Import them in parts.`;
  return null;
}
