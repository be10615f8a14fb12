import { createHash } from "node:crypto";
import { sql } from "drizzle-orm";
import { Fault } from "../state/fault.ts";
import type { Ledger } from "../state/ledger.ts";
import { expandAnswer } from "./expand.ts";
import type { FormFields } from "./form.ts";
import { readParams } from "./params.ts";
import type { Route } from "./route.ts";

export interface Answer {
  status: number;
  body: object;
  replayed?: boolean;
}

/** Answers one call. The first answer to an idempotency key is kept and given again. @throws Fault */
export async function answer(
  ledger: Ledger,
  route: Route,
  fields: FormFields,
  at: Record<string, string>,
): Promise<Answer> {
  const key = route.method === "POST" ? ledger.request.idempotency_key : null;
  const fingerprint = createHash("sha256")
    .update(JSON.stringify([route.path, at, fields]))
    .digest("hex");
  const kept = key === null ? undefined : await keptAnswer(ledger, key, fingerprint);
  if (kept) return kept;
  const params = readParams(route.schema, fields) as { expand?: string[] };
  const result = await route.run(ledger, params, at);
  const fresh: Answer =
    result instanceof Fault
      ? { status: result.status, body: faultBody(result) }
      : { status: 200, body: await expandAnswer(ledger, result, params.expand) };
  if (key !== null)
    await ledger.tx.execute(sql`
      insert into stripe_sandbox.idempotency (key, fingerprint, status, body, created_at)
      values (${key}, ${fingerprint}, ${fresh.status}, ${JSON.stringify(fresh.body)}::jsonb, ${ledger.wall.toISOString()})`);
  return fresh;
}

async function keptAnswer(ledger: Ledger, key: string, fingerprint: string): Promise<Answer | undefined> {
  // Keys are forgotten after 24 hours, as Stripe forgets them.
  await ledger.tx.execute(
    sql`delete from stripe_sandbox.idempotency where created_at < ${new Date(ledger.wall.getTime() - 86_400_000).toISOString()}::timestamptz`,
  );
  const found = await ledger.tx.execute<{ fingerprint: string; status: number; body: object }>(
    sql`select fingerprint, status, body from stripe_sandbox.idempotency where key = ${key}`,
  );
  const row = found.rows[0];
  if (!row) return undefined;
  if (row.fingerprint !== fingerprint)
    throw new Fault(400, {
      type: "idempotency_error",
      message: "Keys for idempotent requests can only be used with the same parameters they were first used with.",
    });
  return { status: row.status, body: row.body, replayed: true };
}

export const faultBody = (fault: Fault) => ({ error: fault.error });
