import { z } from "zod";

/** `d` of an SVG path in a box of 20 × 20. */
const Glyph = z.string().min(1).max(4000);

/**
 * A module that the remote exposes: the file `src/<name>.ts` or `.tsx`, without its ending. What it exports is its
 * default.
 */
const ModuleName = z
  .string()
  .regex(/^[a-z][a-z0-9-]*(\/[a-z][a-z0-9-]*)*$/, "must be like types/task/view: a file below src, without its ending");

const Word = z.string().min(1).max(120);
const Order = z.number().describe("ascending among the contributions of all areas");

/**
 * A card type: how its cards look in lists; the code that shows and captures them comes from the modules when it is
 * needed.
 */
export const ItemTypeContribution = z.strictObject({
  /** As the items service registers it. */
  type: z.string().regex(/^[a-z][a-z0-9-]{0,39}$/),
  icon: Glyph,
  /** Cards of the type can be done: the field of `data` that says so, and their icon then. */
  done: z.strictObject({ field: z.string().min(1), icon: Glyph }).optional(),
  /** Exports an `ItemTypeView` of shell-api: the part of an open card that belongs to its type. */
  view: ModuleName,
  /** Cards of the type may become another one in place. */
  convertible: z.boolean().optional(),
  /** The service keeps one card for each original: it cannot be duplicated. */
  unique: z.boolean().optional(),
  /** Cards of files become one in place: of these types, where the file is of one of these media types. */
  ofFiles: z
    .strictObject({
      types: z.array(z.string().regex(/^[a-z][a-z0-9-]{0,39}$/)).min(1),
      mediaTypes: z.array(z.string().min(1).max(100)).min(1),
      /** The button that does it, and what the card is then: "a receipt". */
      convert: Word,
      made: Word,
    })
    .optional(),
  /** Imports of this kind make cards of the type; the button that shows them says `show`. */
  imported: z.strictObject({ kind: z.string().min(1).max(40), show: Word }).optional(),
  /** Present when people make cards of the type by hand. */
  capture: z
    .strictObject({
      label: Word,
      /** Said once it is stored. */
      captured: Word,
      order: Order,
      /** Button that makes an unsorted capture a card of this type; without it none becomes one. */
      convert: Word.optional(),
      /** Exports an `ItemCapture` of shell-api. */
      module: ModuleName,
    })
    .optional(),
});

/** A kind of queue entry: its words and what its decisions are called. */
export const QueueKindContribution = z.strictObject({
  /** As the service that opens the entries names it. */
  kind: z.string().min(1).max(80),
  /** Heading of its group in the list. */
  group: Word,
  order: Order,
  icon: Glyph,
  /** The button that opens the page where the matter is resolved. */
  open: Word,
  /** What the decisions are called, before and after; "Dealt with" and "Dismiss" unless given. */
  accept: Word.optional(),
  accepted: Word.optional(),
  decline: Word.optional(),
  declined: Word.optional(),
  /** Why the entry is in the queue, in a sentence or two. */
  why: z.string().min(1).max(300),
  /** Accepting is the main thing to do, not opening. */
  acceptFirst: z.boolean().optional(),
  /** The second line tells of something that went wrong. */
  trouble: z.boolean().optional(),
  /** Exports a `QueueKindView` of shell-api: more to show of an open entry. */
  view: ModuleName.optional(),
});

/** A section of the settings, within the frame that lists them all. */
export const SettingsContribution = z.strictObject({
  id: z.string().regex(/^[a-z][a-z0-9-]{0,39}$/),
  /** Must be the path of one of the manifest's routes, whose `within` is the settings' remote. */
  path: z.string().regex(/^(\/[a-z0-9][a-z0-9-]*)+$/),
  title: Word,
  /** What is in it, for the list on a phone. */
  line: Word,
  icon: Glyph,
  order: Order,
  /** Whom the list shows it to; the services check each request besides. */
  access: z.enum(["everyone", "administrator"]).default("everyone"),
  /** Exports a component: the whole pane beside the list. */
  module: ModuleName,
});

/** Finds things for the palette from the first page on, before any other code of the remote runs. */
export const PaletteContribution = z.strictObject({
  id: z.string().min(1),
  /** Heading of what it finds. */
  group: Word,
  /** Exports the search: the `search` of shell-api's PaletteSource. */
  module: ModuleName,
});

/** What the bar's Capture button does: the first of all areas by order. */
export const CaptureContribution = z.strictObject({
  /** Id of one of the manifest's commands. */
  command: z.string().min(1),
  order: Order,
});

/** Answers questions about cards, wherever cards are shown. Of several, the first area has it. */
export const AskContribution = z.strictObject({
  /** Id of the manifest's command that asks about all cards; its keys ask about those that a page shows. */
  command: z.string().min(1),
  /** Exports an `AskAbout` of shell-api. */
  module: ModuleName,
});

/**
 * What a remote adds to pages of the shell and of other remotes. Words and icons are data; code is loaded when it is
 * first needed.
 */
export const Contributions = z.strictObject({
  itemTypes: z.array(ItemTypeContribution).optional(),
  queueKinds: z.array(QueueKindContribution).optional(),
  settings: z.array(SettingsContribution).optional(),
  palette: z.array(PaletteContribution).optional(),
  capture: z.array(CaptureContribution).optional(),
  ask: AskContribution.optional(),
});
export type Contributions = z.infer<typeof Contributions>;

export { ModuleName };
