import { z } from "zod";
import { ReleaseRef } from "./release-ref.ts";

/** As git names branches, without what an address or a shell would take for something else. */
export const BranchName = z
  .string()
  .max(100)
  .regex(/^[A-Za-z0-9][\w./-]*$/, "must be a branch like feature/new-list");

/** Longest life of a preview link, in days, whatever the installation allows. */
export const MAX_PREVIEW_DAYS = 90;

/** A link for one release (its id, its number as `#7`, or its version), or for the newest one of a branch. */
export const NewPreview = z
  .strictObject({
    release: z.string().max(100).optional(),
    branch: BranchName.optional(),
    /** Until the link ends; as long as the installation allows without it, and never longer. */
    days: z.int().min(1).max(MAX_PREVIEW_DAYS).optional(),
  })
  .refine(
    ({ release, branch }) => (release === undefined) !== (branch === undefined),
    "must name a release or a branch",
  )
  .meta({ id: "NewPreview" });
export type NewPreview = z.infer<typeof NewPreview>;

/** A link by which people see a release in the running product, each in their own browser, and nobody else does. */
export const Preview = z
  .object({
    id: z.uuid(),
    app: z.string(),
    /** What it shows now; null when the branch has no release any more. */
    release: ReleaseRef.nullable(),
    branch: z.string().nullable(),
    createdAt: z.iso.datetime(),
    createdBy: z.string(),
    expiresAt: z.iso.datetime(),
    link: z.string(),
  })
  .meta({ id: "ReleasePreview" });
export type Preview = z.infer<typeof Preview>;

export const PreviewList = z.object({ items: z.array(Preview) });
export type PreviewList = z.infer<typeof PreviewList>;
