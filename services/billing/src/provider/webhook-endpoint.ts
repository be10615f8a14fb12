import Stripe from "stripe";
import { listenedEvents } from "./listened-events.ts";
import type { Step } from "./steps.ts";

/** The version of the API that the installed SDK was made for. */
export const API_VERSION = Stripe.API_VERSION as NonNullable<Stripe.WebhookEndpointCreateParams["api_version"]>;

/** @param url address of the webhook */
export async function webhookSteps(stripe: Stripe, url: string): Promise<Step[]> {
  const what = `webhook endpoint ${url}`;
  let there: Stripe.WebhookEndpoint | undefined;
  for await (const endpoint of stripe.webhookEndpoints.list({ limit: 100 }))
    if (endpoint.url === url) there ??= endpoint;
  if (!there)
    return [
      {
        ...{ does: "create", what, how: `${listenedEvents.length} events` },
        run: async () => {
          const { secret } = await stripe.webhookEndpoints.create({
            ...{ url, enabled_events: listenedEvents, api_version: API_VERSION },
          });
          return `Set STRIPE_WEBHOOK_SECRET=${secret}`;
        },
      },
    ];
  const { id, enabled_events, status, api_version } = there;
  const missing = listenedEvents.filter((event) => !enabled_events.includes(event));
  const needless = enabled_events.filter((event) => !(listenedEvents as string[]).includes(event));
  const changes = [
    ...(missing.length ? [`adds ${missing.join(", ")}`] : []),
    ...(needless.length ? [`takes ${needless.join(", ")} off`] : []),
    ...(status === "enabled" ? [] : ["switches it on"]),
  ];
  // Which version an endpoint sends is decided when it is created; the sync reads only whose event it is.
  const version = api_version === API_VERSION ? "" : `; it sends version ${api_version ?? "of the account"}`;
  if (!changes.length) return [{ does: "leave", what, how: `${id}${version}` }];
  return [
    {
      ...{ does: "change", what, how: `${changes.join("; ")}${version}` },
      run: async () =>
        void (await stripe.webhookEndpoints.update(id, { enabled_events: listenedEvents, disabled: false })),
    },
  ];
}
