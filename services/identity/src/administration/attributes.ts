import { z } from "zod";
import { Email, GivenPhone, Metadata, Password, validationFailed } from "../core/index.ts";

const GivenEmail = z.preprocess((given) => (given === "" ? null : given), Email.nullish());

/** What an administrator may set of an account. */
export const Attributes = z.object({
  id: z.uuid("id must be an UUID").nullish(),
  email: GivenEmail,
  phone: GivenPhone,
  password: Password.nullish(),
  email_confirm: z.boolean().nullish(),
  phone_confirm: z.boolean().nullish(),
  user_metadata: Metadata.nullish(),
  app_metadata: Metadata.nullish(),
  ban_duration: z.string().max(40).nullish(),
});
export type Attributes = z.infer<typeof Attributes>;

const UNIT_MS: Record<string, number> = { h: 3_600_000, m: 60_000, s: 1000, ms: 1 };

/**
 * A ban in upstream's notation: "none", or a duration such as "24h" or "1h30m".
 * @returns when the ban ends; null lifts it, undefined changes nothing
 */
export function bannedUntil(duration: string | null | undefined, now: Date): Date | null | undefined {
  if (!duration) return undefined;
  if (duration === "none") return null;
  const parts = [...duration.matchAll(/(\d+(?:\.\d+)?)(ms|h|m|s)/g)];
  if (!parts.length || parts.map(([part]) => part).join("") !== duration) throw invalidBan();
  const until = new Date(parts.reduce((sum, [, count, unit]) => sum + Number(count) * UNIT_MS[unit!]!, now.getTime()));
  // PostgreSQL's range of dates is wider than JavaScript's.
  if (Number.isNaN(until.getTime())) throw invalidBan();
  return until;
}

const invalidBan = () => validationFailed('invalid format for ban duration: use "none" or for example "24h"');
