import { z } from "zod";
import { readToo } from "../config/declared-variables.ts";

/**
 * Who administers the installation; the one rule of all services (services/identity/decisions/006-administrators.md).
 */
export class Administrators {
  /**
   * @param listed addresses in lower case; while there are none (in development), the first account that signed in
   * administers
   */
  constructor(readonly listed: ReadonlySet<string>) {}

  /**
   * @param account `email`: only an address that the person has shown to be theirs; `roles`: those of `app_metadata`,
   * which no person writes themselves
   */
  includes({ email, roles }: { email: string | null; roles: readonly string[] }): boolean {
    if (roles.includes("admin")) return true;
    return this.listed.size ? email !== null && this.listed.has(email.toLowerCase()) : roles.includes("owner");
  }
}

export const AdministratorsSchema = z
  .object({
    TESSERA_ADMINS: z
      .string()
      .default("")
      .describe(
        "email addresses of administrators, separated by commas; in development else the first account that signed in",
      ),
    NODE_ENV: readToo(z.string().optional()),
  })
  .refine(({ NODE_ENV, TESSERA_ADMINS }) => NODE_ENV !== "production" || TESSERA_ADMINS.includes("@"), {
    path: ["TESSERA_ADMINS"],
    message:
      "must be set in production to the email addresses of the administrators, separated by commas: without it the first stranger who signs in would be the owner",
  })
  .transform(
    ({ TESSERA_ADMINS }) =>
      new Administrators(
        new Set(
          TESSERA_ADMINS.toLowerCase()
            .split(",")
            .map((entry) => entry.trim())
            .filter(Boolean),
        ),
      ),
  );
