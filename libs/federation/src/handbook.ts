import type { HandbookPage, HandbookState } from "./handbook-schemas.ts";

/** Where people read it; `/handbook/<slug>` is one page. */
export const HANDBOOK_PATH = "/handbook";
/** Id of the shell's route that shows it; its parameter `page` is a slug. */
export const HANDBOOK_ROUTE = "handbook";
/** Folder of an app's release that holds its pages of the handbook, `<slug>.html`, and their list. */
export const HANDBOOK_FOLDER = "handbook";
export const HANDBOOK_INDEX = `${HANDBOOK_FOLDER}/index.json`;

/** Title, summary and sections of the page that is shown. */
export const shownPage = ({ pages, page }: HandbookState): HandbookPage | undefined =>
  pages.find(({ slug }) => slug === page?.slug);
