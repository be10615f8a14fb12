import { z } from "zod";

/**
 * A number of ITU-T E.164 in digits, as auth/v1 keeps it: the plus sign and blanks of how people write it are dropped.
 */
export const Phone = z
  .string()
  .max(64)
  .transform((written) => written.trim().replace(/^\+/, "").replaceAll(/\s/g, ""))
  .pipe(z.string().regex(/^[1-9]\d{1,14}$/, "Invalid phone number format (E.164 required)"));

/** How a code reaches a phone. auth/v1 also knows WhatsApp, which is not supported here. */
export const Channel = z.enum(["sms", ""], "Invalid channel, supported values are 'sms'").nullish();

/** Clients send an empty string for none. */
export const GivenPhone = z.preprocess((given) => (given === "" ? null : given), Phone.nullish());
