import type { Meter } from "@tessera/contracts-billing/meters.ts";
import type Stripe from "stripe";

/** What the provider calls a meter: "tessera_agent_tokens". */
export const eventNameOf = (meter: string): string => `tessera_${meter.replaceAll("-", "_")}`;

/** The meters of the account by the names of ours; what is held is not reported. */
export async function metersOf(stripe: Stripe, meters: readonly Meter[]): Promise<Map<string, string>> {
  const ids = new Map<string, string>();
  for await (const { event_name, id } of stripe.billing.meters.list({ status: "active", limit: 100 }))
    ids.set(event_name, id);
  return new Map(
    meters.flatMap(({ name, counts }) => {
      const id = ids.get(eventNameOf(name));
      return id && counts === "month" ? [[name, id] as const] : [];
    }),
  );
}

/** Creates the meters that are missing; what is there stays as it is. */
export async function ensureMeters(stripe: Stripe, meters: readonly Meter[]): Promise<Map<string, string>> {
  const ids = await metersOf(stripe, meters);
  for (const { name, title, counts } of meters) {
    if (counts !== "month" || ids.has(name)) continue;
    const { id } = await stripe.billing.meters.create({
      display_name: title,
      event_name: eventNameOf(name),
      default_aggregation: { formula: "sum" },
    });
    ids.set(name, id);
  }
  return ids;
}
