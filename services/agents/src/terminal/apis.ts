import { agentsClient } from "@tessera/contracts-agents/client.ts";
import { billingClient } from "@tessera/contracts-billing/client.ts";
import type { Transport } from "@tessera/contracts-core/client.ts";
import { itemsClient } from "@tessera/contracts-items/client.ts";
import { searchClient } from "@tessera/contracts-items/search/client.ts";
import { queueClient } from "@tessera/contracts-queue/client.ts";
import type { KitConfig } from "@tessera/service-kit";

/** Ms for one request to a service; what follows a run has no limit but its signal. */
const REQUEST_MS = 20_000;

/** The public APIs that commands use, each with the person's own token: their rights are the person's. */
export function apisOf(
  { originOf }: Pick<KitConfig, "originOf">,
  accessToken: () => string,
  { signal, device }: { signal: AbortSignal; device: string | undefined },
) {
  const to =
    (service: string): Transport =>
    (path, init = {}) => {
      const headers = new Headers(init.headers);
      headers.set("authorization", `Bearer ${accessToken()}`);
      if (device) headers.set("user-agent", device);
      const isStream = headers.get("accept") === "text/event-stream";
      const signals = [signal, init.signal, isStream ? null : AbortSignal.timeout(REQUEST_MS)];
      const ends = AbortSignal.any(signals.filter((one) => one instanceof AbortSignal));
      return fetch(originOf(service) + path, { ...init, headers, redirect: "error", signal: ends });
    };
  return {
    items: itemsClient(to("items")),
    search: searchClient(to("items")),
    queue: queueClient(to("queue")),
    agents: agentsClient(to("agents")),
    billing: billingClient(to("billing")),
  };
}
export type Apis = ReturnType<typeof apisOf>;
