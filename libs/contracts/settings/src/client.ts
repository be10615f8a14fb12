import { request, type Transport } from "@tessera/contracts-core/client.ts";
import type { Installation, Preferences, PreferencesPatch } from "./settings.ts";

export const settingsClient = (transport: Transport) => ({
  preferences: (signal?: AbortSignal) =>
    request<Preferences>(transport, "GET", "/api/settings/preferences", { signal }),
  update: (patch: PreferencesPatch) =>
    request<Preferences>(transport, "PATCH", "/api/settings/preferences", { json: patch }),
  installation: (signal?: AbortSignal) =>
    request<Installation>(transport, "GET", "/api/settings/installation", { signal }),
});
