import type { Database } from "@tessera/service-kit";
import { sql } from "drizzle-orm";
import { newId } from "../state/new-id.ts";

const newKey = () => newId("sk_test_", 48);

/** The secret key of this installation, made at the first call. */
export async function installationKey(database: Database): Promise<string> {
  const found = await database.system((tx) =>
    tx.execute<{ secret_key: string }>(sql`
      insert into stripe_sandbox.installation (secret_key) values (${newKey()})
      on conflict (one) do update set one = true returning secret_key`),
  );
  return found.rows[0]!.secret_key;
}

/**
 * Another key. A running sandbox, and billing beside it, keep the one they have until the next start: neither refuses
 * the other.
 */
export async function replaceInstallationKey(database: Database): Promise<void> {
  await database.system((tx) => tx.execute(sql`update stripe_sandbox.installation set secret_key = ${newKey()}`));
}
