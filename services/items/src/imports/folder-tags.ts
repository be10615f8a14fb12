import { normaliseTags } from "../text/tags.ts";

/** Folders that every browser has and nobody named, as their exports call them. */
const BUILT_IN =
  /^(bookmarks?( bar| menu| toolbar)?|favou?rites( bar)?|other (bookmarks|favorites)|mobile (bookmarks|favorites)|unsorted bookmarks|imported|toolbar)$/i;

/** The tags that a path of folders makes: one for each name on it. */
export const folderTags = (path: string): string[] =>
  normaliseTags(path.split("/").filter((name) => name && !BUILT_IN.test(name.trim())));
