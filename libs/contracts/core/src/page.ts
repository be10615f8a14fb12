import { z } from "zod";

/** Opaque position in a list, as the previous page answered it. */
export const Cursor = z.string().min(1).max(500);

export const PageQuery = z.strictObject({
  cursor: Cursor.optional(),
  /** Rows a page, 1–200. */
  limit: z.coerce.number().int().min(1).max(200).default(50),
});

/** A page of a list: `nextCursor` is null on the last page. */
export const pageOf = <T extends z.ZodType>(row: T) => z.object({ items: z.array(row), nextCursor: Cursor.nullable() });
