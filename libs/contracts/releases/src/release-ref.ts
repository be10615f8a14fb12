import { z } from "zod";

/** Which release, as people call it. */
export const ReleaseRef = z.object({ id: z.string(), version: z.string(), number: z.int().min(1) });
