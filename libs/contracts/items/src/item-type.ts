import { z } from "zod";
import { ItemType } from "./items.ts";

/** Icon of a type that names none; specification §3. */
export const DEFAULT_ICON = "mdi-help-circle-outline";

/** Definition of an item type (card type), shared with every view; the fields of specification §3. */
export const TypeDefinition = z.strictObject({
  type: ItemType,
  label: z.string().min(1),
  icon: z.string().min(1).default(DEFAULT_ICON),
  /** Entry of the type in the menu of lists; without one the type is reached through its items alone. */
  menuItem: z.strictObject({ label: z.string().min(1) }).optional(),
  /** Entry of the menu that makes a new item, with an action of its own when the plain form is not it. */
  newMenuItem: z.strictObject({ label: z.string().min(1), action: z.string().optional() }).optional(),
  order: z.number().default(1000),
  /** What the type can do: "clipboard" takes pasted content. */
  capabilities: z.array(z.string()).default([]),
  defaultData: z.record(z.string(), z.unknown()).default({}),
  childTypes: z.array(ItemType).default([]),
  parentType: ItemType.optional(),
});
export type TypeDefinition = z.infer<typeof TypeDefinition>;

/** The list of a service's `contributes` that the items service reads. */
export const ITEM_TYPES = "itemTypes";

/**
 * A card type of another area: the items service stores its cards, the area's service declares it. It is data alone, so
 * that both services may run in different processes, on different hosts and in different versions.
 */
export const DeclaredItemType = z.strictObject({
  definition: TypeDefinition,
  /** JSON Schema of `data`. */
  data: z.record(z.string(), z.unknown()),
  /** Fields of `data` (texts, or lists of texts) that search reads after the body. */
  textFields: z.array(z.string()),
  /**
   * Fields of `data` that rows of lists say before the first lines of the body; left out: those of `textFields` after
   * it.
   */
  row: z.array(z.string()).optional(),
  /** Fields of `data` that the title is made of when nobody gave one: the first that says something. */
  titleFields: z.array(z.string()).optional(),
  /**
   * Its cards are made of a file of one of these media types, and hold what is known of it (`FileCardData`, which
   * `data` has to take): an upload that asks for the type becomes one, and so does a card of such a file, in place.
   */
  file: z.strictObject({ mediaTypes: z.array(z.string()).min(1).max(20) }).optional(),
  /**
   * Its cards stand for things of the area, which gives them (`items.card-given`) and is told where they go
   * (`items.card-moved`): `fields` of `data` are the area's, people cannot write them; `long` are those that lists
   * never need. Since 1.26.
   */
  given: z.strictObject({ fields: z.array(z.string()).min(1), long: z.array(z.string()).default([]) }).optional(),
  /** Text that begins with it is meant as a card of this type ("todo:"); compared without case. */
  mark: z.string().min(2).max(40).optional(),
  /** Steps that enrich a card after it was stored; the area's service runs them (`CardSteps` of the service kit). */
  steps: z
    .array(
      z.strictObject({
        name: z.string().regex(/^[a-z][a-z0-9-]{0,39}$/),
        /** Fields of `data` that the step fills; people cannot write them. The schema must not require them. */
        writes: z.array(z.string()),
        /** Runs once the words of the card's file are known (`data.text`), and again when they are read again. */
        afterText: z.boolean().optional(),
      }),
    )
    .optional(),
});
export type DeclaredItemType = z.infer<typeof DeclaredItemType>;

/** Declares a card type for `contributes.itemTypes`. @throws ZodError when the definition is wrong */
export const declareItemType = (type: {
  definition: z.input<typeof TypeDefinition>;
  /** Schema of the whole `data`, without transforms: they cannot be written as JSON Schema. */
  data: z.ZodObject;
  textFields?: string[];
  row?: string[];
  titleFields?: string[];
  file?: { mediaTypes: string[] };
  given?: { fields: string[]; long?: string[] };
  mark?: string;
  steps?: { name: string; writes: string[]; afterText?: boolean }[];
}): DeclaredItemType =>
  DeclaredItemType.parse({ textFields: [], ...type, data: z.toJSONSchema(type.data, { io: "input" }) });
