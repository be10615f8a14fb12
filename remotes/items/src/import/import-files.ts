import { MAX_IMPORT_BYTES } from "@tessera/contracts-items/limits.ts";

/** Endings that the service can read. */
const ENDINGS = /\.(html?|eml|mbox)$/i;
export const ACCEPTED = ".html,.htm,.eml,.mbox";

/** Why files are not sent at all, in a sentence; null when they can be. */
export function refusalOf(files: readonly File[]): string | null {
  const odd = files.find((file) => !ENDINGS.test(file.name));
  if (odd) return `${odd.name} is neither a bookmarks export (.html) nor a mail (.eml, .mbox).`;
  const bytes = files.reduce((sum, file) => sum + file.size, 0);
  if (bytes > MAX_IMPORT_BYTES)
    return `These files are larger than ${MAX_IMPORT_BYTES / 1024 / 1024} MB together. Import them in parts.`;
  return null;
}
