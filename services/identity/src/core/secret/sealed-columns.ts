import type { Tx } from "@tessera/service-kit";
import { sql } from "drizzle-orm";
import type { Secret } from "./secret.ts";

interface SealedColumn {
  table: string;
  id: string;
  column: string;
  purpose: string;
  /** Where what is sealed holds more that is. */
  within?(text: string, from: Secret, to: Secret): string;
}

/** Everything that the root key seals; a test compares it with the columns of the schema. */
export const sealedColumns: SealedColumn[] = [
  { table: "signing_keys", id: "kid", column: "sealed_private_jwk", purpose: "signing key" },
  { table: "factors", id: "id", column: "sealed_secret", purpose: "totp" },
  { table: "undos", id: "id", column: "sealed_before", purpose: "undo", within: withFactors },
  { table: "flow_states", id: "id", column: "sealed_verifier", purpose: "flow verifier" },
  { table: "flow_states", id: "id", column: "sealed_result", purpose: "flow result" },
  { table: "saml_keys", id: "id", column: "sealed_private_key", purpose: "saml key" },
];

/** Seals all of it with another root key. What cannot be opened stays as it is: it was lost before. */
export async function sealAgain(tx: Tx, from: Secret, to: Secret): Promise<void> {
  for (const { table, id, column, purpose, within = unchanged } of sealedColumns) {
    const [from_, at, key] = [sql.identifier(table), sql.identifier(column), sql.identifier(id)];
    const { rows } = await tx.execute<{ key: string; sealed: Buffer }>(
      sql`select ${key}::text as key, ${at} as sealed from identity.${from_} where ${at} is not null for update`,
    );
    for (const row of rows) {
      const text = from.open(purpose, Buffer.from(row.sealed));
      if (text === null) continue;
      const sealed = to.seal(purpose, within(text, from, to));
      await tx.execute(sql`update identity.${from_} set ${at} = ${sealed} where ${key}::text = ${row.key}`);
    }
  }
}

const unchanged = (text: string) => text;

/** What an account was before a change holds the sealed secrets of its factors (delivery/proofs/undos.ts). */
function withFactors(text: string, from: Secret, to: Secret): string {
  const before = JSON.parse(text) as { factors: { sealedSecret: string | null }[] };
  for (const factor of before.factors) {
    const secret = factor.sealedSecret && from.open("totp", Buffer.from(factor.sealedSecret, "base64"));
    if (secret) factor.sealedSecret = to.seal("totp", secret).toString("base64");
  }
  return JSON.stringify(before);
}
