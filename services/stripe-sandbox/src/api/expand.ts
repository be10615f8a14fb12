import { sql } from "drizzle-orm";
import { notEnded } from "../resources/subscription.ts";
import type { Document } from "../state/documents.ts";
import { invalid } from "../state/fault.ts";
import type { Ledger } from "../state/ledger.ts";

/** Deepest path that may be expanded (https://docs.stripe.com/api/expanding_objects). */
const deepest = 4;

/**
 * An answer with the objects that `expand` names put in the place of their ids. The stored objects stay as they are.
 */
export async function expandAnswer(ledger: Ledger, answer: object, paths: string[] = []): Promise<object> {
  const copy = structuredClone(answer);
  if ("deleted" in copy) return copy;
  for (const path of paths) {
    const segments = path.split(".");
    if (segments.length > deepest)
      throw invalid(`You cannot expand more than ${deepest} levels of a property. Property: ${path}`, "expand");
    await walk(ledger, copy as Record<string, unknown>, segments, path);
  }
  return copy;
}

async function walk(ledger: Ledger, node: Record<string, unknown>, segments: string[], path: string): Promise<void> {
  const [segment = "", ...rest] = segments;
  if (node.object === "list" && segment === "data") {
    for (const entry of node.data as Record<string, unknown>[]) await walk(ledger, entry, rest, path);
    return;
  }
  if (!segment) return;
  const value = await included(ledger, node, segment);
  if (value !== undefined) node[segment] = value;
  else if (!(segment in node)) throw invalid(`This property cannot be expanded (${path}).`, "expand");
  const held = node[segment];
  const next = Array.isArray(held)
    ? await Promise.all(held.map((entry) => objectOf(ledger, entry, path)))
    : await objectOf(ledger, held, path);
  node[segment] = next;
  if (!rest.length) return;
  for (const entry of Array.isArray(next) ? next : [next])
    if (entry && typeof entry === "object") await walk(ledger, entry as Record<string, unknown>, rest, path);
}

/** What an id stands for; anything else as it is. */
async function objectOf(ledger: Ledger, held: unknown, path: string): Promise<unknown> {
  if (typeof held !== "string") return held;
  const found = await ledger.any(held);
  if (!found) throw invalid(`This property cannot be expanded (${path}).`, "expand");
  return structuredClone(found);
}

/** Lists that are left out of an answer unless they are asked for. */
async function included(ledger: Ledger, node: Record<string, unknown>, segment: string): Promise<unknown> {
  const id = node.id as string;
  const list = (data: Document[], url: string) => ({
    object: "list",
    data: structuredClone(data),
    has_more: false,
    url,
  });
  if (node.object === "invoice" && segment === "payments")
    return list(await ledger.all("invoice_payment", sql`parent = ${id}`), `/v1/invoice_payments?invoice=${id}`);
  if (node.object === "customer" && segment === "subscriptions")
    return list(
      await ledger.all("subscription", sql`customer = ${id} and ${notEnded}`),
      `/v1/customers/${id}/subscriptions`,
    );
  if (node.object === "customer" && segment === "tax_ids")
    return list(await ledger.all("tax_id", sql`customer = ${id}`), `/v1/customers/${id}/tax_ids`);
  if (node.object === "charge" && segment === "refunds")
    return list(await ledger.all("refund", sql`parent = ${id}`), `/v1/charges/${id}/refunds`);
  return undefined;
}
