import { z } from "zod";
import { type RequestOptions, request, type Transport } from "./client.ts";

/** A published build of an app; it never changes. */
export const ReleaseSummary = z
  .object({
    id: z.string(),
    version: z.string(),
    /** Git commit, `+changes` after it when files differed; null when the build knew none. */
    revision: z.string().nullable(),
    publishedAt: z.iso.datetime(),
    publishedBy: z.string(),
    /** Bytes of all its files, before compression. */
    bytes: z.int(),
  })
  .meta({ id: "ReleaseSummary" });
export type ReleaseSummary = z.infer<typeof ReleaseSummary>;

/** An app of the product and the release that people get. */
export const AppStatus = z.object({ name: z.string(), title: z.string(), stable: ReleaseSummary }).meta({ id: "AppStatus" });
export type AppStatus = z.infer<typeof AppStatus>;

export const AppList = z.object({ items: z.array(AppStatus) });
export const ReleaseList = z.object({ items: z.array(ReleaseSummary) });

/** Answer of a publication: `published` is false when the registry had this release already. */
export const Publication = z
  .object({ app: z.string(), release: z.string(), published: z.boolean(), buildId: z.string() })
  .meta({ id: "Publication" });
export type Publication = z.infer<typeof Publication>;

export const releasesClient = (transport: Transport) => ({
  apps: (options?: RequestOptions) => request<z.infer<typeof AppList>>(transport, "GET", "/api/releases/apps", options),
  releases: (app: string, options?: RequestOptions) =>
    request<z.infer<typeof ReleaseList>>(transport, "GET", `/api/releases/apps/${encodeURIComponent(app)}/releases`, options),
});
