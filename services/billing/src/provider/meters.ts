import type { Meter } from "@tessera/contracts-billing/meters.ts";
import type Stripe from "stripe";
import type { Step } from "./steps.ts";

/** What the provider calls a meter: "tessera_agent_tokens". */
export const eventNameOf = (meter: string): string => `tessera_${meter.replaceAll("-", "_")}`;

/** The active meters of the account by event name. */
async function metersThere(stripe: Stripe): Promise<Map<string, Stripe.Billing.Meter>> {
  const there = new Map<string, Stripe.Billing.Meter>();
  for await (const meter of stripe.billing.meters.list({ status: "active", limit: 100 }))
    there.set(meter.event_name, meter);
  return there;
}

/** What is held is not reported. */
const isReported = ({ counts }: Meter): boolean => counts === "month";

/** Ids of the meters of the account by the names of ours. */
export async function metersOf(stripe: Stripe, meters: readonly Meter[]): Promise<Map<string, string>> {
  const there = await metersThere(stripe);
  return new Map(
    meters.filter(isReported).flatMap(({ name }) => {
      const meter = there.get(eventNameOf(name));
      return meter ? [[name, meter.id] as const] : [];
    }),
  );
}

export async function meterSteps(stripe: Stripe, meters: readonly Meter[]): Promise<Step[]> {
  const there = await metersThere(stripe);
  return meters.filter(isReported).map(({ name, title }): Step => {
    const meter = there.get(eventNameOf(name));
    const what = `meter ${eventNameOf(name)}`;
    if (!meter)
      return {
        ...{ does: "create", what, how: title },
        run: async () =>
          void (await stripe.billing.meters.create({
            display_name: title,
            event_name: eventNameOf(name),
            default_aggregation: { formula: "sum" },
          })),
      };
    if (meter.display_name === title) return { does: "leave", what, how: title };
    return {
      ...{ does: "change", what, how: `its name from "${meter.display_name}" to "${title}"` },
      run: async () => void (await stripe.billing.meters.update(meter.id, { display_name: title })),
    };
  });
}
