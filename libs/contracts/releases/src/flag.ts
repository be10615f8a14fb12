import { z } from "zod";
import { MAX_FLAG_PEOPLE, MAX_REASON_LENGTH } from "./limits.ts";

/** On or off, or the name of a variant. */
export const FlagValue = z.union([z.boolean(), z.string().min(1).max(40)]);
export type FlagValue = z.infer<typeof FlagValue>;

/** Who gets which value of a flag; everybody else gets what the app declares. */
export const FlagSetting = z
  .strictObject({
    value: FlagValue,
    /** Share of people, with two decimals; who is in at 10 % is in at 20 %. */
    percent: z.number().min(0).max(100),
    /** A user's id, an e-mail address, or @domain, whatever the percentage is. */
    people: z
      .array(
        z
          .string()
          .trim()
          .toLowerCase()
          .min(1)
          .max(254)
          .regex(/^\S+$/, "must be a user's id, an e-mail address or @domain"),
      )
      .max(MAX_FLAG_PEOPLE),
  })
  .meta({ id: "FlagSetting" });
export type FlagSetting = z.infer<typeof FlagSetting>;

const FlagReason = z.string().trim().min(1).max(MAX_REASON_LENGTH);

export const ChangeFlag = FlagSetting.extend({ reason: FlagReason }).meta({ id: "ChangeFlag" });
export type ChangeFlag = z.infer<typeof ChangeFlag>;

export const FlagAct = z.strictObject({ reason: FlagReason });
export type FlagAct = z.infer<typeof FlagAct>;

export const Flag = z
  .object({
    app: z.string(),
    key: z.string(),
    /** As the newest release that serves declares it; null when none declares it any more. */
    declared: z
      .object({ title: z.string(), variants: z.record(z.string(), z.string()).nullable(), default: FlagValue })
      .nullable(),
    /** Null: everybody gets what the app declares. */
    setting: FlagSetting.nullable(),
    /** What it goes back to; undefined when it was never set. */
    before: FlagSetting.nullable().optional(),
    /** ISO 8601; null when it was never set. */
    changedAt: z.iso.datetime().nullable(),
  })
  .meta({ id: "Flag" });
export type Flag = z.infer<typeof Flag>;

export const FlagList = z.object({ items: z.array(Flag) });
export type FlagList = z.infer<typeof FlagList>;
