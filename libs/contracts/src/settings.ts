import { z } from "zod";
import { request, type Transport } from "./client.ts";

/** What a person set; every field has the product's default. */
export const Preferences = z
  .object({
    displayName: z.string().trim().max(100).default(""),
    theme: z.enum(["light", "dark", "system"]).default("light"),
    density: z.enum(["comfortable", "compact"]).default("comfortable"),
    reducedMotion: z.enum(["system", "on", "off"]).default("system"),
    singleKeyShortcuts: z.boolean().default(true),
    /** BCP 47, or "" for the browser's. */
    locale: z.string().max(35).default(""),
    /** IANA name, or "" for the browser's. */
    timeZone: z.string().max(60).default(""),
    firstWeekday: z.enum(["monday", "sunday", "saturday"]).default("monday"),
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
});
export type PreferencesPatch = z.infer<typeof PreferencesPatch>;
export const defaultPreferences: Preferences = Preferences.parse({});

export const settingsClient = (transport: Transport) => ({
  preferences: (signal?: AbortSignal) => request<Preferences>(transport, "GET", "/api/settings/preferences", { signal }),
  update: (patch: PreferencesPatch) => request<Preferences>(transport, "PATCH", "/api/settings/preferences", { json: patch }),
});
