import { request, type Transport } from "@tessera/contracts-core/client.ts";
import type { CurrentExport, DataExport } from "./exports.ts";

/** Where the archive is downloaded. */
export const EXPORT_FILE = "/api/settings/export/file";

export const exportsClient = (transport: Transport) => ({
  current: async (signal?: AbortSignal) =>
    (await request<CurrentExport>(transport, "GET", "/api/settings/export", { signal })).export,
  /** Begins one, or answers the one that runs. */
  begin: () => request<DataExport>(transport, "POST", "/api/settings/export"),
  /** Stops one that runs, deletes one that ended. */
  remove: () => request<void>(transport, "DELETE", "/api/settings/export"),
});
