import { z } from "zod";
import { Contributions, ModuleName } from "./contributions.ts";
import { FlagDeclarations } from "./flags.ts";

/** Name of an app (the shell or a remote): its folder, its address under /assets, part of its global name. */
export const AppName = z
  .string()
  .regex(
    /^[a-z][a-z0-9-]{0,39}$/,
    "must be lower-case letters, digits and hyphens, starting with a letter, at most 40",
  );

/** `/items/:type/:id?`: fixed segments, parameters, and optional parameters at the end. */
export const RoutePath = z
  .string()
  .regex(
    /^\/$|^(\/[a-z0-9][a-z0-9-]*|\/:[a-zA-Z][a-zA-Z0-9]*)*(\/:[a-zA-Z][a-zA-Z0-9]*\?)*$/,
    "must be like /items/:type/:id? (optional parameters last)",
  )
  .min(1);

/** Layouts of the specification, §2. */
export const Layout = z.enum(["blank", "centered", "default", "raw"]);
export type Layout = z.infer<typeof Layout>;

/** What holds for every page whose path matches. */
export const RouteRule = z.strictObject({
  /** Unique in its manifest. */
  id: z.string().min(1),
  path: RoutePath,
  /** Title of the document and of the page until the page says a closer one. */
  title: z.string().min(1),
  /** What it is, for search engines, previews of links, and people whose browser runs no scripts. */
  description: z.string().min(1).max(160).optional(),
  layout: Layout.default("default"),
  /** Whether the page needs a session. */
  session: z.boolean().default(true),
  /** Whether the page needs an active subscription; specification §4. */
  subscription: z.boolean().default(false),
  /** The path (parameters of `path` may be used) or, to leave the product, the https URL to go to instead. */
  redirect: z
    .string()
    .regex(/^(\/(?!\/)|https:\/\/)/, "must be a path or an https URL")
    .optional(),
  /**
   * API requests that the page will make first; started before the application's code is there. Parameters of `path`
   * may be used.
   */
  preload: z.array(z.string().regex(/^\/api\/\S+$/, "must be a path under /api/")).default([]),
  /**
   * The remote whose page frames this one: its routes are loaded, and it asks for the contribution that belongs to the
   * address.
   */
  within: AppName.optional(),
  /** The page is the same for everyone: its state is answered at `{route}/_payload.json`. */
  prerendered: z.boolean().default(false),
});
export type RouteRule = z.infer<typeof RouteRule>;

/** Outline and filled form of an icon: the `d` of an SVG path in a box of 20 × 20. */
const Icon = z.strictObject({ regular: z.string().min(1), filled: z.string().min(1) });

export const NavigationEntry = z.strictObject({
  id: z.string().min(1),
  title: z.string().min(1),
  path: z.string().startsWith("/"),
  /** Ascending. */
  order: z.number(),
  place: z.enum(["main", "foot"]).default("main"),
  /** Shown in the bar of a phone too. */
  phone: z.boolean().default(false),
  icon: Icon,
  /**
   * The number beside it: the field `field` of what `path` answers to the person. Asked for with every page that is
   * loaded, and again whenever rows of `table`, a table that is published live, change.
   */
  count: z
    .strictObject({
      path: z.string().regex(/^\/api\/\S+$/, "must be a path under /api/"),
      field: z.string().min(1),
      table: z.string().regex(/^[a-z_]+\.[a-z_]+$/, "must be schema.table"),
    })
    .optional(),
  /** Its lists or pages that people go to again and again: named below it where the navigation is wide. */
  lists: z.array(z.strictObject({ title: z.string().min(1), path: z.string().startsWith("/") })).optional(),
});
export type NavigationEntry = z.infer<typeof NavigationEntry>;

