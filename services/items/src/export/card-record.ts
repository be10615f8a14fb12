import { ItemStatus, TextLanguage } from "@tessera/contracts-items/items.ts";
import {
  MAX_BODY_LENGTH,
  MAX_FILE_NAME_LENGTH,
  MAX_PAGE_COPIES,
  MAX_TAGS,
  MAX_TEXT_VERSIONS,
  MAX_TITLE_LENGTH,
  MAX_URL_LENGTH,
} from "@tessera/contracts-items/limits.ts";
import { z } from "zod";

/** Says of a JSON file that it describes the Markdown file of the same name as a card. */
export const CARD_FORMAT = "tessera-card";

/** All of a card but its text, as an export writes it beside the text and an import reads it. */
export const CardRecord = z.object({
  format: z.literal(CARD_FORMAT),
  version: z.literal(1),
  id: z.uuid(),
  type: z.string().max(40),
  title: z.string().max(MAX_TITLE_LENGTH),
  titleSource: z.enum(["person", "rule", "import"]),
  status: ItemStatus,
  tags: z.array(z.string()).max(MAX_TAGS),
  pinned: z.boolean(),
  unread: z.boolean(),
  dueAt: z.iso.datetime().nullable(),
  createdAt: z.iso.datetime(),
  /** Where it was put in the order by hand, a decimal number; exports of before have none. */
  placed: z
    .string()
    .max(400)
    .regex(/^-?\d{1,18}(\.\d+)?$/)
    .nullable()
    .default(null),
  /** That a person said its text is in; exports of before have none. */
  language: TextLanguage.nullable().default(null),
  sourceUrl: z.string().max(MAX_URL_LENGTH).nullable(),
  /** What makes it the same thing as another: "url:<SHA-256>". */
  identity: z
    .string()
    .regex(/^[a-z]{1,20}:[0-9a-f]{64}$/)
    .nullable(),
  /** The card that it belongs to. */
  parentId: z.uuid().nullable(),
  data: z.record(z.string(), z.unknown()),
  /** Texts that it had before, the newest first; exports of before have none. */
  earlier: z
    .array(
      z.object({
        body: z.string().max(MAX_BODY_LENGTH),
        writtenAt: z.iso.datetime(),
        writtenWith: z.string().max(200).nullable(),
        keptAt: z.iso.datetime(),
      }),
    )
    .max(MAX_TEXT_VERSIONS)
    .default([]),
  /** Its files, by their path from this one. */
  files: z
    .array(
      z.object({
        name: z.string().min(1).max(MAX_FILE_NAME_LENGTH),
        mediaType: z.string().regex(/^[\w.+-]{1,60}\/[\w.+-]{1,80}$/),
        path: z.string(),
      }),
    )
    .max(1000),
  /** Its page as it was, the newest first, by their path from this one; exports of before have none. */
  copies: z
    .array(z.object({ fetchedAt: z.iso.datetime(), picturesLeftOut: z.int().min(0).max(100_000), path: z.string() }))
    .max(MAX_PAGE_COPIES)
    .default([]),
  /** Pictures of its page that its data name, by their path from this one; exports of before have none. */
  pictures: z
    .array(
      z.object({
        id: z.uuid(),
        name: z.string().min(1).max(MAX_FILE_NAME_LENGTH),
        mediaType: z.enum(["image/jpeg", "image/webp"]),
        width: z.int().min(1).max(20_000),
        height: z.int().min(1).max(20_000),
        path: z.string(),
      }),
    )
    .max(100)
    .default([]),
});
export type CardRecord = z.infer<typeof CardRecord>;
