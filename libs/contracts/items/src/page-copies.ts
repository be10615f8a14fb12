import { z } from "zod";

/** A copy of a bookmark's page as it was when it was fetched. */
export const PageCopyInfo = z.object({
  id: z.uuid(),
  fetchedAt: z.iso.datetime(),
  bytes: z.int(),
  /** Pictures of the page that it lacks: too large, too many, or not to be had. */
  picturesLeftOut: z.int(),
});
export type PageCopyInfo = z.infer<typeof PageCopyInfo>;

/** The newest MAX_PAGE_COPIES, the newest first. */
export const PageCopyList = z.object({ items: z.array(PageCopyInfo) });
export type PageCopyList = z.infer<typeof PageCopyList>;
