import { z } from "zod";
import { Tag } from "./items.ts";
import { MAX_CHANGED_TAGS, MAX_TAG_LENGTH } from "./limits.ts";

/** Colours that a tag may have, beside its word. */
export const TagColour = z.enum(["red", "orange", "yellow", "green", "blue", "purple"]);
export type TagColour = z.infer<typeof TagColour>;

/** A tag in use, by cards out of the trash. */
export const TagInfo = z
  .object({ tag: z.string(), count: z.int(), colour: TagColour.nullable() })
  .meta({ id: "TagInfo" });
export type TagInfo = z.infer<typeof TagInfo>;

/** `q`: tags with these letters, those that begin so first. `imported`: tags that imported cards alone have. */
export const TagQuery = z.strictObject({
  q: z.string().trim().max(MAX_TAG_LENGTH).optional(),
  imported: z.literal("true").optional(),
});
export type TagQuery = z.infer<typeof TagQuery>;

export const TagStyle = z.strictObject({ tag: Tag, colour: TagColour.nullable() });
export type TagStyle = z.infer<typeof TagStyle>;

/** Tags that become one on every card, those in the trash included (rename, merge), or go (`to` null: delete). */
export const NewTagChange = z
  .strictObject({ from: z.array(Tag).min(1).max(MAX_CHANGED_TAGS), to: Tag.nullable() })
  .meta({ id: "NewTagChange" });
export type NewTagChange = z.infer<typeof NewTagChange>;

/** A few cards are changed at once, many in the background: `done` of `total` cards so far. */
export const TagChange = z
  .object({
    id: z.uuid(),
    from: z.array(z.string()),
    to: z.string().nullable(),
    state: z.enum(["running", "done", "undoing", "undone"]),
    total: z.int(),
    done: z.int(),
    createdAt: z.iso.datetime(),
  })
  .meta({ id: "TagChange" });
export type TagChange = z.infer<typeof TagChange>;
