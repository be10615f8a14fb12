import { useQuery, useQueryClient } from "@tessera/query";
import { useLive } from "@tessera/shell-api";
import { finance, keys } from "../api.ts";
import { POLL_MS } from "../frame/use-books.ts";

/** How CSV files are read, as it changes on any device. */
export function useCsvProfiles() {
  const client = useQueryClient();
  const live = useLive("finance.csv_profile", () => void client.invalidateQueries({ queryKey: keys.csvProfiles }));
  return {
    live,
    query: useQuery({
      queryKey: keys.csvProfiles,
      queryFn: ({ signal }) => finance.csvProfiles(signal),
      refetchInterval: live === "live" ? false : POLL_MS,
    }),
  };
}
