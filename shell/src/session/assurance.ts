import type { User } from "@tessera/shell-api";

/** Assurance level that a token says, for example "aal1". Read only: the services verify it. */
export function assuranceOf(accessToken: string): string {
  try {
    const payload = (accessToken.split(".")[1] ?? "").replace(/-/g, "+").replace(/_/g, "/");
    return (JSON.parse(atob(payload)) as { aal?: string }).aal ?? "aal1";
  } catch {
    return "aal1";
  }
}

/**
 * With a verified factor the account needs aal2; until the person gives it they count as not signed in. Specification
 * §4.
 */
export const lacksSecondFactor = (user: User | null, accessToken: string | null): boolean =>
  user !== null &&
  accessToken !== null &&
  user.factors.some(({ status }) => status === "verified") &&
  assuranceOf(accessToken) !== "aal2";
