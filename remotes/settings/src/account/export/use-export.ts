import { problemOf } from "@tessera/contracts-core/client.ts";
import { ProblemError } from "@tessera/contracts-core/problem-error.ts";
import { EXPORT_FILE, exportsClient } from "@tessera/contracts-settings/exports-client.ts";
import { useQuery, useQueryClient } from "@tessera/query";
import { shell, useLive } from "@tessera/shell-api";

const exportKey = ["settings", "export"];
/** How often a running export is asked for while changes do not arrive live, ms. */
const POLL_INTERVAL_MS = 2_000;
/** Time in which the browser takes a download over, ms. */
const HANDOVER_MS = 60_000;

export const dataExports = exportsClient((path, init) => shell().http(path, init));

/** The person's export, followed while it is made. */
export function useDataExport() {
  const client = useQueryClient();
  const live = useLive("kit.export", () => void client.invalidateQueries({ queryKey: exportKey }));
  return useQuery({
    queryKey: exportKey,
    queryFn: ({ signal }) => dataExports.current(signal),
    refetchInterval: ({ state }) => (live !== "live" && state.data?.state === "running" ? POLL_INTERVAL_MS : false),
  });
}

export function useRefreshExport() {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: exportKey });
}

/** Fetches the archive with the person's access and hands it to the browser as a download. @throws ProblemError */
export async function downloadExport(requestedAt: string): Promise<void> {
  const response = await shell().http(EXPORT_FILE);
  if (!response.ok) throw new ProblemError(await problemOf(response));
  const address = URL.createObjectURL(await response.blob());
  const link = document.createElement("a");
  link.href = address;
  link.download = `tessera-${requestedAt.slice(0, 10)}.zip`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), HANDOVER_MS);
}
