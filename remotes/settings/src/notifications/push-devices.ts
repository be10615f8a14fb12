import { pushClient } from "@tessera/contracts-settings/push-client.ts";
import { useQuery } from "@tessera/query";
import { shell } from "@tessera/shell-api";

export const pushKeys = {
  here: ["push", "here"],
  devices: ["push", "devices"],
} as const;

export const devices = () => pushClient(shell().http);

/** How notifications of this browser stand. */
export const useHere = () => useQuery({ queryKey: pushKeys.here, queryFn: () => shell().push.state() });
export const usePushDevices = () =>
  useQuery({ queryKey: pushKeys.devices, queryFn: ({ signal }) => devices().devices(signal) });