/** What the palette offers on every page; a page's own commands are registered by its code. */
export const CommandEntry = z.strictObject({
  id: z.string().min(1),
  title: z.string().min(1),
  /** Other words that people look for it by. */
  words: z.string().min(1).optional(),
  /** tinykeys syntax. */
  keys: z.string().min(1).optional(),
  /** Where it leads. */
  path: z.string().startsWith("/"),
  /** Exports what does it in place, wherever the person is: `() => Promise<void>`. Nothing is navigated to then. */
  module: ModuleName.optional(),
  /** The module opens a dialog: what is typed while it loads is kept for the dialog. */
  opensDialog: z.boolean().optional(),
  /** The module takes what was typed in the palette, `(text?: string) => Promise<void>`: offered with any text. */
  takesText: z.boolean().optional(),
});
export type CommandEntry = z.infer<typeof CommandEntry>;

/** `manifest.json` of the shell and of each remote: what it offers and what it needs, without running any of it. */
export const Manifest = z
  .strictObject({
    /** Where editors find the schema of this file. */
    $schema: z.string().optional(),
    name: AppName,
    title: z.string().min(1),
    routes: z.array(RouteRule),
    navigation: z.array(NavigationEntry).default([]),
    commands: z.array(CommandEntry).default([]),
    contributes: Contributions.default({}),
    /** Feature flags by key; who gets which value is set in the registry. */
    flags: FlagDeclarations.optional(),
    /**
     * Ranges (semver) of what the rest must provide, for example `{ "shell-api": "^1.0.0", "contracts/items": "^1.0.0"
     * }`.
     */
    requires: z.record(z.string(), z.string()).default({}),
  })
  .superRefine((manifest, context) => {
    const { itemTypes = [], queueKinds = [], settings = [], palette = [], capture = [], ask } = manifest.contributes;
    const unique = (path: string[], field: string, values: readonly string[]) => {
      for (const [index, value] of values.entries()) {
        if (values.indexOf(value) === index) continue;
        context.addIssue({ code: "custom", path: [...path, index, field], message: `"${value}" is used twice` });
      }
    };
    for (const list of ["routes", "navigation", "commands"] as const) unique([list], "id", idsOf(manifest[list]));
    unique(
      ["contributes", "itemTypes"],
      "type",
      itemTypes.map(({ type }) => type),
    );
    unique(
      ["contributes", "queueKinds"],
      "kind",
      queueKinds.map(({ kind }) => kind),
    );
    unique(["contributes", "settings"], "id", idsOf(settings));
    unique(["contributes", "palette"], "id", idsOf(palette));
    for (const [index, { path }] of settings.entries()) {
      if (manifest.routes.some((route) => route.path === path && route.within)) continue;
      const message = "must be the path of one of this manifest's routes, which says within what it is shown";
      context.addIssue({ code: "custom", path: ["contributes", "settings", index, "path"], message });
    }
    const commandOf = (command: string, path: (string | number)[]) => {
      if (manifest.commands.some(({ id }) => id === command)) return;
      const message = "must be the id of one of this manifest's commands";
      context.addIssue({ code: "custom", path: ["contributes", ...path, "command"], message });
    };
    for (const [index, { command }] of capture.entries()) commandOf(command, ["capture", index]);
    if (ask) commandOf(ask.command, ["ask"]);
  });
export type Manifest = z.infer<typeof Manifest>;

const idsOf = (entries: readonly { id: string }[]) => entries.map(({ id }) => id);

/** Modules that a manifest promises beside its routes; the build exposes them. */
export function modulesOf({ commands, contributes }: Pick<Manifest, "commands" | "contributes">): string[] {
  const { itemTypes = [], queueKinds = [], settings = [], palette = [], ask } = contributes;
  const named = [
    ...commands.map(({ module }) => module),
    ...itemTypes.flatMap(({ view, capture }) => [view, capture?.module]),
    ...queueKinds.map(({ view }) => view),
    ...[...settings, ...palette].map(({ module }) => module),
    ask?.module,
  ];
  return [...new Set(named.filter((name) => name !== undefined))].sort();
}
