import { HANDBOOK_PATH } from "@tessera/federation/handbook.ts";
import type { HandbookPage } from "@tessera/federation/handbook-schemas.ts";
import type { PaletteSource } from "@tessera/shell-api";
import { readHandbook } from "../pages/handbook/handbook-state.ts";
import { type Finds, finding } from "./finding.ts";

/** Answers that the palette shows: cards come with them. */
const MAX_FOUND = 5;

let pages: Promise<readonly HandbookPage[]> | null = null;

/** Pages and sections of the handbook whose titles have all words of a query; asked for once. */
export const handbookSource: PaletteSource = {
  id: "handbook",
  group: "Handbook",
  async search(query) {
    if (!query) return [];
    // Without an answer there is nothing to find: what else is found is worth more than the error.
    pages ??= readHandbook().then(
      (state) => state?.pages ?? [],
      () => {
        pages = null;
        return [];
      },
    );
    const isFound = finding(query);
    return (await pages).flatMap((page) => found(page, isFound)).slice(0, MAX_FOUND);
  },
};

function found({ slug, title, summary, sections }: HandbookPage, isFound: Finds) {
  const path = `${HANDBOOK_PATH}/${slug}`;
  const own = isFound(title) ? [{ id: slug, title, line: summary, path }] : [];
  const inside = sections
    .filter((section) => isFound(section.title))
    .map((section) => ({
      id: `${slug}#${section.id}`,
      title: section.title,
      line: title,
      path: `${path}#${section.id}`,
    }));
  return [...own, ...inside];
}
