import { Cursor } from "@tessera/contracts-core/page.ts";
import { z } from "zod";
import { ItemStatus, ItemType } from "./items.ts";
import { MAX_BODY_LENGTH, MAX_TITLE_LENGTH } from "./limits.ts";
import { MAX_ALIAS_LENGTH, MAX_ALIASES } from "./mention-limits.ts";

/** Fields of a person; the card's title is the name, its body the notes. */
export const PersonData = z.strictObject({
  email: z.email().max(320).optional(),
  aliases: z.array(z.string().trim().min(1).max(MAX_ALIAS_LENGTH)).max(MAX_ALIASES).default([]),
});

/** A card as a mention names it. */
export const CardName = z.object({ id: z.uuid(), type: ItemType, title: z.string() });
export type CardName = z.infer<typeof CardName>;

/**
 * A card that a text mentions, as it is called now; `gone` once it is deleted for good. Where a text says one of the
 * `aliases`, it stays as it was written.
 */
export const MentionedCard = z.union([
  CardName.extend({ status: ItemStatus, aliases: z.array(z.string()) }),
  z.object({ id: z.uuid(), gone: z.literal(true) }),
]);
export type MentionedCard = z.infer<typeof MentionedCard>;

/** `context`: the sentence around it as plain text, the mentioned card's title between \u0002 and \u0003. */
export const Mention = z
  .object({ source: CardName, target: CardName, context: z.string(), at: z.iso.datetime() })
  .meta({ id: "Mention" });
export type Mention = z.infer<typeof Mention>;

/** What a card's text mentions, and the newest mentions of the card in others, out of the trash. */
export const CardMentions = z
  .object({ mentioned: z.array(MentionedCard), mentions: z.array(Mention), total: z.int() })
  .meta({ id: "CardMentions" });
export type CardMentions = z.infer<typeof CardMentions>;

/** A name of a card that stands in another one's text without a link, the first time: `from` to `to` of its body. */
export const UnlinkedMention = z
  .object({ source: CardName, context: z.string(), name: z.string(), from: z.int(), to: z.int() })
  .meta({ id: "UnlinkedMention" });
export type UnlinkedMention = z.infer<typeof UnlinkedMention>;

/** `of`: mentions of the person themselves (the card that has their email address), of people, or of other cards. */
export const MentionQuery = z.strictObject({
  of: z.enum(["all", "me", "people", "cards"]).default("all"),
  cursor: Cursor.optional(),
  limit: z.coerce.number().int().min(1).max(200).default(100),
});
export type MentionQuery = Partial<z.output<typeof MentionQuery>>;

/** Newest first. `me` is the card that stands for the person; null while there is none. */
export const MentionPage = z
  .object({ items: z.array(Mention), nextCursor: Cursor.nullable(), me: CardName.nullable() })
  .meta({ id: "MentionPage" });
export type MentionPage = z.infer<typeof MentionPage>;

/** Something that another app shares, as the browser hands it over. */
export const NewShare = z
  .strictObject({
    title: z.string().max(MAX_TITLE_LENGTH).optional(),
    text: z.string().max(MAX_BODY_LENGTH).default(""),
    url: z.string().max(MAX_BODY_LENGTH).optional(),
  })
  .meta({ id: "NewShare" });
export type NewShare = z.input<typeof NewShare>;
