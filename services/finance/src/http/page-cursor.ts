import { invalidCursor } from "@tessera/contracts-core/problems.ts";
import { problem } from "@tessera/service-kit";
import type { z } from "zod";

/** Writes the position behind which a page begins, and reads it. @param Position what it is made of */
export const pageCursor = <T>(Position: z.ZodType<T>) => ({
  write: (position: T): string => Buffer.from(JSON.stringify(position)).toString("base64url"),
  /** @throws ProblemException 400 `invalid_cursor` for anything that `write` did not write */
  read(cursor: string): T {
    try {
      return Position.parse(JSON.parse(Buffer.from(cursor, "base64url").toString("utf8")));
    } catch {
      throw problem(invalidCursor);
    }
  },
});
