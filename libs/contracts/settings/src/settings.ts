import { z } from "zod";
import { defaultPreferences as defaults } from "./default-preferences.ts";

/** Lines of the key map, keys of each, and characters of each of those that a person may choose. */
export const MAX_KEY_LINES = 200;
export const MAX_KEYS_OF_LINE = 4;
const MAX_KEY_LENGTH = 40;

/** Keys that a person chose, by line of the key map; a line that is not there has the product's, an empty one none. */
export const KeyChoices = z
  .record(
    z.string().regex(/^[a-z][a-z0-9.-]{0,59}$/),
    z.array(z.string().min(1).max(MAX_KEY_LENGTH)).max(MAX_KEYS_OF_LINE),
  )
  .refine((keys) => Object.keys(keys).length <= MAX_KEY_LINES, `at most ${MAX_KEY_LINES} lines`);

/** Colours of code that a person may choose: themes of VS Code, by their names there (libs/code). */
export const CODE_THEMES = [
  "catppuccin-macchiato",
  "catppuccin-latte",
  "dracula",
  "github-dark",
  "github-light",
  "nord",
  "one-dark-pro",
  "one-light",
  "solarized-dark",
  "solarized-light",
  "vitesse-dark",
  "vitesse-light",
] as const;

/** Keys that may start dictation: those that type nothing, and Space as specification §9 has it. */
export const DICTATION_KEYS = ["Space", "F2", "F4", "F8", "F9", "Insert", "Pause"] as const;

/** Speech into text fields (libs/dictation). `threshold`: how long the key is held to start, in ms. */
export const Dictation = z.strictObject({
  /** "browser": the speech recognition of the browser, which may send what is said to its maker. */
  engine: z.enum(["off", "browser"]),
  key: z.enum(DICTATION_KEYS),
  ctrl: z.boolean(),
  threshold: z.int().min(200).max(2000),
});

/** What a person set; every field has the product's default. */
export const Preferences = z
  .object({
    displayName: z.string().trim().max(100).default(defaults.displayName),
    theme: z.enum(["light", "dark", "system"]).default(defaults.theme),
    density: z.enum(["comfortable", "compact"]).default(defaults.density),
    reducedMotion: z.enum(["system", "on", "off"]).default(defaults.reducedMotion),
    singleKeyShortcuts: z.boolean().default(defaults.singleKeyShortcuts),
    /** BCP 47, or "" for the browser's. */
    locale: z.string().max(35).default(defaults.locale),
    /** IANA name, or "" for the browser's. */
    timeZone: z.string().max(60).default(defaults.timeZone),
    firstWeekday: z.enum(["monday", "sunday", "saturday"]).default(defaults.firstWeekday),
    /** How articles and mails are set: their font, its size in px, the width of lines and the space between them. */
    readerFont: z.enum(["sans", "serif"]).default(defaults.readerFont),
    readerSize: z.int().min(12).max(32).default(defaults.readerSize),
    readerWidth: z.enum(["narrow", "normal", "wide"]).default(defaults.readerWidth),
    readerSpacing: z.enum(["tight", "normal", "loose"]).default(defaults.readerSpacing),
    codeTheme: z.enum(CODE_THEMES).default(defaults.codeTheme),
    dictation: Dictation.default(defaults.dictation),
    /**
     * Recognition on the device, while `dictation.engine` is "off": pages that do not know it then dictate nothing,
     * where they would take a third engine for the browser's own. Since 1.7.
     */
    dictationOnDevice: z.boolean().default(defaults.dictationOnDevice),
    /** Whether "comma", dictated, is a comma. Apart from `dictation`, which pages of before save whole. Since 1.9. */
    spokenCommands: z.boolean().default(defaults.spokenCommands),
    /** Mails besides the queue's entries: limits of usage; payments, receipts among them. Since 1.8. */
    mailUsage: z.boolean().default(defaults.mailUsage),
    mailPayments: z.boolean().default(defaults.mailPayments),
    /** Mails about what is due, for cards with a reminder. Since 1.10. */
    mailReminders: z.boolean().default(defaults.mailReminders),
    /** Mails about what agents ask. Since 1.11. */
    mailApprovals: z.boolean().default(defaults.mailApprovals),
    /** The same on the devices where the person switched notifications on. Since 1.11. */
    pushUsage: z.boolean().default(defaults.pushUsage),
    pushPayments: z.boolean().default(defaults.pushPayments),
    pushReminders: z.boolean().default(defaults.pushReminders),
    pushApprovals: z.boolean().default(defaults.pushApprovals),
    keys: KeyChoices.default(defaults.keys),
  })
  .meta({ id: "Preferences" });
export type Preferences = z.infer<typeof Preferences>;
/** `unwrap` of the defaults: a patch sets only what it names. */
export const PreferencesPatch = z.strictObject({
  displayName: z.string().trim().max(100).optional(),
  theme: z.enum(["light", "dark", "system"]).optional(),
  density: z.enum(["comfortable", "compact"]).optional(),
  reducedMotion: z.enum(["system", "on", "off"]).optional(),
  singleKeyShortcuts: z.boolean().optional(),
  locale: z.string().max(35).optional(),
  timeZone: z.string().max(60).optional(),
  firstWeekday: z.enum(["monday", "sunday", "saturday"]).optional(),
  readerFont: z.enum(["sans", "serif"]).optional(),
  readerSize: z.int().min(12).max(32).optional(),
  readerWidth: z.enum(["narrow", "normal", "wide"]).optional(),
  readerSpacing: z.enum(["tight", "normal", "loose"]).optional(),
  codeTheme: z.enum(CODE_THEMES).optional(),
  /** Replaced as a whole, as the choices of keys are. */
  dictation: Dictation.optional(),
  dictationOnDevice: z.boolean().optional(),
  spokenCommands: z.boolean().optional(),
  mailUsage: z.boolean().optional(),
  mailPayments: z.boolean().optional(),
  mailReminders: z.boolean().optional(),
  mailApprovals: z.boolean().optional(),
  pushUsage: z.boolean().optional(),
  pushPayments: z.boolean().optional(),
  pushReminders: z.boolean().optional(),
  pushApprovals: z.boolean().optional(),
  /** Replaces all choices. */
  keys: KeyChoices.optional(),
});
export type PreferencesPatch = z.infer<typeof PreferencesPatch>;

/** What diagnostics ask the server about itself. */
export const Installation = z
  .object({
    /** The server's clock. */
    time: z.iso.datetime(),
    files: z.object({
      /** What holds files, for example "folder". */
      kind: z.string(),
      /** Whether a small file was just stored, read and deleted, and in how many ms. */
      ok: z.boolean(),
      ms: z.number(),
      /** Why not, in a sentence. */
      reason: z.string().nullable(),
    }),
  })
  .meta({ id: "Installation" });
export type Installation = z.infer<typeof Installation>;
