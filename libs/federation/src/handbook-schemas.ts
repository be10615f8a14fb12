import { z } from "zod";

export const HandbookPage = z.strictObject({
  slug: z.string().regex(/^[a-z][a-z0-9-]{0,39}$/, "must be lower-case letters, digits and hyphens, at most 40"),
  title: z.string().min(1).max(60),
  /** One sentence or two. */
  summary: z.string().min(1).max(160),
  /** Its place among the pages of all apps, ascending. */
  order: z.int().min(0).max(99),
  /** Its headings; each has its id as an anchor. */
  sections: z.array(z.strictObject({ id: z.string().min(1).max(80), title: z.string().min(1).max(80) })).max(60),
});
export type HandbookPage = z.infer<typeof HandbookPage>;

/** `handbook/index.json` of a release. */
export const HandbookIndex = z.array(HandbookPage).max(20);
export type HandbookIndex = z.infer<typeof HandbookIndex>;

/** What a page of the handbook shows; part of its payload. */
export const HandbookState = z.object({
  /** All pages of what this visitor gets, in their order. */
  pages: z.array(HandbookPage),
  /** The page that was asked for, as HTML that the build made; null for the list of all. */
  page: z.object({ slug: z.string(), html: z.string() }).nullable(),
});
export type HandbookState = z.infer<typeof HandbookState>;
