import { MAX_ARCHIVE_BYTES, MAX_IMPORT_BYTES } from "@tessera/contracts-items/limits.ts";

/** Endings that the service can read. */
const ENDINGS = /\.(html?|csv|json|xml|vcf|md|markdown|zip|enex|eml|mbox)$/i;
export const ACCEPTED = ".html,.htm,.csv,.json,.xml,.vcf,.md,.markdown,.zip,.enex,.eml,.mbox";
/** Of these, what is an export and no file that somebody wants to keep as it is. */
const EXPORTS = /\.(html?|vcf|md|markdown|eml|mbox)$/i;

/** Whether a file that is dropped or shared is meant to be imported. */
export const isExport = ({ name }: File): boolean => EXPORTS.test(name);

const GB = 1024 ** 3;
/** Gigabytes of one import, and of an archive. */
export const IMPORT_GIGABYTES = MAX_IMPORT_BYTES / GB;
const ARCHIVE_GIGABYTES = MAX_ARCHIVE_BYTES / GB;

const isArchive = ({ name }: File) => /\.zip$/i.test(name);
const bytesOf = (files: readonly File[]) => files.reduce((sum, file) => sum + file.size, 0);

/** Why files are not sent at all, in a sentence; null when they can be. */
export function refusalOf(files: readonly File[]): string | null {
  const odd = files.find((file) => !ENDINGS.test(file.name));
  if (odd)
    return `${odd.name} cannot be imported. Bookmarks come as .html, .csv, .json or .xml, tasks of Todoist as .csv, contacts as .vcf, notes as .md, .zip or .enex, mails as .eml or .mbox.`;
  if (bytesOf(files.filter((file) => !isArchive(file))) > MAX_IMPORT_BYTES)
    return `These files are larger than ${IMPORT_GIGABYTES} GB together. Import them in parts.`;
  if (bytesOf(files.filter(isArchive)) > MAX_ARCHIVE_BYTES)
    return `Archives have ${ARCHIVE_GIGABYTES} GB at most. Import them in parts.`;
  return null;
}
