import { z } from "zod";

/** An earlier text of a card: `writtenWith` is the device that it was written with, null where none was told. */
export const TextVersion = z
  .object({
    id: z.uuid(),
    length: z.int(),
    writtenAt: z.iso.datetime(),
    writtenWith: z.string().nullable(),
    /** When another text took its place. */
    keptAt: z.iso.datetime(),
  })
  .meta({ id: "TextVersion" });
export type TextVersion = z.infer<typeof TextVersion>;

/** Newest first. */
export const TextVersions = z.object({ versions: z.array(TextVersion) }).meta({ id: "TextVersions" });
export type TextVersions = z.infer<typeof TextVersions>;

export const WholeTextVersion = TextVersion.extend({ body: z.string() }).meta({ id: "WholeTextVersion" });
export type WholeTextVersion = z.infer<typeof WholeTextVersion>;
