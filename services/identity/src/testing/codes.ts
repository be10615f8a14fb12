import type { GoTrueClient } from "@supabase/supabase-js";
import { codeAt, stepAt } from "../factors/totp/totp.ts";
import type { IdentityWorld } from "./identity-world.ts";

/** Adds an authenticator app to a signed-in person and proves it. @returns the factor with its secret */
export async function withTotp(world: IdentityWorld, auth: GoTrueClient, friendlyName = "Phone app") {
  const { data, error } = await auth.mfa.enroll({ factorType: "totp", friendlyName });
  if (error) throw error;
  const proven = await auth.mfa.challengeAndVerify({ factorId: data.id, code: totp(world, data.totp.secret) });
  if (proven.error) throw proven.error;
  // The code just used counts no more: tests continue in the next step.
  world.clock.advance(30_000);
  return { id: data.id, secret: data.totp.secret, session: proven.data };
}

/** The code that an app shows now, or some 30-second steps from now. */
export const totp = (world: IdentityWorld, secret: string, steps = 0) =>
  codeAt(secret, stepAt(world.clock.now()) + steps);

export const aalOf = (accessToken: string): string =>
  JSON.parse(Buffer.from(accessToken.split(".")[1]!, "base64url").toString()).aal;
