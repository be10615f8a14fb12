import { z } from "zod";
import { DevelopmentBuild } from "./composition.ts";
import { AppName } from "./manifest.ts";

/**
 * Opened by a developer: `?token=…` (once for each app) and, if wanted, `&to=/path`; the page then comes from their
 * machine, for them alone.
 */
export const OVERRIDE_PATH = "/builds/override";

const NOT_LOCAL = "must be an address of this machine: http://localhost:<port>/ or http://127.0.0.1:<port>/";

/** Folder that a server on the developer's own machine serves an app's files from; with a slash at the end. */
const LocalUrl = z
  .url({ protocol: /^https?$/, hostname: /^(localhost|127\.0\.0\.1)$/, error: NOT_LOCAL })
  .max(200)
  .refine((text) => URL.canParse(text) && /^[^?#@]*$/.test(text), NOT_LOCAL)
  .transform((text) => new URL(text.endsWith("/") ? text : `${text}/`).href);

/** Asks for an override of one app. */
export const NewOverride = z
  .strictObject({
    app: AppName,
    url: LocalUrl,
    /**
     * How that build is loaded; without it, as the release that the visitor gets: the same files, served from
     * elsewhere.
     */
    build: DevelopmentBuild.optional(),
  })
  .refine(({ app, build }) => !build || build.manifest.name === app, {
    path: ["build", "manifest", "name"],
    message: "must be the app",
  });
export type NewOverride = z.infer<typeof NewOverride>;

/**
 * Answer: the first browser that opens `link`, within ten minutes, has the app from its own machine; `token` is what
 * the link carries.
 */
export const IssuedOverride = z
  .object({
    id: z.uuid(),
    app: z.string(),
    url: z.string(),
    token: z.string(),
    link: z.string(),
    expiresAt: z.iso.datetime(),
  })
  .meta({ id: "IssuedOverride" });
export type IssuedOverride = z.infer<typeof IssuedOverride>;
