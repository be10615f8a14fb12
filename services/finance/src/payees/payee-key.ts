/** What two spellings of one payee have in common: case, width of characters and spaces do not count. */
export const payeeKey = (name: string): string => name.normalize("NFKC").trim().replace(/\s+/g, " ").toLowerCase();
