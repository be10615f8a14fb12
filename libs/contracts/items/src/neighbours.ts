import { z } from "zod";
import { ItemStatus } from "./items.ts";
import { MAX_BODY_LENGTH } from "./limits.ts";
import { CardName } from "./mentions.ts";

/** Cards that one answer names, and tags that it suggests. */
export const MAX_NEIGHBOURS = 5;
export const MAX_SUGGESTED_TAGS = 3;

/** A card that is like another one: in what it means, or nearly word by word. */
export const Neighbour = z.object({
  card: CardName.extend({ status: ItemStatus, createdAt: z.iso.datetime() }),
  same: z.boolean().describe("its text is nearly the same"),
  likeness: z.number().min(0).max(1).describe("how near it is in meaning, or in words where its meaning is not known"),
});
export type Neighbour = z.infer<typeof Neighbour>;

/**
 * Cards like one, the likest first, without those that it mentions, or that mention it; and tags that these have and it
 * has not. `meaning`: "searched", "late" while it is not worked out yet (ask again), "unavailable" where words alone
 * were compared.
 */
export const CardNeighbours = z
  .object({
    neighbours: z.array(Neighbour).max(MAX_NEIGHBOURS),
    tags: z.array(z.string()).max(MAX_SUGGESTED_TAGS),
    meaning: z.enum(["searched", "late", "unavailable"]),
  })
  .meta({ id: "CardNeighbours" });
export type CardNeighbours = z.infer<typeof CardNeighbours>;

/** A text that is not stored yet. */
export const NeighboursOfText = z
  .strictObject({ text: z.string().max(MAX_BODY_LENGTH) })
  .meta({ id: "NeighboursOfText" });
export type NeighboursOfText = z.infer<typeof NeighboursOfText>;
