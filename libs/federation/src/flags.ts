import { z } from "zod";

/** Name of a flag, and of a variant of one. */
export const FlagKey = z.string().regex(/^[a-z][a-z0-9-]{0,39}$/, "must be lower case letters, digits and -, up to 40");
const Title = z.string().min(1).max(80);

/** What a person gets of a flag: on or off, or the name of a variant. */
export const FlagValue = z.union([z.boolean(), FlagKey]);
export type FlagValue = z.infer<typeof FlagValue>;

/** A flag as a manifest declares it: on or off, or one of its `variants`, which it names with their titles. */
export const FlagDeclaration = z
  .strictObject({
    title: Title,
    variants: z.record(FlagKey, Title).optional(),
    /** What everybody gets until somebody sets the flag. */
    default: FlagValue,
  })
  .superRefine((flag, context) => {
    if (isValueOf(flag, flag.default)) return;
    const message = flag.variants ? "must be one of the variants" : "must be true or false";
    context.addIssue({ code: "custom", path: ["default"], message });
  });
export type FlagDeclaration = z.infer<typeof FlagDeclaration>;

/** Flags of one app: a page carries the values of all of them. */
export const MAX_FLAGS = 50;
export const FlagDeclarations = z
  .record(FlagKey, FlagDeclaration)
  .refine((flags) => Object.keys(flags).length <= MAX_FLAGS, `must be ${MAX_FLAGS} flags at most`);
export type FlagDeclarations = z.infer<typeof FlagDeclarations>;

/** Whether a flag that is declared like this can have the value. */
export function isValueOf({ variants }: Pick<FlagDeclaration, "variants">, value: FlagValue): boolean {
  return variants ? typeof value === "string" && Object.hasOwn(variants, value) : typeof value === "boolean";
}
