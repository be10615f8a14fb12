import { request, type Transport } from "@tessera/contracts-core/client.ts";
import type { KeptPushDevice, NewPushSubscription, PushDevices, PushKey, PushRenewal } from "./push.ts";

const DEVICES = "/api/settings/push/devices";

export const pushClient = (transport: Transport) => ({
  key: async () => (await request<PushKey>(transport, "GET", "/api/settings/push/key")).publicKey,
  devices: async (signal?: AbortSignal) => (await request<PushDevices>(transport, "GET", DEVICES, { signal })).devices,
  /** The same endpoint again is the same device. */
  add: (subscription: NewPushSubscription) =>
    request<KeptPushDevice>(transport, "POST", DEVICES, { json: subscription }),
  /** Another subscription of the same device, or the same in another session. */
  renew: (id: string, subscription: NewPushSubscription) =>
    request<KeptPushDevice>(transport, "PUT", `${DEVICES}/${id}`, { json: subscription }),
  /** Without a session: the secret names the device. */
  renewUnattended: (renewal: PushRenewal) =>
    request<void>(transport, "POST", "/api/settings/push/renewals", { json: renewal }),
  remove: (id: string) => request<void>(transport, "DELETE", `${DEVICES}/${id}`),
  /** Sends one notification now. */
  test: (id: string) => request<void>(transport, "POST", `${DEVICES}/${id}/test`),
});
