import { z } from "zod";

/** Who administers the installation; the one rule of all services (services/identity/decisions/006-administrators.md). */
export class Administrators {
  /** @param listed addresses in lower case; while there are none, the first account that signed in is administrator */
  constructor(private readonly listed: ReadonlySet<string>) {}

  /** @param account `email`: only an address that the person has shown to be theirs; `roles`: those of `app_metadata`, which no person writes themselves */
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
      .describe("e-mail addresses of administrators, parted by commas; else the first account that signed in"),
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
